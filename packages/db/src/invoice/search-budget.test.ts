// A search whose time is used up goes on where it stopped, and finds the same.

import { addManyInvoices } from '@fiscal/testbed';
import { beforeAll, expect, test } from '@jest/globals';
import { createSampleShop, sampleRowOf, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import type { InvoicePosition } from './invoice-list.ts';
import { listPanelInvoices, searchPanelInvoices } from './panel-invoices.ts';

/** One a minute: 35 days, which two or three periods of the index share. */
const COUNT = 50_000;
const MOST_CALLS = 10;

const db = useTestDatabase();
let shop: SampleShop;
let periods: number;
beforeAll(async () => {
  shop = await createSampleShop(db);
  const { year } = sampleRowOf(shop);
  await addManyInvoices(db.url, shop, { count: COUNT, year, oneIn: 100 });
  const { rows } = await db.owner.pool.query(
    `select distinct search_period(created_at) from invoice_search`,
  );
  periods = rows.length;
});

test.each([
  { search: 'narudzba-4712' },
  { search: '4712' },
  { search: 'narudzba-4712', typeOfInvoice: 'NonCash' },
  { search: 'ništa slično' },
] as const)('a search without time reads one period a call: %j', async (filter) => {
  const found: string[] = [];
  let calls = 0;
  let after: InvoicePosition | null = null;
  do {
    const extent = { limit: COUNT, budgetMs: 0 };
    const page = await searchPanelInvoices(db.api, scopeOf(shop), filter, after, extent);
    found.push(...page.found.map(({ id }) => id));
    after = page.searchedTo;
    calls += 1;
  } while (after !== null && calls < MOST_CALLS);
  expect(calls).toBe(periods);
  expect(periods).toBeGreaterThan(1);
  const atOnce = await listPanelInvoices(db.api, scopeOf(shop), filter, null, COUNT);
  expect(found).toEqual(atOnce.map(({ id }) => id));
});

test('a full page is no search that goes on', async () => {
  const extent = { limit: 3, budgetMs: 0 };
  const page = await searchPanelInvoices(
    db.api,
    scopeOf(shop),
    { search: 'narudzba' },
    null,
    extent,
  );
  expect(page).toMatchObject({ found: { length: 3 }, searchedTo: null });
});
