// Work that is seen later than its time: its transaction waited at its commit, for a standby or a
// disk.

import { claimNextDelivery, claimNextSale } from '@fiscal/db/fiscalization';
import { claimNextPrint } from '@fiscal/db/print';
import { readHorizons } from '@fiscal/db/work';
import type { Horizons, LookedFor } from '@fiscal/db/work';
import { afterEach, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createSampleDraft } from '../../../../packages/db/src/testing/sample-invoices.ts';
import { useSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import { createHorizons } from './horizon.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);
afterEach(async () => {
  await db.owner.pool.query('delete from work');
});

type Kind = 'fiscalize' | 'deliver' | 'print' | 'print_at_once';
const KINDS: Kind[] = ['fiscalize', 'deliver', 'print', 'print_at_once'];

const read = (earlier: Partial<Horizons>) => readHorizons(db.worker, earlier);

/** @returns the id of the invoice whose work was claimed. */
async function claim(kind: Kind, horizon: Date): Promise<string | undefined> {
  const options = { leaseMs: 60_000, horizon };
  switch (kind) {
    case 'fiscalize':
      return (await claimNextSale(db.worker, 'test', options))?.invoice.id;
    case 'deliver': {
      const scope = { environments: ['test'] as const, skipped: [] };
      return (await claimNextDelivery(db.worker, { ...options, ...scope }))?.invoice.id;
    }
    default:
      return (await claimNextPrint(db.worker, 60_000, () => horizon))?.subjectId;
  }
}

const INSERT = `insert into work (subject_id, kind, company_id, environment, scheduled_at)
  values ($1, $2, $3, 'test', now() - $4 * interval '1 second')`;
/** Behind the horizon where nothing waits. */
const LATE_S = 120;

async function addWork(kind: Kind | 'key_operation', agoS: number): Promise<string> {
  const { id } = await createSampleDraft(db, shop);
  await db.owner.pool.query(INSERT, [id, kind, shop.companyId, agoS]);
  return id;
}

/** Adds late work in a transaction that is open until it is told. */
async function holdWork(kind: Kind): Promise<{ id: string; commit: () => Promise<void> }> {
  const { id } = await createSampleDraft(db, shop);
  const client = await db.owner.pool.connect();
  await client.query('begin');
  await client.query(INSERT, [id, kind, shop.companyId, LATE_S]);
  const commit = async () => {
    await client.query('commit');
    client.release();
  };
  return { id, commit };
}

/** A horizon that is read by a clock of the test. */
function openHorizon(readFrom: typeof read, kind: Kind, isIdle = false) {
  let now = 0;
  const horizons = createHorizons(readFrom, () => now);
  const current = horizons.keep(kind === 'fiscalize' ? 'test' : kind, () => isIdle);
  return {
    current,
    mayWait: horizons.mayWait,
    /** Reads once a second for so long. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        now += 1_000;
        await horizons.read();
      }
    },
    stall(seconds: number) {
      now += seconds * 1_000;
    },
  };
}

describe.each(KINDS)('work of the kind %s that is committed late', (kind) => {
  test('is claimed as soon as it is seen, beside newer work of a lane that is never idle', async () => {
    const horizon = openHorizon(read, kind);
    await horizon.pass(1);
    const late = await holdWork(kind);
    await horizon.pass(12);
    const newer = await addWork(kind, 1);
    expect(await claim(kind, horizon.current())).toBe(newer);
    await late.commit();
    await addWork(kind, 1);
    await horizon.pass(1);
    expect(await claim(kind, horizon.current())).toBe(late.id);
  });
});

describe('work behind the horizon, whose transaction no read has seen, is claimed', () => {
  const readAlone = async (earlier: Partial<Horizons>) => ({
    ...(await read(earlier)),
    inProgress: [],
  });
  const missed = async (horizon: ReturnType<typeof openHorizon>) => {
    await horizon.pass(2);
    const id = await addWork('fiscalize', LATE_S);
    await horizon.pass(1);
    expect(await claim('fiscalize', horizon.current())).toBeUndefined();
    return id;
  };

  test('within ten seconds by a lane with an idle slot', async () => {
    const horizon = openHorizon(readAlone, 'fiscalize', true);
    const id = await missed(horizon);
    await horizon.pass(8);
    expect(await claim('fiscalize', horizon.current())).toBe(id);
  });

  test('within ten minutes by one that is busy', async () => {
    const horizon = openHorizon(readAlone, 'fiscalize');
    const id = await missed(horizon);
    await horizon.pass(20);
    expect(await claim('fiscalize', horizon.current())).toBeUndefined();
    await horizon.pass(580);
    expect(await claim('fiscalize', horizon.current())).toBe(id);
  });

  test('after a read that failed', async () => {
    let isAway = false;
    const horizon = openHorizon(
      (earlier) => (isAway ? Promise.reject(new Error('away')) : readAlone(earlier)),
      'fiscalize',
    );
    const id = await missed(horizon);
    isAway = true;
    await expect(horizon.pass(1)).rejects.toThrow('away');
    isAway = false;
    await horizon.pass(1);
    expect(await claim('fiscalize', horizon.current())).toBe(id);
  });

  test('after a stall of the reads', async () => {
    const horizon = openHorizon(readAlone, 'fiscalize');
    const id = await missed(horizon);
    horizon.stall(5);
    await horizon.pass(1);
    expect(await claim('fiscalize', horizon.current())).toBe(id);
  });

  test('where PostgreSQL is another one', async () => {
    const horizon = openHorizon(readAlone, 'fiscalize');
    const id = await missed(horizon);
    await db.owner.pool.query(`insert into database_rollback (noticed_by) values ('a test')`);
    await horizon.pass(1);
    expect(await claim('fiscalize', horizon.current())).toBe(id);
  });
});

describe('a lane looks', () => {
  test.each<[LookedFor, Kind | 'key_operation']>([
    ['test', 'fiscalize'],
    ['deliver', 'deliver'],
    ['print', 'print'],
    ['print_at_once', 'print_at_once'],
    ['key_operation', 'key_operation'],
  ])('for %s while there is some', async (what, kind) => {
    const horizon = openHorizon(read, kind === 'key_operation' ? 'fiscalize' : kind);
    expect(horizon.mayWait(what)).toBe(true);
    await horizon.pass(1);
    expect(horizon.mayWait(what)).toBe(false);
    await addWork(kind, 0);
    await horizon.pass(1);
    expect(horizon.mayWait(what)).toBe(true);
  });

  test('for all where it is not known whether there is any', async () => {
    let isAway = false;
    const horizon = openHorizon(
      (earlier) => (isAway ? Promise.reject(new Error('away')) : read(earlier)),
      'fiscalize',
    );
    await horizon.pass(1);
    expect(horizon.mayWait('cash')).toBe(false);
    isAway = true;
    await expect(horizon.pass(1)).rejects.toThrow('away');
    expect(horizon.mayWait('cash')).toBe(true);
  });

  // The withdrawal stays: none is ever deleted.
  test('for cash while a deposit is offline, or a withdrawal pending or offline', async () => {
    const horizon = openHorizon(read, 'fiscalize');
    await db.owner.pool.query(
      `insert into cash_deposit (id, cash_register_id, tcr_code, local_date, status)
       values (gen_random_uuid(), $1, 'zz463gy579', now(), 'offline')`,
      [shop.cashRegisterId],
    );
    await horizon.pass(1);
    expect(horizon.mayWait('cash')).toBe(true);
    await db.owner.pool.query('delete from cash_deposit');
    await horizon.pass(1);
    expect(horizon.mayWait('cash')).toBe(false);
    await db.owner.pool.query(
      `insert into withdrawal (id, company_id, environment, cash_register_id, tcr_code,
         local_date, cash_amount, warnings, deliver_before)
       values (gen_random_uuid(), $1, 'test', $2, 'zz463gy579', now(), '1.00', '[]', now())`,
      [shop.companyId, shop.cashRegisterId],
    );
    for (const status of ['pending', 'offline']) {
      await db.owner.pool.query('update withdrawal set status = $1::cash_deposit_status', [status]);
      await horizon.pass(1);
      expect(horizon.mayWait('cash')).toBe(true);
    }
  });
});
