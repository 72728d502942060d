// The first pages of a company and of operators, and what pages say while nothing arrives.

import { expect, test } from '@jest/globals';
import { seedShop } from './seeded-company.ts';
import type { Look } from './browser.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const { today, overview, shell, companies } = textsOf('en');

const { service, chromium, enter } = await startPanel({
  environment: { EFI_FAILURES_TO_OPEN: '100000' },
});
const shop = await seedShop(service, {
  ...{ company: 'Pekara Žitić', address: 'Njegoševa 1', town: 'Nikšić', register: 'Kasa' },
  ...{ key: 'Kasa 1', member: 'Milica Žitić', items: ['Hljeb'], buyer: 'Kupac d.o.o.' },
  ...{ note: 'Sto 4', reason: 'Prodato ponovo', refusal: 'Refused' },
});
const home = `${shop.path}?environment=test`;

const LOOKS: Look[] = (['me', 'en'] as const).flatMap((language) => [
  { language, screen: 'desktop', scheme: 'light' },
  { language, screen: 'phone', scheme: 'dark' },
]);

test.each(LOOKS)('a company lands on its day ($language, $screen, $scheme)', async (look) => {
  const texts = textsOf(look.language);
  const owner = await enter(shop.admin, look);
  await owner.open(home);
  await owner.see(texts.today.title);
  await owner.see(texts.today.well.bad);
  await owner.seeNo(texts.today.well.good);
  await owner.rest();
  await owner.picture('today');
  expect(owner.complaints).toEqual([]);
  await owner.close();
  const operator = await enter(undefined, look);
  await operator.open('/overview');
  await operator.see(texts.overview.work.title);
  await operator.rest();
  await operator.picture('overview');
  expect(operator.complaints).toEqual([]);
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

test('a device without a network gets an answer, and every page recovers by itself', async () => {
  const owner = await enter(shop.admin);
  await owner.open(home);
  await owner.see(today.sales.title);
  await owner.page.setOfflineMode(true);
  await owner.see(shell.away.title);
  // A page that was never loaded.
  await owner.click('link', shell.nav.audit);
  await owner.see(shell.away.page);
  await owner.picture('offline', 'screen');
  await owner.page.setOfflineMode(false);
  await owner.see(textsOf('en').audit.title);
  await owner.seeNo(shell.away.title);
  await owner.close();
});

test('a stream that says nothing is shown as such within seconds', async () => {
  const owner = await chromium.person(service.stack.adminUrl);
  // As behind a proxy that keeps what comes through it.
  await owner.page.evaluateOnNewDocument(() => {
    class Silent {
      onopen: (() => void) | null = null;
      constructor() {
        setTimeout(() => this.onopen?.(), 10);
      }
      addEventListener() {}
      close() {}
    }
    Object.assign(window, { EventSource: Silent });
  });
  await owner.signIn(shop.admin);
  await owner.open(`${shop.path}/profile?environment=test`);
  await owner.see(companies.profile.title);
  await owner.see(shell.away.silent);
  await owner.picture('silent', 'screen');
  await owner.close();
});

test('an operator finds an invoice from the first page', async () => {
  const operator = await enter();
  await operator.see(overview.search.label);
  await operator.fill(overview.search.label, '12,50');
  await operator.click('button', overview.search.submit);
  await operator.page.waitForFunction(() => window.location.search === '?search=12%2C50');
  await operator.close();
});
