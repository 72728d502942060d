// `npm run bench:claims`: what taking a sale in hand costs while 100 000 wait, after a million were done,
// and while a snapshot (a backup) has been open all the while, so that nothing could be swept out.

import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { claimNextSale, requestFiscalization } from '@fiscal/db/fiscalization';
import { seedDraft } from '@fiscal/db/testing';
import { NO_HORIZON, readSalesHorizon } from '@fiscal/db/work';
import { createTestDatabase } from '@fiscal/testbed';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { sampleComputed, sampleRequest, sampleSeller } from './sample.ts';
import { createShop } from './shop.ts';

const WAITING = 100_000;
const DONE = 1_000_000;
const BATCHES = 20;
const CLAIMS = 400;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Sales that were taken and done within the last hour, in the order of their turns. */
const TAKE_AND_FORGET = `
  with added as (
    select gen_random_uuid() as id, now() - ($1 - n) * interval '1 hour' / ${DONE} as turn
    from generate_series($2::int, $3::int) n
  )
  insert into work (subject_id, kind, company_id, environment, scheduled_at)
  select id, 'fiscalize', id, 'test', turn from added`;

async function fill(client: pg.Client): Promise<void> {
  const each = DONE / BATCHES;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await client.query(TAKE_AND_FORGET, [DONE, batch * each, (batch + 1) * each - 1]);
    await client.query(
      `update work set token = gen_random_uuid(), attempts = 1, leased_until = now()`,
    );
    await client.query('delete from work');
  }
  await client.query(
    `insert into work (subject_id, kind, company_id, environment, scheduled_at)
     select gen_random_uuid(), 'fiscalize', gen_random_uuid(), 'test',
            now() + n * interval '1 ms' from generate_series(1, ${WAITING}) n`,
  );
}

async function addSales(db: Database, count: number): Promise<void> {
  const shop = await createShop(db);
  const request = sampleRequest(3);
  const scope = { companyId: shop.companyId, environment: 'test' as const };
  for (let i = 0; i < count; i += 1) {
    const id = uuidv7();
    await seedDraft(db, {
      ...{ id, ...shop, environment: 'test', apiKeyId: uuidv7(), request },
      ...{ computed: sampleComputed(request), warnings: [], pricesIncludeVat: false },
      ...{ seller: sampleSeller, originalId: null },
    });
    await requestFiscalization(db, scope, id, -10_000);
  }
}

/** Milliseconds of each claim. @param horizon null for claims that begin at the beginning. */
async function timeClaims(db: Database, horizon: Date | null): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < CLAIMS / 2; i += 1) {
    const begun = performance.now();
    const claimed = await claimNextSale(db, 'test', {
      ...{ leaseMs: 600_000, horizon: horizon ?? NO_HORIZON },
    });
    times.push(performance.now() - begun);
    if (!claimed) throw new Error('nothing could be claimed');
  }
  return times.toSorted((a, b) => a - b);
}

function report(what: string, times: number[]): void {
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  say(`  ${what.padEnd(40)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

async function main(): Promise<void> {
  const database = await createTestDatabase();
  const onError = () => undefined;
  const options = { url: database.url, maxConnections: 4, applicationName: 'bench', onError };
  const db = openDatabase(options);
  const backup = new pg.Client({ connectionString: database.url });
  const filler = new pg.Client({ connectionString: database.url });
  await backup.connect();
  await filler.connect();
  await backup.query('begin isolation level repeatable read');
  await backup.query('select count(*) from work');
  await addSales(db, CLAIMS);
  report('claims of an empty table', await timeClaims(db, null));
  await filler.query(`delete from work where kind <> 'fiscalize'`);
  await filler.query(`create table kept as select * from work`);
  await fill(filler);
  await filler.query('insert into work select * from kept where leased_until is null');
  const begun = performance.now();
  const horizon = await readSalesHorizon(db, 'test', NO_HORIZON);
  const wholeMs = performance.now() - begun;
  say(`${WAITING} wait, ${DONE} were done, a snapshot is open all the while`);
  report('claims from the horizon', await timeClaims(db, horizon));
  say(`  the horizon itself, from the beginning    ${wholeMs.toFixed(0)} ms, every ten minutes`);
  await backup.end();
  await filler.end();
  await db.close();
  await database.drop();
}

await main();
