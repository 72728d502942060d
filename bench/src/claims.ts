// `npm run bench:claims`: the duration of a claim while 100 000 sales wait, after a million were
// done, and while a snapshot (a backup) is open, so that PostgreSQL can remove no dead row.

import type { Database } from '@fiscal/db/connection';
import { claimNextSale, requestFiscalization } from '@fiscal/db/fiscalization';
import { seedDraft } from '@fiscal/db/testing';
import { NO_HORIZON, readSalesHorizon } from '@fiscal/db/work';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { timed } from './rounds.ts';
import { sampleComputed, sampleRequest, sampleSeller } from './sample.ts';
import { createShop, withNewDatabase } from './shop.ts';
import { say, textOfTimes } from './table.ts';

const WAITING = 100_000;
const DONE = 1_000_000;
const BATCHES = 20;
/** Of each side: a p99 of fewer is the time of a few outliers. */
const CLAIMS = 2_000;
/** As the worker reads it: apps/worker/src/lanes/horizon.ts. */
const READ_HORIZON_EVERY_MS = 1_000;

/**
 * Sales that were claimed and done within the last hour, in the order of their scheduled times;
 * each is its own company.
 */
const ADD_DONE = `
  with added as (
    select gen_random_uuid() as id, now() - ($1 - n) * interval '1 hour' / ${DONE} as at
    from generate_series($2::int, $3::int) n
  )
  insert into work (subject_id, kind, company_id, environment, scheduled_at)
  select id, 'fiscalize', id, 'test', at from added`;

async function fill(client: pg.Client): Promise<void> {
  const each = DONE / BATCHES;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await client.query(ADD_DONE, [DONE, batch * each, (batch + 1) * each - 1]);
    await client.query(
      `update work set token = gen_random_uuid(), attempts = 1, leased_until = now()
       where company_id = subject_id`,
    );
    await client.query('delete from work where company_id = subject_id');
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
      id,
      ...shop,
      environment: 'test',
      apiKeyId: uuidv7(),
      request,
      computed: sampleComputed(request),
      warnings: [],
      pricesIncludeVat: false,
      seller: sampleSeller,
      originalId: null,
    });
    await requestFiscalization(db, scope, id, -10_000);
  }
}

/** @returns milliseconds of each claim. */
async function timeClaims(db: Database, client: pg.Client): Promise<number[]> {
  await client.query('checkpoint');
  const times: number[] = [];
  let { horizon } = await readSalesHorizon(db, 'test', NO_HORIZON);
  let readAt = performance.now();
  for (let i = 0; i < CLAIMS; i += 1) {
    if (performance.now() - readAt > READ_HORIZON_EVERY_MS) {
      ({ horizon } = await readSalesHorizon(db, 'test', horizon));
      readAt = performance.now();
    }
    const begun = performance.now();
    const claimed = await claimNextSale(db, 'test', { leaseMs: 600_000, horizon });
    times.push(performance.now() - begun);
    if (!claimed) throw new Error('nothing could be claimed');
    // As its outcome does: the row of work is deleted with it.
    const { subjectId, token } = claimed.claim;
    await client.query(
      `delete from work where subject_id = $1 and kind = 'fiscalize' and token = $2`,
      [subjectId, token],
    );
  }
  return times;
}

function report(what: string, times: number[]): void {
  say(`  ${what.padEnd(40)} ${textOfTimes(times)}`);
}

await withNewDatabase(4, async (db, url) => {
  const backup = new pg.Client({ connectionString: url });
  const filler = new pg.Client({ connectionString: url });
  await backup.connect();
  await filler.connect();
  await backup.query('begin isolation level repeatable read');
  await backup.query('select count(*) from work');
  await addSales(db, 2 * CLAIMS);
  report('claims of an empty table', await timeClaims(db, filler));
  await filler.query(`delete from work where kind <> 'fiscalize'`);
  await fill(filler);
  await filler.query('checkpoint');
  const wholeMs = await timed(() => readSalesHorizon(db, 'test', NO_HORIZON));
  say(`${WAITING} wait, ${DONE} were done, a snapshot is open all the while`);
  report('claims from the horizon', await timeClaims(db, filler));
  say(`  the horizon itself, from the beginning    ${wholeMs.toFixed(0)} ms`);
  await backup.end();
  await filler.end();
});
