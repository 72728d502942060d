import { addManyInvoices } from '@fiscal/testbed';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';
import { createSampleShop, sampleRowOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { readArchivedInvoices, readDaySummary } from './archived-documents.ts';

/** Summer time: the day begins at 22:00 UTC of the day before. */
const DAY = '2026-07-11';

let database: OpenTestDatabase;
let shop: SampleShop;
const reader = () => ({ pool: database.api.pool, objects: null });
const scope = () => ({ companyId: shop.companyId, environment: 'test' as const });

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await createSampleShop(database);
  for (const each of [shop, await createSampleShop(database)]) {
    const { year } = sampleRowOf(each);
    await addManyInvoices(database.url, each, { count: 100, year, oneIn: 50 });
  }
  // Ten a second from the first second of the day on; the last ones from the first of the next.
  await database.owner.pool.query(`
    begin; set local session_replication_role = replica;
    update invoice set issued_at = case when ordinal <= 90
      then timestamptz '2026-07-10T22:00:00Z' + (ordinal / 10) * interval '1 second'
      else timestamptz '2026-07-11T22:00:00Z' end where issued_at is not null;
    commit`);
});
afterAll(() => database.close());

const issued = async (condition: string) => {
  const { rows } = await database.owner.pool.query<{ id: string }>(
    `select id from invoice where company_id = $1 and issued_at is not null and ${condition}
     order by issued_at, id`,
    [shop.companyId],
  );
  return rows.map(({ id }) => id);
};

test('every invoice of a day in Podgorica is read once, and none of another day or company', async () => {
  const read: string[] = [];
  for await (const { id } of readArchivedInvoices(reader(), scope(), DAY)) read.push(id);
  expect(read.length).toBeGreaterThan(80);
  expect(read).toEqual(await issued('ordinal <= 90'));
});

test('the day says which numbers it has, what was registered of them, and what was not', async () => {
  const { registers, open } = await readDaySummary(reader(), scope(), DAY);
  const registered = (await issued(`ordinal <= 90 and status = 'Fiscalized'`)).length;
  const invoices = (await issued('ordinal <= 90')).length;
  expect(open).toBe(invoices - registered);
  expect(open).toBeGreaterThan(0);
  expect(registers).toEqual([
    expect.objectContaining({ lastOrdinal: 90, invoices, total: (registered * 1.21).toFixed(2) }),
  ]);
});
