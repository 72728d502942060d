import { addManyInvoices } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { openInvoiceStore } from '../invoice/new-invoices.ts';
import { createSampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, sampleRowOf, SAMPLE_SELLER, scopeOf } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { readCompanyDay } from './company-day.ts';

const db = useTestDatabase();

/** What the documents themselves say. */
const FROM_CONTENTS = `
  select floor(extract(epoch from i.created_at - $3) / 3600)::int as hour, i.status::text as outcome,
    count(*)::int as count, sum((c.computed -> 'totals' ->> 'total')::numeric)::text as amount
  from invoice i join invoice_content c on c.invoice_id = i.id
  where i.company_id = $1 and i.environment = $2 and i.created_at >= $3 and i.created_at < $4
    and i.status <> 'Draft' and i.dismissed_at is null
  group by grouping sets ((1, 2), (2)) order by hour, outcome`;

test('a day is summed as its documents say, to the cent', async () => {
  const shop = await createSampleShop(db);
  const neighbour = await createSampleShop(db);
  for (const each of [shop, neighbour]) {
    await addManyInvoices(db.url, each, { ...sampleRowOf(each), count: 3_000, oneIn: 20 });
  }
  const { request, computed, ...draft } = await createSampleDraft(db, shop);
  const store = openInvoiceStore(db.api);
  // The last two are correctives: one takes back a part, one all.
  for (const total of ['0.01', '1234.56', '9999999999.99', '-0.10', '-1234.56']) {
    const totals = { ...computed.totals, total };
    const own = { id: uuidv7(), apiKeyId: null, pricesIncludeVat: false, seller: SAMPLE_SELLER };
    const invoice = { ...draft, ...own, request, computed: { ...computed, totals } };
    await store({ invoice, scheduledInMs: 60_000 });
  }
  await db.owner.pool.query(
    `update invoice set dismissed_at = now(), dismissed_by = 'owner', dismissal_reason = 'sold again'
     where company_id = $1 and status = 'Failed' and right(id::text, 1) < '8'`,
    [shop.companyId],
  );
  const to = new Date(Date.now() + 1_000);
  const from = new Date(to.getTime() - 24 * 3_600_000);
  const { companyId, environment } = scopeOf(shop);
  const { rows } = await db.owner.pool.query(FROM_CONTENTS, [companyId, environment, from, to]);
  const sold = await readCompanyDay(db.api, { companyId, environment }, { from, to });
  expect(sold).toEqual(rows);
  const outcomes = sold.filter(({ hour }) => hour === null).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(['Failed', 'Fiscalized', 'Offline', 'Pending']);
  expect(sold.some(({ amount }) => Number(amount) > 9_999_999_999)).toBe(true);
});
