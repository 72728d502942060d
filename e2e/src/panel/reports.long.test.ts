// An owner whom an inspector asks for yesterday's report, on a phone; and the inspector's own view.

import { expect, test } from '@jest/globals';
import { inviteAdmin } from '../admin/company-admin.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { violationsOf } from './accessibility.ts';
import type { Look, PanelUser } from './browser.ts';
import type { Body } from '../service/running-service.ts';
import { startPanel } from './running-panel.ts';
import { sentenceIn, textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const PHONE: Look = { screen: 'phone', scheme: 'dark', language: 'me' };
const LOOKS: Look[] = [PHONE, { screen: 'desktop', scheme: 'light', language: 'en' }];

const { service, chromium, companyId, enter } = await startPanel({ prints: true });
const operator = await openPanel(service, service.stack.demo.operator);
const owner = await inviteAdmin(service, operator, companyId);
const accountant = await inviteAdmin(service, operator, companyId, 'accountant', 'accountant');
const home = `/companies/${companyId}`;
await service.fiscalized();
let sold = 1;

// One that a customer holds although the authority has refused it.
const REFUSAL = 'Kod operatera nije aktivan';
await service.holdAuthority();
const { body: refused } = await service.createAndPrint();
await service.releaseAuthority();
await service.script({ type: 'fault', code: 11, message: REFUSAL });
await service.deliverNow();
await service.until(String((refused as Body).id), 'Failed');

/** Where the link of this name leads, and what comes from there. */
async function fetched({ page }: PanelUser, name: string) {
  const link = await page.waitForSelector(`::-p-aria([name="${name}"][role="link"])`);
  return link!.evaluate(async (anchor) => {
    const { href, target } = anchor as HTMLAnchorElement;
    let response = await fetch(href);
    // A busy machine has not printed it in time, and says to ask again.
    while (response.status === 503) response = await fetch(href);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const begin = String.fromCharCode(...bytes.slice(0, 5));
    return { href, target, status: response.status, begin, size: bytes.length };
  });
}

async function look(person: PanelUser, name: string): Promise<void> {
  await person.rest();
  const excess = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await person.picture(name);
  expect(excess).toBe(0);
  expect(await violationsOf(person.page)).toEqual([]);
  expect(person.complaints).toEqual([]);
}

testIn(LOOKS)('yesterday is three taps from home to paper ($screen, $language)', async (as) => {
  const words = textsOf(as.language);
  const person = await enter(owner, as);
  await person.open(`${home}?environment=test`);
  await person.click('link', words.today.report);
  await person.see(words.reports.name.day);
  await person.see(words.reports.forDeposit);
  await look(person, 'reports-day');
  // The second tap opens it, the third is the browser's own to print it.
  const pdf = await fetched(person, 'PDF (A4)');
  expect(pdf).toMatchObject({ target: '_blank', status: 200, begin: '%PDF-' });
  expect(new URL(pdf.href).searchParams.get('date')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await fetched(person, 'PDF (80 mm)')).toMatchObject({ status: 200, begin: '%PDF-' });
  expect(await fetched(person, 'CSV')).toMatchObject({ status: 200 });
  expect(await fetched(person, 'Excel (XLSX)')).toMatchObject({ status: 200, begin: /^PK/ });

  await person.choose(words.reports.which, 'state');
  await person.see(words.invoices.paymentMethod.ACCOUNT);
  const reason = `The tax authority refused the invoice (code 11): ${REFUSAL}`;
  await person.see(sentenceIn(as.language, reason));
  await look(person, 'reports-state');
  for (const report of ['period', 'corrective-journal']) {
    await person.choose(words.reports.which, report);
    await person.see(words.reports.day.from);
    expect(await fetched(person, 'CSV')).toMatchObject({ status: 200 });
  }
  await service.fiscalized();
  await person.choose(words.reports.which, 'state');
  await person.see(words.reports.count.replace('{{count}}', String((sold += 1))));
  await person.close();
});

test('an accountant reads reports and opens no inspection; an operator has none', async () => {
  const { reports, shell } = textsOf('en');
  const reader = await enter(accountant);
  await reader.open(`${home}/reports?environment=test`);
  await reader.see(reports.forDeposit);
  await reader.seeNo(reports.inspection.title);
  await reader.close();
  const stranger = await enter();
  await stranger.open(`${home}/today?environment=test`);
  await stranger.see(shell.nav.numbers);
  await stranger.seeNo(shell.nav.reports);
  await stranger.open(`${home}/reports?environment=test`);
  await stranger.see(shell.noAccess.title);
  await stranger.close();
});

testIn(LOOKS)('an inspector sees reports and no more ($screen, $language)', async (as) => {
  const { audit, reports, inspector, today, invoices } = textsOf(as.language);
  const person = await enter(owner, as);
  await person.open(`${home}/reports?environment=test`);
  await person.click('button', reports.inspection.open);
  await person.see(reports.inspection.link);
  await look(person, 'inspection-opened');
  const link = await person.page.waitForSelector(
    `::-p-aria([name="${reports.inspection.here}"][role="link"])`,
  );
  const href = await link!.evaluate((anchor) => (anchor as HTMLAnchorElement).href);

  const till = await chromium.person(service.stack.adminUrl, as);
  await till.open(href.slice(href.indexOf('/inspection')));
  await till.see(reports.name.day);
  await till.see(inspector.values);
  await till.choose(reports.which, 'state');
  await till.see(invoices.paymentMethod.ACCOUNT);
  await look(till, 'inspection');
  for (const report of ['state', 'period', 'offline-journal']) {
    await till.choose(reports.which, report);
    await look(till, `inspection-${report}`);
    for (const paper of ['PDF (A4)', 'PDF (80 mm)']) {
      const pdf = await fetched(till, paper);
      expect(pdf).toMatchObject({ status: 200, begin: '%PDF-' });
      expect(pdf.href).toContain(`/reports/${report}?`);
    }
  }
  const others = await till.page.evaluate(async (company) => {
    const paths = [
      'session',
      `companies/${company}`,
      `companies/${company}/invoices?environment=test`,
    ];
    return Promise.all(paths.map(async (path) => (await fetch(`/admin/api/${path}`)).status));
  }, companyId);
  expect(others).toEqual([401, 404, 404]);
  const read = await service.query(
    `select after from audit_log where action = 'inspection.read' and actor like 'inspection:%'`,
  );
  expect(JSON.stringify(read)).toMatch(/"report": ?"state".*|"80mm"/);

  // As if its hour were over.
  await service.query(`update user_session set expires_at = now() where inspection = 'test'`);
  await till.page.reload();
  await till.see(reports.inspection.over);
  await look(till, 'inspection-over');
  await till.close();

  // The owner finds it from what the owner did.
  await person.open(`${home}/audit`);
  await person.click('button', audit.allAbout);
  const { entered, read: given } = audit.actions.inspection;
  await person.page.waitForFunction(
    (list, ...actions) => {
      const rows = document.querySelector<HTMLElement>(`[aria-label="${list}"]`);
      return actions.every((action) => rows?.innerText.includes(action));
    },
    {},
    audit.list,
    entered,
    given,
  );
  await look(person, 'inspection-audit');
  await person.open(`${home}/reports?environment=test`);

  // On the owner's own device it takes the place of the session.
  await person.click('button', reports.inspection.open);
  await person.click('link', reports.inspection.here);
  await person.see(inspector.values);
  await person.open(`${home}/today?environment=test`);
  await person.seeNo(today.title);
  await person.close();
});
