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
/** Pages end often, of either cause. */
const SMALL_PAGE = { limit: 20, budgetMs: 0 };
const ALL = { companyId: null, environment: 'test' } as const;

const db = useTestDatabase();
let shop: SampleShop;
let periods: number;
beforeAll(async () => {
  shop = await createSampleShop(db);
  const { year } = sampleRowOf(shop);
  await addManyInvoices(db.url, shop, { count: COUNT, year, oneIn: 100 });
  await addEqualInstants();
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

// None in an index; beside a word that every second has; beside one that few have.
test.each(['xq', 'k 12', 'narudzba 12 34', 'Kupac 40 pa 99', '4712 12 u'])(
  'parts of one and two characters are found as a plain scan finds them: %j',
  async (search) => {
    const likes = search.split(' ').map((part) => `words like searched_form('%${part}%', 'd')`);
    for (const scope of [scopeOf(shop), ALL]) {
      const { rows } = await db.owner.pool.query<{ id: string }>(
        `select invoice_id as id from invoice_search
         where ($1::uuid is null or company_id = $1) and ${likes.join(' and ')}
         order by created_at desc, invoice_id desc`,
        [scope.companyId],
      );
      const found: string[] = [];
      let after: InvoicePosition | null = null;
      do {
        const page = await searchPanelInvoices(db.api, scope, { search }, after, SMALL_PAGE);
        found.push(...page.found.map(({ id }) => id));
        const isFull = page.found.length === SMALL_PAGE.limit;
        after = isFull ? page.found.at(-1)! : page.searchedTo;
      } while (after !== null);
      expect(found).toEqual(rows.map(({ id }) => id));
    }
  },
);

test('a walk without time ends after the first that are compared', async () => {
  const { rows } = await db.owner.pool.query<{ id: string; createdAt: Date }>(
    `select id, created_at as "createdAt" from invoice where company_id = $1
     order by created_at desc, id desc offset 1999 limit 1`,
    [shop.companyId],
  );
  const page = await searchPanelInvoices(db.api, scopeOf(shop), { search: 'xq' }, null, SMALL_PAGE);
  expect(page).toEqual({ found: [], searchedTo: rows[0] });
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

/** Another company's drafts, three at each of many instants. */
async function addEqualInstants() {
  const others = await createSampleShop(db);
  await db.owner.pool.query(
    `with new as materialized (
       select s.*, gen_random_uuid() as id from invoice_search s, generate_series(1, 3)
       where company_id = $1 and words like '%12%'
     ), added as (
       insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, created_at)
       select id, $2, environment, $3, 'Draft', 'INVOICE', 'Cash', 'BANKNOTE', 0, created_at from new
     )
     insert into invoice_search (environment, created_at, invoice_id, company_id, total, words)
     select environment, created_at, id, $2, total, words from new`,
    [shop.companyId, others.companyId, others.cashRegisterId],
  );
}
