// The whole life of a company, by somebody who has never seen the panel: from the operator's sign-in
// to the first live invoice, following the page Getting started.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrolTaxpayer, eventually } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import { callerOf } from '../caller.ts';
import type { PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { sendCurlCommand } from './curl-command.ts';

let owner: PanelUser;
/** Everything that nobody may read afterwards. */
const secrets: string[] = [];
/** Path of the company's pages. */
let company: string;

const { service, chromium, enter } = await startPanel({ environment: { LOG_LEVEL: 'trace' } });
const { simulatorUrl, pki } = service.stack;
const taxpayer = await enrolTaxpayer(simulatorUrl, pki, 'Pekara „Žito“ & sinovi d.o.o.');
const folder = mkdtempSync(join(tmpdir(), 'fiscal-panel-files-'));
const eSeal = join(folder, 'e-pecat.p12');
writeFileSync(eSeal, taxpayer.pkcs12);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const ADMIN = { email: 'milica@pekara.example', password: 'toplo pecivo svako jutro' };

test('the operator creates the company and invites its admin', async () => {
  const operator = await enter();
  await operator.open('/companies');
  await operator.click('link', 'New company');
  await operator.fill('TIN (PIB)', taxpayer.tin);
  await operator.fill('Name', taxpayer.name);
  await operator.fill('Address', 'Njegoševa 1');
  await operator.fill('Town', 'Nikšić');
  await operator.click('button', 'Create the company');
  await operator.see('Getting started');
  await operator.see('0 of 5 done');
  company = new URL(operator.page.url()).pathname.replace(/^\/admin|\/start$/g, '');

  await operator.click('link', 'Members');
  await operator.click('button', 'Invite a member');
  await operator.dialog.fill('E-mail', ADMIN.email);
  await operator.dialog.fill('Name', 'Milica Žitić');
  await operator.dialog.click('button', 'Make the invitation');
  await operator.dialog.see('The invitation is ready');
  const invitation = /http\S+\/invitation#\S+/.exec(await operator.dialog.text())?.[0] ?? '';
  secrets.push(invitation.split('#')[1] ?? '', ...(await cookiesOf(operator)));
  expect(operator.complaints).toEqual([]);
  await operator.close();

  owner = await chromium.person(service.stack.adminUrl);
  await owner.page.goto(invitation);
  await owner.fill('New password', ADMIN.password);
  await owner.fill('Repeat the password', ADMIN.password);
  await owner.click('button', 'Save the password');
  await owner.see('The password is saved. Sign in.');
  await owner.signIn(ADMIN);
  await owner.see('Getting started');
});

async function storeCertificate(environment: 'test' | 'live'): Promise<void> {
  await owner.open(`${company}/certificates?environment=${environment}`);
  await owner.click('button', 'Upload a certificate');
  await owner.upload(eSeal);
  await owner.dialog.fill('Password of the file', taxpayer.password);
  await owner.dialog.click('button', 'Inspect');
  await owner.dialog.see('The certificate is fine');
  await owner.dialog.see(taxpayer.tin);
  await owner.dialog.click('button', 'Store and use it');
  await owner.see('The certificate is stored');
  await owner.click('button', 'Try a signature');
  await owner.see('The signature works');
}

/** @returns its TCR code. */
async function addCashRegister(environment: 'test' | 'live', internalId: string): Promise<string> {
  await owner.open(`${company}/cash-registers?environment=${environment}`);
  await owner.click('button', 'Add a cash register');
  await owner.dialog.fill('Name', 'Kasa kod pećnice');
  await owner.dialog.fill('Internal number', internalId);
  await owner.dialog.fill('Business unit', taxpayer.codes.businessUnitCode);
  await owner.dialog.fill('Operator', taxpayer.codes.operatorCode);
  await owner.dialog.fill('Software', taxpayer.codes.softwareCode);
  await owner.dialog.fill('Maintainer', taxpayer.codes.maintainerCode);
  await owner.dialog.click('button', 'Save');
  await owner.see('The cash register is saved.');
  await owner.click('button', 'Register with the tax authority');
  await owner.dialog.click('button', 'Register with the tax authority');
  await owner.see('The cash register is registered: ');
  const match = /is registered: ([a-z]{2}\d{3}[a-z]{2}\d{3})\./.exec(await owner.text());
  return match?.[1] ?? '';
}

/** @returns the key that is shown once. */
async function makeKey(environment: 'test' | 'live'): Promise<string> {
  await owner.open(`${company}/api-keys?environment=${environment}`);
  await owner.click('button', 'New key');
  await owner.dialog.fill('Name', 'Kasa kod pećnice');
  await owner.dialog.click('button', 'Create the key');
  await owner.dialog.see('Keep the key now');
  const key = /key_(?:test|live)_\S+/.exec(await owner.dialog.text())?.[0] ?? '';
  await owner.dialog.click('button', 'I have kept the key');
  await owner.seeNo('Keep the key now');
  expect(await owner.page.content()).not.toContain(key);
  secrets.push(key);
  return key;
}

const progress = async (words: string) => {
  await owner.open(`${company}/start`);
  await owner.see(words);
};

test('its admin sets up the test environment, step by step', async () => {
  await storeCertificate('test');
  await progress('1 of 5 done');
  const tcrCode = await addCashRegister('test', '1');
  await progress('3 of 5 done');
  const { tcrs } = await service.control('GET', '/registry');
  expect(tcrs).toContainEqual(
    expect.objectContaining({ code: tcrCode, tin: taxpayer.tin, internalId: '1' }),
  );
});

test('the command that the page shows sends the first test invoice, and the page notices', async () => {
  const key = await makeKey('test');
  await progress('4 of 5 done');
  const shown = await owner.page.waitForSelector(
    '[aria-label="Command for the first test invoice"]',
  );
  const command = String(await shown?.evaluate((each) => each.textContent));
  const placeholder = /key_test_\S*…/.exec(command)?.[0] ?? '';
  expect(key.startsWith(placeholder.slice(0, -1))).toBe(true);
  const response = await sendCurlCommand(command.replace(placeholder, key));
  expect(await response.json()).toMatchObject({ status: 'Fiscalized' });
  await owner.see('The first test invoice is fiscalized. Everything works.');
});

test('it goes live when everything is there, and not before', async () => {
  const [button] = await owner.page.$$('::-p-aria([name="Go live"][role="button"])');
  expect(await button?.evaluate((each) => (each as HTMLButtonElement).disabled)).toBe(true);
  await storeCertificate('live');
  await addCashRegister('live', '2');
  const key = await makeKey('live');
  const caller = callerOf(service, key);
  expect(await caller.createAndPrint()).toMatchObject({
    status: 403,
    body: { error: 'Key does not match the environment.' },
  });
  await progress('5 of 5 done');
  await owner.click('button', 'Go live');
  await owner.dialog.click('button', 'Go live');
  await owner.see('there is no real invoice yet');

  // The API looks at keys and companies anew every two seconds.
  const { status, body } = await eventually(
    () => caller.createAndPrint(),
    (sale) => sale.status !== 403,
  );
  expect({ status, is: body.status }).toEqual({ status: 201, is: 'Fiscalized' });
  await owner.open(`${company}/invoices?environment=live`);
  await owner.see('Fiscalized');
  await owner.see('9,66');
  await owner.open(`${company}/start`);
  await owner.see('The company is live.');
  const { invoices } = await service.control('GET', '/ledger');
  expect(invoices).toContainEqual(expect.objectContaining({ iic: body.iic, fic: body.fic }));
});

test('no log of any process knows a secret of all that', async () => {
  secrets.push(ADMIN.password, taxpayer.password, service.stack.demo.operator.password);
  secrets.push(...(await cookiesOf(owner)), taxpayer.pkcs12.toString('base64').slice(100, 160));
  expect(secrets.length).toBe(11);
  for (const [name, { logFile }] of service.stack.processes) {
    const log = readFileSync(logFile, 'utf8');
    expect(log.length).toBeGreaterThan(0);
    const known = secrets.filter((secret) => secret === '' || log.includes(secret));
    expect({ name, known }).toEqual({ name, known: [] });
  }
});

test('nothing in the browser complained on the way', () => {
  expect(owner.complaints).toEqual([]);
});

async function cookiesOf({ page }: PanelUser): Promise<string[]> {
  return (await page.browserContext().cookies()).map(({ value }) => value);
}
