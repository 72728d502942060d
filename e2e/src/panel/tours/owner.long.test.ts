// The owner of a shop who has never seen the panel: from the invitation to the first live invoice by the
// page Getting started alone, without a terminal.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrolTaxpayer, eventually } from '@fiscal/testbed';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerOf } from '../../caller.ts';
import type { PanelUser } from '../browser.ts';
import { startPanel } from '../running-panel.ts';
import { textsOf } from '../texts.ts';
import { sendCurlCommand } from './curl-command.ts';
import { LOOKS } from './looks.ts';

const { service, chromium, enter } = await startPanel({ environment: { LOG_LEVEL: 'trace' } });
const { simulatorUrl, pki, adminUrl, demo } = service.stack;
const folder = mkdtempSync(join(tmpdir(), 'fiscal-panel-files-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Secrets, which must not be readable afterwards. */
const secrets = [demo.operator.password];

/** A text as far as its first value. */
const beginningOf = (text: string) => text.split('{{')[0]!;
const cookiesOf = async ({ page }: PanelUser) =>
  (await page.browserContext().cookies()).map(({ value }) => value);

describe.each(LOOKS)('at a $screen', (look) => {
  const texts = textsOf(look.language);
  const { apiKeys, cashRegisters, certificates, companies, people, shell, signIn, start } = texts;
  const account = {
    email: `milica-${look.screen}@pekara.example`,
    password: `toplo pecivo svako jutro ${look.screen}`,
  };
  const eSeal = join(folder, `e-pecat-${look.screen}.p12`);
  let taxpayer: Awaited<ReturnType<typeof enrolTaxpayer>>;
  let owner: PanelUser;
  /** Path of the page Getting started. */
  let steps: string;

  /** Where the owner is after each step. */
  const goBack = (isDone: string) => owner.open(steps).then(() => owner.see(isDone));
  const done = (count: number) =>
    start.progress.replace('{{done}}', String(count)).replace('{{all}}', '5');
  const toLiveStep = (key: 'certificate' | 'codes' | 'api-key' | 'live-api-key') =>
    owner.click('link', `${start.live.open}: ${start.live[key]}`);

  beforeAll(async () => {
    taxpayer = await enrolTaxpayer(simulatorUrl, pki, 'Pekara „Žito“ & sinovi d.o.o.');
    writeFileSync(eSeal, taxpayer.pkcs12);
    secrets.push(account.password, taxpayer.password);
    secrets.push(taxpayer.pkcs12.toString('base64').slice(100, 160));
  });

  test('the operator creates the company and invites its owner', async () => {
    const operator = await enter(undefined, look);
    await operator.open('/companies');
    await operator.click('link', companies.list.add);
    await operator.fill(companies.field.tin, taxpayer.tin);
    await operator.fill(companies.field.name, taxpayer.name);
    await operator.fill(companies.field.address, 'Njegoševa 1');
    await operator.fill(companies.field.town, 'Nikšić');
    await operator.click('button', companies.create.submit);
    await operator.see(start.title);
    await operator.see(done(0));
    steps = new URL(operator.page.url()).pathname.replace(/^\/admin/, '');

    await operator.click('link', start.owner.action);
    await operator.dialog.fill(people.form.email, account.email);
    await operator.dialog.fill(people.form.name, 'Milica Žitić');
    await operator.dialog.click('button', people.form.submit);
    await operator.dialog.see(people.invitation['hand-over'].title);
    const invitation = /http\S+\/invitation#\S+/.exec(await operator.dialog.text())?.[0] ?? '';
    secrets.push(invitation.split('#')[1] ?? '', ...(await cookiesOf(operator)));
    expect(operator.complaints).toEqual([]);
    await operator.close();

    owner = await chromium.person(adminUrl, look);
    await owner.page.goto(invitation);
    await owner.fill(signIn.invitation.password, account.password);
    await owner.fill(signIn.invitation.repeat, account.password);
    await owner.click('button', signIn.invitation.submit);
    await owner.see(signIn.invitation.done);
    await owner.signIn(account);
    await owner.see(start.title);
    secrets.push(...(await cookiesOf(owner)));
  });

  async function storeCertificate(): Promise<void> {
    await owner.click('button', certificates.upload.openFirst);
    await owner.upload(eSeal);
    await owner.dialog.fill(certificates.upload.password, taxpayer.password);
    await owner.dialog.click('button', certificates.upload.inspect);
    await owner.dialog.see(certificates.upload.good);
    await owner.dialog.see(taxpayer.tin);
    await owner.dialog.click('button', certificates.upload.store);
    await owner.see(certificates.upload.stored);
    await owner.click('button', certificates.active.test);
    await owner.see(certificates.active.testOk);
  }

  /** @returns its TCR code. */
  async function addCashRegister(internalId: string): Promise<string> {
    const { form, tcr } = cashRegisters;
    await owner.click('button', cashRegisters.add);
    await owner.dialog.fill(form.name, 'Kasa kod pećnice');
    await owner.dialog.fill(form.internalId, internalId);
    await owner.dialog.fill(form.businessUnitCode, taxpayer.codes.businessUnitCode);
    await owner.dialog.fill(form.operatorCode, taxpayer.codes.operatorCode);
    await owner.dialog.fill(form.softwareCode, taxpayer.codes.softwareCode);
    await owner.dialog.fill(form.maintainerCode, taxpayer.codes.maintainerCode);
    await owner.dialog.click('button', shell.action.save);
    await owner.see(form.saved);
    await owner.click('button', tcr.action);
    await owner.dialog.click('button', tcr.action);
    await owner.see(beginningOf(tcr.done));
    return /[a-z]{2}\d{3}[a-z]{2}\d{3}\./.exec(await owner.text())?.[0].slice(0, -1) ?? '';
  }

  /** @returns the key that is shown once. */
  async function makeKey(): Promise<string> {
    await owner.click('button', apiKeys.add);
    await owner.dialog.fill(apiKeys.form.name, 'Kasa kod pećnice');
    await owner.dialog.click('button', apiKeys.form.submit);
    await owner.dialog.see(apiKeys.made.title);
    const key = /key_(?:test|live)_\S+/.exec(await owner.dialog.text())?.[0] ?? '';
    await owner.dialog.click('button', apiKeys.made.done);
    await owner.seeNo(apiKeys.made.title);
    expect(await owner.page.content()).not.toContain(key);
    secrets.push(key);
    return key;
  }

  test('the owner sets up the test environment, step by step', async () => {
    await owner.click('link', texts.today.begin.action);
    await owner.click('link', start.step.certificate.action);
    await storeCertificate();
    await goBack(done(1));
    await owner.click('link', start.step.codes.action);
    const tcrCode = await addCashRegister('1');
    await goBack(done(3));
    const { tcrs } = await service.control('GET', '/registry');
    expect(tcrs).toContainEqual(
      expect.objectContaining({ code: tcrCode, tin: taxpayer.tin, internalId: '1' }),
    );
  });

  test('a button issues the first test invoice, as would the command beside it', async () => {
    const shown = await owner.page.waitForSelector(`[aria-label="${start.curl.label}"]`);
    const command = String(await shown?.evaluate((each) => each.textContent));
    await owner.click('button', start.test.issue);
    await owner.see(start.test.outcome.Fiscalized);
    await owner.picture('tour-first-test-invoice');
    await owner.click('link', start.step['api-key'].action);
    const key = await makeKey();
    await goBack(start.allDone);
    const response = await sendCurlCommand(command.replace(/key_test_\S*…/, key));
    expect(await response.json()).toMatchObject({ status: 'Fiscalized' });
  });

  test('the company goes live when everything is there, and ends with a live sale', async () => {
    const [button] = await owner.page.$$(`::-p-aria([name="${start.live.go}"][role="button"])`);
    expect(await button?.evaluate((each) => (each as HTMLButtonElement).disabled)).toBe(true);
    await toLiveStep('certificate');
    await storeCertificate();
    await goBack(start.live.go);
    await toLiveStep('codes');
    await addCashRegister('2');
    await goBack(start.live.go);
    await owner.click('button', start.live.go);
    await owner.dialog.click('button', start.live.go);
    await owner.see(start.live.isLiveWithout);
    await toLiveStep('live-api-key');
    const till = callerOf(service, await makeKey());
    await goBack(start.live.isLiveWithout);

    // The till sells. The API looks at keys and companies anew every two seconds.
    const { status, body } = await eventually(
      () => till.createAndPrint(),
      (sale) => sale.status < 400,
    );
    expect({ status, is: body.status }).toEqual({ status: 201, is: 'Fiscalized' });
    await owner.see(start.live.isLive);
    await owner.seeNo(start.live.isLiveWithout);
    await owner.picture('tour-live');
    const { invoices } = await service.control('GET', '/ledger');
    expect(invoices).toContainEqual(expect.objectContaining({ iic: body.iic, fic: body.fic }));
  });

  test('nothing in the browser complained on the way', async () => {
    expect(owner.complaints).toEqual([]);
    await owner.close();
  });
});

test('no log of any process knows a secret of all that', () => {
  expect(secrets.filter((secret) => secret.length < 10)).toEqual([]);
  expect(secrets).toHaveLength(1 + LOOKS.length * 10);
  for (const [name, { logFile }] of service.stack.processes) {
    const log = readFileSync(logFile, 'utf8');
    expect(log.length).toBeGreaterThan(0);
    expect({ name, known: secrets.filter((secret) => log.includes(secret)) }).toEqual({
      name,
      known: [],
    });
  }
});
