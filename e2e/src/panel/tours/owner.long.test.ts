// The owner of a shop who has never seen the panel: from the invitation to the first live invoice
// by the page Getting started alone, without a terminal.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrolTaxpayer, eventually } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import { callerOf } from '../../service/caller.ts';
import type { Look, PanelUser } from '../browser.ts';
import { startPanel } from '../running-panel.ts';
import { textsOf } from '../texts.ts';
import { sendCurlCommand } from './curl-command.ts';
import { inTurn, LOOKS, sideBySide } from './looks.ts';

const { service, chromium, enter } = await startPanel({
  prints: true,
  environment: { LOG_LEVEL: 'trace' },
});
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

/** The owner of a company of their own, and how they look at the panel. */
async function begin(look: Look) {
  const taxpayer = await enrolTaxpayer(simulatorUrl, pki, 'Pekara „Žito“ & sinovi d.o.o.');
  const account = {
    email: `milica-${look.screen}@pekara.example`,
    password: `toplo pecivo svako jutro ${look.screen}`,
  };
  const eSeal = join(folder, `e-pecat-${look.screen}.p12`);
  writeFileSync(eSeal, taxpayer.pkcs12);
  secrets.push(account.password, taxpayer.password);
  secrets.push(taxpayer.pkcs12.toString('base64').slice(100, 160));
  const owner = await chromium.person(adminUrl, look);
  /** `steps`: the path of the page Getting started. */
  return { look, texts: textsOf(look.language), account, taxpayer, eSeal, owner, steps: '' };
}
type Tour = Awaited<ReturnType<typeof begin>>;

const tours: Tour[] = [];
for (const look of inTurn(LOOKS)) tours.push(await begin(look));

const together = sideBySide(tours);

const progressOf = ({ texts: { start } }: Tour, done: number) =>
  start.progress.replace('{{done}}', String(done)).replace('{{all}}', '5');

/** Where the owner is after each step. */
async function goBack({ owner, steps }: Tour, isDone: string): Promise<void> {
  await owner.open(steps);
  await owner.see(isDone);
}

type LiveStep = 'certificate' | 'codes' | 'api-key' | 'live-api-key';
const toLiveStep = ({ owner, texts: { start } }: Tour, step: LiveStep) =>
  owner.click('link', `${start.live.open}: ${start.live[step]}`);

async function beInvited(tour: Tour): Promise<void> {
  const { look, account, taxpayer, owner } = tour;
  const { companies, people, signIn, start } = tour.texts;
  const operator = await enter(undefined, look);
  await operator.open('/companies');
  await operator.click('link', companies.list.add);
  await operator.fill(companies.field.tin, taxpayer.tin);
  await operator.fill(companies.field.name, taxpayer.name);
  await operator.fill(companies.field.address, 'Njegoševa 1');
  await operator.fill(companies.field.town, 'Nikšić');
  await operator.click('button', companies.create.submit);
  await operator.see(start.title);
  await operator.see(progressOf(tour, 0));
  tour.steps = new URL(operator.page.url()).pathname.replace(/^\/admin/, '');

  await operator.click('link', start.owner.action);
  await operator.dialog.fill(people.form.email, account.email);
  await operator.dialog.fill(people.form.name, 'Milica Žitić');
  await operator.dialog.click('button', people.form.submit);
  await operator.dialog.see(people.invitation['hand-over'].title);
  const invitation = /http\S+\/invitation#\S+/.exec(await operator.dialog.text())?.[0] ?? '';
  secrets.push(invitation.split('#')[1] ?? '', ...(await cookiesOf(operator)));
  expect(operator.complaints).toEqual([]);
  await operator.close();

  await owner.page.goto(invitation);
  await owner.fill(signIn.invitation.password, account.password);
  await owner.fill(signIn.invitation.repeat, account.password);
  await owner.click('button', signIn.invitation.submit);
  await owner.see(signIn.invitation.done);
  await owner.signIn(account);
  await owner.see(start.title);
  secrets.push(...(await cookiesOf(owner)));
}
test('the operator creates the company and invites its owner', together(beInvited));

async function storeCertificate({
  owner,
  eSeal,
  taxpayer,
  texts: { certificates },
}: Tour): Promise<void> {
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
async function addCashRegister(
  { owner, taxpayer, texts }: Tour,
  internalId: string,
): Promise<string> {
  const { form, tcr } = texts.cashRegisters;
  await owner.click('button', texts.cashRegisters.add);
  await owner.dialog.fill(form.name, 'Kasa kod pećnice');
  await owner.dialog.fill(form.internalId, internalId);
  await owner.dialog.fill(form.businessUnitCode, taxpayer.codes.businessUnitCode);
  await owner.dialog.fill(form.operatorCode, taxpayer.codes.operatorCode);
  await owner.dialog.fill(form.softwareCode, taxpayer.codes.softwareCode);
  await owner.dialog.fill(form.maintainerCode, taxpayer.codes.maintainerCode);
  await owner.dialog.click('button', texts.shell.action.save);
  await owner.see(form.saved);
  await owner.click('button', tcr.action);
  await owner.dialog.click('button', tcr.action);
  await owner.see(beginningOf(tcr.done));
  return /[a-z]{2}\d{3}[a-z]{2}\d{3}\./.exec(await owner.text())?.[0].slice(0, -1) ?? '';
}

/** @returns the key that is shown once. */
async function makeKey({ owner, texts: { apiKeys } }: Tour): Promise<string> {
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

async function setUpTest(tour: Tour): Promise<void> {
  const { owner, taxpayer, texts } = tour;
  const { start, today } = texts;
  await owner.click('link', today.begin.action);
  await owner.click('link', start.step.certificate.action);
  await storeCertificate(tour);
  await goBack(tour, progressOf(tour, 1));
  await owner.click('link', start.step.codes.action);
  const tcrCode = await addCashRegister(tour, '1');
  await goBack(tour, progressOf(tour, 3));
  const { tcrs } = await service.control('GET', '/registry');
  expect(tcrs).toContainEqual(
    expect.objectContaining({ code: tcrCode, tin: taxpayer.tin, internalId: '1' }),
  );
}
test('the owner sets up the test environment, step by step', together(setUpTest));

async function sellFirst(tour: Tour): Promise<void> {
  const { owner } = tour;
  const { start } = tour.texts;
  const shown = await owner.page.waitForSelector(`[aria-label="${start.curl.label}"]`);
  const command = String(await shown?.evaluate((each) => each.textContent));
  await owner.click('button', start.test.issue);
  await owner.see(start.test.outcome.Fiscalized);
  await owner.picture('tour-first-test-invoice');
  await owner.click('link', start.step['api-key'].action);
  const key = await makeKey(tour);
  await goBack(tour, start.allDone);
  const response = await sendCurlCommand(command.replace(/key_test_\S*…/, key));
  expect(await response.json()).toMatchObject({ status: 'Fiscalized' });
}
test('a button issues the first test invoice, as would the command beside it', together(sellFirst));

async function goLive(tour: Tour): Promise<void> {
  const { owner } = tour;
  const { start } = tour.texts;
  const [button] = await owner.page.$$(`::-p-aria([name="${start.live.go}"][role="button"])`);
  expect(await button?.evaluate((each) => (each as HTMLButtonElement).disabled)).toBe(true);
  await toLiveStep(tour, 'certificate');
  await storeCertificate(tour);
  await goBack(tour, start.live.go);
  await toLiveStep(tour, 'codes');
  await addCashRegister(tour, '2');
  await goBack(tour, start.live.go);
  await owner.click('button', start.live.go);
  await owner.dialog.click('button', start.live.go);
  await owner.see(start.live.isLiveWithout);
  await toLiveStep(tour, 'live-api-key');
  const till = callerOf(service, await makeKey(tour));
  await goBack(tour, start.live.isLiveWithout);

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
}
test('the company goes live when everything is there, and ends with a live sale', together(goLive));

test('nothing in the browsers complained on the way', async () => {
  expect(tours.flatMap(({ owner }) => owner.complaints)).toEqual([]);
  await Promise.all(tours.map(({ owner }) => owner.close()));
});
test('no log of any process knows a secret of all that', () => {
  expect(secrets.filter((secret) => secret.length < 10)).toEqual([]);
  expect(secrets).toHaveLength(1 + tours.length * 10);
  for (const [name, { logFile }] of service.stack.processes) {
    const log = readFileSync(logFile, 'utf8');
    expect(log.length).toBeGreaterThan(0);
    expect({ name, known: secrets.filter((secret) => log.includes(secret)) }).toEqual({
      name,
      known: [],
    });
  }
});
