// What each role sees and can do in a real Chromium, lists as files and on paper, and the way of a
// person who has forgotten the password.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMailServer, tokenIn } from '@fiscal/testbed/mail-server';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { openPanel, visit } from '../admin/panel-browser.ts';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const LOOKS: readonly Look[] = [
  { language: 'me', screen: 'desktop', scheme: 'light' },
  { language: 'en', screen: 'phone', scheme: 'dark' },
];
const PICTURES = process.env.SCREENSHOTS;

const post = await startMailServer();
const running = await startPanel({
  environment: { SMTP_URL: post.url, MAIL_FROM: 'Fiscal <no-reply@fiscal.example>' },
});
const { service, companyId, enter } = running;
afterAll(() => post.close());
const panel = await openPanel(service);
const accountOf = (role: string) => ({
  email: `${role}@pekara.example`,
  password: `toplo pecivo svako jutro ${role}`,
});

let invoiceId = '';

beforeAll(async () => {
  await Promise.all([service.fiscalized(), service.fiscalized()]);
  invoiceId = String((await service.fiscalized()).id);
  for (const role of ['accountant', 'support', 'company_admin']) {
    const { email, password } = accountOf(role);
    const name = `Osoba ${role}`;
    await panel.post(`/companies/${companyId}/members`, { email, name, role });
    const token = tokenIn(post.mailTo(email));
    await visit(service).post('/invitations/accept', { token, password });
  }
});

const home = `/companies/${companyId}`;

async function look(person: PanelUser, name: string): Promise<void> {
  await person.rest();
  await person.picture(name);
  expect(await violationsOf(person.page)).toEqual([]);
}

testIn(LOOKS)(
  'an accountant sees and downloads, and is offered nothing else: $language',
  async (as) => {
    const words = textsOf(as.language);
    const person = await enter(accountOf('accountant'), as);
    await person.open(`${home}?environment=test`);
    await person.see(words.today.tile.last);
    await look(person, 'accountant-today');
    await person.open(`${home}/invoices?environment=test`);
    await person.see(words.invoices.title);
    await person.click('button', words.invoices.export.button);
    await person.pause();
    await person.picture('accountant-export', 'screen');
    const link = await person.page.$eval('[role=menu] a', ({ href }) => href);
    const status = await person.page.evaluate(async (url) => (await fetch(url)).status, link);
    expect(status).toBe(200);
    await person.page.keyboard.press('Escape');
    await person.open(`${home}/cash-registers?environment=test`);
    await person.see(words.shell.readOnly);
    const isDisabled = await person.page.$$eval('main button', (all) =>
      all.every((button) => button.matches(':disabled')),
    );
    expect(isDisabled).toBe(true);
    await look(person, 'accountant-registers');
    for (const page of ['api-keys', 'members', 'start', 'inspector']) {
      await person.open(`${home}/${page}`);
      await person.see(words.shell.noAccess.title);
    }
    await person.open(`${home}/audit`);
    await look(person, 'accountant-audit');
    expect(person.complaints).toEqual([]);
    await person.close();
  },
);

testIn(LOOKS)(
  'an owner invites, searches, changes a role and reads the log: $language',
  async (as) => {
    const words = textsOf(as.language);
    const person = await enter(accountOf('company_admin'), as);
    await person.open(`${home}/members`);
    await person.see('Osoba support');
    await look(person, 'members');
    await person.click('button', words.people.members.invite);
    await person.pause();
    await person.picture('invite', 'screen');
    await person.page.keyboard.press('Escape');
    await person.fill(words.people.search.label, 'accountant');
    await person.seeNo('Osoba support');
    await person.click('button', words.shell.actionsOf.replace('{{name}}', 'Osoba accountant'));
    await person.click('menuitem', words.people.roleChange.action);
    await person.pause();
    await person.picture('role', 'screen');
    expect(await violationsOf(person.page, '[role=dialog]')).toEqual([]);
    await person.page.keyboard.press('Escape');
    await person.open(`${home}/audit`);
    await person.see(words.audit.actions.user['invitation-accepted']);
    await look(person, 'audit-owner');
    await person.open(`${home}/invoices?environment=test`);
    await person.rest();
    await paper(person, `invoices-${as.language}`);
    await person.open(`${home}/invoices/${invoiceId}`);
    await person.rest();
    await paper(person, `invoice-${as.language}`);
    expect(person.complaints).toEqual([]);
    await person.close();
  },
);

/** What the page is on paper. */
async function paper(person: PanelUser, name: string): Promise<void> {
  // The window says that it prints; what is dark is light then.
  await person.page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await person.page.emulateMediaType('print');
  await person.picture(`paper-${name}`);
  const room = await person.page.$eval('main', (main) => getComputedStyle(main).paddingLeft);
  expect(room).toBe('0px');
  await person.page.emulateMediaType();
  await person.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  const pdf = await person.page.pdf({ format: 'A4' });
  expect(pdf.length).toBeGreaterThan(1000);
  if (PICTURES !== undefined) writeFileSync(join(PICTURES, `${name}.pdf`), pdf);
}

testIn(LOOKS)('a forgotten password is chosen anew by mail: $language', async (as) => {
  const words = textsOf(as.language).signIn;
  const { email } = accountOf('support');
  const person = await running.chromium.person(service.stack.adminUrl, as);
  await person.open('/sign-in');
  await person.click('link', words.forgotten.link);
  await person.see(words.forgotten.title);
  await person.picture('forgotten', 'screen');
  const sent = post.mails.length;
  await person.fill(words.email, email);
  await person.click('button', words.forgotten.submit);
  await person.see(words.forgotten.sentTitle);
  await person.picture('forgotten-sent', 'screen');
  while (post.mails.length === sent) await person.pause();
  const password = `nova lozinka za podršku ${createHash('sha1').update(as.language).digest('hex')}`;
  await person.open(`/new-password#${tokenIn(post.mailTo(email))}`);
  await person.fill(words.invitation.password, password);
  await person.fill(words.invitation.repeat, password);
  await person.picture('new-password', 'screen');
  await person.click('button', words.invitation.submit);
  await person.see(words.invitation.done);
  expect(person.complaints).toEqual([]);
  await person.close();
  const again = await enter({ email, password }, as);
  await again.open(`${home}/invoices?environment=test`);
  await again.picture('support-invoices', 'screen');
  await again.close();
});
