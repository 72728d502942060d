import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';
import { sellSample } from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { withArchiveOf } from './archive-access.ts';
import { readArchiveLag } from './archive-lag.ts';

const DAY_S = 86_400;
/** A day in which the clocks change is an hour shorter or longer. */
const HOUR_S = 3_600;

let database: OpenTestDatabase;
let shop: SampleShop;
beforeAll(async () => {
  database = await openTestDatabase();
  shop = await createSampleShop(database);
  for (const each of [shop, await createSampleShop(database)]) {
    for (const daysAgo of [6, 3, 1, 0]) await sellAt(each, daysAgo);
  }
});
afterAll(() => database.close());

/** Noon in Podgorica so many days before today. */
const noon = (daysAgo: number) =>
  `(now() at time zone 'Europe/Podgorica')::date - ${daysAgo} + interval '12 hours'`;

async function sellAt(seller: SampleShop, daysAgo: number): Promise<void> {
  const { id } = await sellSample(database, seller);
  await database.owner.pool.query(
    `begin; set local session_replication_role = replica;
     update invoice set issued_at = (${noon(daysAgo)}) at time zone 'Europe/Podgorica' where id = '${id}';
     commit`,
  );
}

let sealed = 0;
async function seal(daysAgo: number): Promise<void> {
  const text = `select (${noon(daysAgo)})::date::text as day`;
  const { rows } = await database.owner.pool.query<{ day: string }>(text);
  sealed += 1;
  const [day, number] = [rows[0]?.day ?? '', sealed];
  const manifest = { manifestSha256: 'a'.repeat(64), isComplete: true, documents: 1 };
  const scope = { companyId: shop.companyId, environment: 'test' as const };
  await withArchiveOf({ pool: database.api.pool, objects: null }, scope, (access) =>
    access.addSeal({ number, day, ...manifest }),
  );
}

test('is counted from the oldest day with sales, since the first seal, that has none', async () => {
  const behind = async () => {
    const [lag, ...others] = await readArchiveLag(database.api, { now: new Date() });
    expect(others).toEqual([]);
    expect(lag?.environment).toBe('test');
    return lag?.behindSeconds ?? NaN;
  };
  expect(await readArchiveLag(database.api, { now: new Date() })).toEqual([]);
  // Nothing was sold on that day, and what was sold before it does not count.
  await seal(5);
  const first = await behind();
  expect(first).toBeGreaterThan(2 * DAY_S - HOUR_S);
  expect(first).toBeLessThan(3 * DAY_S + HOUR_S);
  await seal(1);
  expect(await behind()).toBeCloseTo(first, -3);
  await seal(3);
  expect(await behind()).toBe(0);
});
