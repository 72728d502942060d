// The first pages of a company and of operators, and what pages say while nothing arrives.

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { violationsOf } from './accessibility.ts';
import { seedShop } from './seeded-company.ts';
import type { Look } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';
import { testIn } from './tours/looks.ts';

const { today, overview, operations, shell } = textsOf('en');
const NIGHT: Look = { language: 'me', screen: 'phone', scheme: 'dark' };

const { service, chromium, companyId, enter } = await startPanel({
  prints: true,
  environment: { EFI_FAILURES_TO_OPEN: '100000' },
});
const shop = await seedShop(service, {
  company: 'Pekara Žitić',
  address: 'Njegoševa 1',
  town: 'Nikšić',
  register: 'Kasa',
  key: 'Kasa 1',
  member: 'Milica Žitić',
  items: ['Hljeb'],
  buyer: 'Kupac d.o.o.',
  note: 'Sto 4',
  reason: 'Prodato ponovo',
  refusal: 'Refused',
});
const home = `${shop.path}?environment=test`;

beforeAll(async () => {
  // Live work of one company, and a certificate of another one that ends.
  const [register] = await service.query(
    `insert into cash_register (id, company_id, environment, name, internal_id, business_unit_code,
       operator_code, software_code, maintainer_code, updated_at)
     select $1, company_id, 'live', name, internal_id, business_unit_code, operator_code, software_code,
       maintainer_code, now()
     from cash_register where id = $2 returning id`,
    [randomUUID(), shop.till.cashRegisterId],
  );
  for (const [status, iic] of [
    ['Failed', 'A'.repeat(32)],
    ['Offline', 'B'.repeat(32)],
  ]) {
    await service.query(
      `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, iic, invoice_number, issued_at, offline_since,
         deliver_before, failure, created_at)
       values ($1, $2, 'live', $3, $4, 'INVOICE', 'Cash', 'BANKNOTE', 0, $5, $5, now(), now(),
         now() + interval '48 hours', '{"code":"EFI_REFUSED"}', now())`,
      [randomUUID(), shop.companyId, register!.id, status, iic],
    );
  }
  await service.query(
    `update certificate set not_after = now() + interval '20 days'
     where company_id = $1 and environment = 'live'`,
    [companyId],
  );
});

const LOOKS: Look[] = (['me', 'en'] as const).flatMap((language) => [
  { language, screen: 'desktop', scheme: 'light' },
  { language, screen: 'phone', scheme: 'dark' },
]);

testIn(LOOKS)('people begin with what is now ($language, $screen, $scheme)', async (look) => {
  const texts = textsOf(look.language);
  const owner = await enter(shop.admin, look);
  await owner.open(home);
  await owner.see(texts.today.well.bad);
  await owner.seeNo(texts.today.well.good);
  await owner.rest();
  await owner.picture('today');
  expect(await violationsOf(owner.page)).toEqual([]);
  expect(owner.complaints).toEqual([]);
  await owner.close();
  const operator = await enter(undefined, look);
  await operator.open('/overview');
  await operator.see('Pekara Žitić');
  await operator.see(texts.overview.certificates.left);
  await operator.see('Knjižara');
  await operator.see(`${texts.shell.environment.live}: ${texts.overview.authority.answers}`);
  // The deadline of what waits, as a badge.
  await operator.see(texts.shell.deadline.calm.replace('{{time}}', '').trim());
  await operator.rest();
  await operator.picture('overview');
  expect(await violationsOf(operator.page)).toEqual([]);
  expect(operator.complaints).toEqual([]);
  await operator.close();
});

test('all is well only where it is: refused sales show at once, also on the page of health', async () => {
  const operator = await enter();
  await operator.open(`/companies/${companyId}/today?environment=test`);
  await operator.see(today.begin.title);
  await operator.seeNo(today.well.good);
  await operator.picture('begin');
  await service.fiscalized();
  await operator.see(today.well.good);
  await operator.rest();
  await operator.picture('well');
  await service.script({ type: 'fault', code: 53, message: 'Refused' }, undefined, 3);
  for (let sale = 0; sale < 3; sale += 1) await service.sell();
  await operator.see(today.problem.failed.replace('{{count}}', '3'));
  await operator.seeNo(today.well.good);
  await operator.open('/operations');
  await operator.see(operations.problem.refused.split(':')[0]!);
  await operator.seeNo(operations.health.good);
  await operator.picture('health');
  await operator.close();
});

test('the numbers beside the menu and the day move on by themselves', async () => {
  const owner = await enter(shop.admin);
  await owner.open(home);
  await owner.see(today.tile.failed);
  const counter = () => owner.page.$eval('[data-tone="failed"]', (each) => each.textContent);
  const before = Number(await counter());
  expect(before).toBeGreaterThan(0);
  const dismissed = { invoiceIds: [shop.invoices.failed], reason: 'Prodato ponovo' };
  await shop.panel.post(`${shop.path}/failed-work/dismiss`, dismissed);
  await owner.page.waitForFunction(
    (was) => Number(document.querySelector('[data-tone="failed"]')?.textContent ?? 0) === was - 1,
    {},
    before,
  );
  await owner.close();
});

test('a device without a network gets a page, and every page recovers by itself', async () => {
  const owner = await enter(shop.admin);
  await owner.open(home);
  await owner.see(today.sales.title);
  await owner.page.setOfflineMode(true);
  await owner.see(shell.away.device);
  // A page that was never loaded.
  await owner.click('link', shell.nav.audit);
  await owner.see(shell.away.page);
  await owner.picture('offline', 'screen');
  await owner.page.setOfflineMode(false);
  await owner.see(textsOf('en').audit.title);
  await owner.seeNo(shell.away.device);
  await owner.close();
});

test('a stream that brings nothing is shown as such within seconds', async () => {
  const owner = await chromium.person(service.stack.adminUrl, NIGHT);
  // As behind a proxy that keeps what comes through it.
  await owner.page.evaluateOnNewDocument(() => {
    Object.assign(window, { EventSource: EventTarget });
    Object.assign(EventTarget.prototype, { close: () => undefined });
  });
  await owner.signIn(shop.admin);
  await owner.open(`${shop.path}/profile?environment=test`);
  await owner.see(textsOf('me').companies.profile.title);
  await owner.see(textsOf('me').shell.away.silent);
  await owner.picture('silent', 'screen');
  await owner.close();
});

test('an operator finds an invoice from the first page', async () => {
  const operator = await enter();
  await operator.open('/');
  await operator.see(overview.search.label);
  await operator.fill(overview.search.label, '12,50');
  await operator.click('button', overview.search.submit);
  await operator.page.waitForFunction(() => window.location.search === '?search=12%2C50');
  await operator.close();
});
