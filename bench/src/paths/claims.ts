// Claiming a sale while 100 000 wait, after many were done, and while a snapshot (a backup) is
// open, so that PostgreSQL can remove no dead row; against claiming where nothing waits.

import type { Database } from '@fiscal/db/connection';
import { claimNextSale, requestFiscalization } from '@fiscal/db/fiscalization';
import { seedDraft } from '@fiscal/db/testing';
import { NO_HORIZON, readHorizons } from '@fiscal/db/work';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { compareInRounds } from '../measuring/rounds.ts';
import type { Bench, Side } from '../measuring/rounds.ts';
import { sampleComputed, sampleRequest, sampleSeller } from '../service/sample.ts';
import { createShop, withNewDatabase } from '../service/shop.ts';

const WAITING = 100_000;
const DONE = 300_000;
const BATCHES = 6;
/** Of each round. */
const CLAIMS = 400;
/** A claim steps over what was done since the horizon was read. */
const GOAL = 0.5;
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
  await client.query('checkpoint');
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

/** Claims so many sales a round, however long that takes. */
function claimsOf(name: string, db: Database, client: pg.Client): Side {
  let horizon = NO_HORIZON;
  let readAt = -Infinity;
  return {
    name,
    async run() {
      for (let i = 0; i < CLAIMS; i += 1) {
        if (performance.now() - readAt > READ_HORIZON_EVERY_MS) {
          horizon = (await readHorizons(db, { test: horizon })).horizons.test;
          readAt = performance.now();
        }
        const claimed = await claimNextSale(db, 'test', { leaseMs: 600_000, horizon });
        if (!claimed) throw new Error('nothing could be claimed');
        // As its outcome does: the row of work is deleted with it.
        const { subjectId, token } = claimed.claim;
        await client.query(
          `delete from work where subject_id = $1 and kind = 'fiscalize' and token = $2`,
          [subjectId, token],
        );
      }
      return CLAIMS;
    },
  };
}

export const benchClaims: Bench = (rounds, report) =>
  withClaims(rounds.count, 'nothing waits', async (baseline) => {
    await withClaims(rounds.count, `${WAITING} wait, ${DONE} done`, async (ours, client, url) => {
      const backup = new pg.Client({ connectionString: url });
      await backup.connect();
      await backup.query('begin isolation level repeatable read');
      await backup.query('select count(*) from work');
      await fill(client);
      const comparison = { path: 'claims: a sale', ours, baseline, goal: GOAL };
      report(await compareInRounds(comparison, rounds));
      await backup.end();
    });
  });

/** A database with as many sales as the rounds claim. */
async function withClaims(
  rounds: number,
  name: string,
  use: (side: Side, client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  await withNewDatabase(4, async (db, url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await addSales(db, (rounds + 1) * CLAIMS);
    await use(claimsOf(name, db, client), client, url);
    await client.end();
  });
}
