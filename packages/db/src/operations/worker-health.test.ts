import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { OFFLINE_AGES_H, readBacklog } from './backlog.ts';
import { readCompaniesRunningLate, readCompaniesWithFailingPrints } from './companies-concerned.ts';
import { createSampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import {
  deleteOldHealth,
  deleteWorker,
  listWorkers,
  readEfiHealth,
  readLaneRates,
  recordHealth,
} from './worker-health.ts';
import type { EfiMinute, WorkerHeartbeat } from './worker-health.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase({ maxConnections: 12 });

function newBeat(): WorkerHeartbeat {
  return {
    id: randomUUID(),
    host: 'kasa-1',
    pid: 42,
    version: '1.2.3',
    startedAt: new Date('2026-11-21T10:00:00Z'),
    vaultRecipients: ['age1ours'],
    lanes: {
      printing: { inProgress: 1, concurrency: 2, lastConsumedAt: '2026-11-21T10:00:05.000Z' },
    },
    circuits: {
      live: {
        state: 'open',
        since: '2026-11-21T10:00:01.000Z',
        failures: 3,
        unpinned: null,
        disbelief: null,
        silentCompanies: 0,
        receiptCheckSilentSince: null,
        obstacle: null,
      },
    },
  };
}
const minuteAgo = (minutes: number) => new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000);
function efiMinute(minute: Date, own: Partial<EfiMinute>): EfiMinute {
  const none = { registered: 0, refused: 0, unanswered: 0, totalMs: 0, slowestMs: 0 };
  return { environment: 'live', minute, ...none, ...own };
}
const seenBefore = (id: string, ago: string) =>
  db.owner.pool.query(`update worker_heartbeat set seen_at = now() - $2::interval where id = $1`, [
    id,
    ago,
  ]);

describe('what workers report of themselves', () => {
  test('a worker is listed as it last described itself, alive for 15 s', async () => {
    const beat = newBeat();
    await recordHealth(db.worker, beat, [], []);
    const moved = { ...beat, lanes: { printing: { ...beat.lanes.printing!, inProgress: 2 } } };
    await recordHealth(db.worker, moved, [], []);
    const listed = (await listWorkers(db.api)).filter(({ id }) => id === beat.id);
    expect(listed).toEqual([{ ...moved, seenAt: expect.any(Date), isAlive: true }]);
    await seenBefore(beat.id, '16 seconds');
    expect((await listWorkers(db.api)).find(({ id }) => id === beat.id)?.isAlive).toBe(false);
    await deleteWorker(db.worker, { id: beat.id });
    expect((await listWorkers(db.api)).some(({ id }) => id === beat.id)).toBe(false);
  });

  test('what many workers count in the same minutes adds up, and none waits for ever', async () => {
    const minutes = [minuteAgo(1), minuteAgo(2), minuteAgo(3)];
    const efi = minutes.map((minute) =>
      efiMinute(minute, { registered: 2, refused: 1, totalMs: 300, slowestMs: 200 }),
    );
    const lanes = minutes.map((minute) => ({ lane: 'printing', minute, done: 4, failed: 1 }));
    await Promise.all(
      Array.from({ length: 10 }, (_, worker) =>
        worker % 2 === 0
          ? recordHealth(db.worker, newBeat(), efi, lanes)
          : recordHealth(db.worker, newBeat(), efi.toReversed(), lanes.toReversed()),
      ),
    );
    await recordHealth(db.worker, newBeat(), [efiMinute(minutes[0]!, { slowestMs: 900 })], []);
    const read = await readEfiHealth(db.api, { environment: 'live', sinceMinutes: 60 });
    expect(read.map(({ minute }) => minute)).toEqual(minutes.toReversed());
    expect(read[2]).toEqual(
      efiMinute(minutes[0]!, { registered: 20, refused: 10, totalMs: 3_000, slowestMs: 900 }),
    );
    expect(await readEfiHealth(db.api, { environment: 'test', sinceMinutes: 60 })).toEqual([]);
    const sum = { lane: 'printing', done: 40, failed: 10 };
    expect(await readLaneRates(db.api, { sinceMinutes: 60 })).toEqual(
      minutes.toReversed().map((minute) => ({ ...sum, minute })),
    );
  });

  test('a record that fails leaves no half of it', async () => {
    const beat = newBeat();
    const minute = minuteAgo(5);
    const bad = [{ lane: 'printing', minute, done: Number.NaN, failed: 0 }];
    const good = [efiMinute(minute, { registered: 1 })];
    await expect(recordHealth(db.worker, beat, good, bad)).rejects.toThrow();
    expect((await listWorkers(db.api)).some(({ id }) => id === beat.id)).toBe(false);
    expect(
      await readEfiHealth(db.api, { environment: 'live', sinceMinutes: 60 }),
    ).not.toContainEqual(expect.objectContaining({ minute }));
  });

  test('what is old is forgotten, and nothing else', async () => {
    const [dead, alive] = [newBeat(), newBeat()];
    const month = 31 * 24 * 60;
    const lane = { lane: 'registry', done: 1, failed: 0 };
    const old = minuteAgo(month);
    await recordHealth(
      db.worker,
      dead,
      [efiMinute(old, { environment: 'test', registered: 1 })],
      [{ ...lane, minute: old }],
    );
    await recordHealth(
      db.worker,
      alive,
      [efiMinute(minuteAgo(9), { environment: 'test', refused: 1 })],
      [{ ...lane, minute: minuteAgo(9) }],
    );
    await seenBefore(dead.id, '25 hours');
    await deleteOldHealth(db.worker);
    const ids = (await listWorkers(db.api)).map(({ id }) => id);
    expect(ids).toContain(alive.id);
    expect(ids).not.toContain(dead.id);
    expect(
      await readEfiHealth(db.api, { environment: 'test', sinceMinutes: 2 * month }),
    ).toHaveLength(1);
    const rates = await readLaneRates(db.api, { sinceMinutes: 2 * month });
    expect(rates.filter(({ lane: name }) => name === 'registry')).toHaveLength(1);
  });
});

describe('what is behind', () => {
  const countsOf = async (environment: 'test' | 'live') =>
    (await readBacklog(db.api)).offline
      .filter((row) => row.environment === environment)
      .toSorted((a, b) => a.olderThanHours - b.olderThanHours)
      .map(({ count }) => count);

  test('offline invoices and withdrawals are counted by age and environment, zeros included', async () => {
    expect(await countsOf('test')).toEqual(OFFLINE_AGES_H.map(() => 0));
    const shop = await createSampleShop(db);
    for (const hours of [0.5, 13, 41, 47]) {
      const { id } = await createSampleDraft(db, shop);
      await db.owner.pool.query(
        `update invoice set status = 'Offline', offline_since = now() - $2 * interval '1 hour',
                            deliver_before = now(), iic = $3 where id = $1`,
        [id, hours, randomUUID().replaceAll('-', '').toUpperCase()],
      );
    }
    expect(await countsOf('test')).toEqual([4, 3, 3, 2, 2, 1]);
    const other = await createSampleShop(db);
    // The last one can not be delivered any more.
    for (const [status, hours] of [
      ['pending', 0],
      ['offline', 41],
      ['registered', 41],
      ['offline', 49],
    ] as const) {
      await db.owner.pool.query(
        `insert into withdrawal (id, company_id, environment, cash_register_id, tcr_code,
           local_date, cash_amount, warnings, status, created_at, deliver_before)
         select $1, company_id, 'test', id, 'aa111aa111', current_date, '5.00', '[]', $3,
           now() - $4 * interval '1 hour', now() + (48 - $4) * interval '1 hour'
         from cash_register where id = $2`,
        [randomUUID(), other.cashRegisterId, status, hours],
      );
    }
    expect(await countsOf('test')).toEqual([6, 4, 4, 3, 3, 1]);
    expect(await countsOf('live')).toEqual([0, 0, 0, 0, 0, 0]);
    const late = await readCompaniesRunningLate(db.api);
    const ids = [shop.companyId, other.companyId];
    expect(late.map(({ companyId }) => companyId).toSorted()).toEqual(ids.toSorted());
  });

  test('companies whose prints fail again and again are named, once each', async () => {
    const [late, sound] = [await createSampleShop(db), await createSampleShop(db)];
    for (const [shop, attempts] of [
      [late, 3],
      [late, 4],
      [sound, 2],
    ] as const) {
      const { id } = await createSampleDraft(db, shop);
      await db.owner.pool.query(
        `insert into work (subject_id, kind, company_id, environment, scheduled_at, attempts)
         values ($1, 'print', $2, 'test', now(), $3)`,
        [id, shop.companyId, attempts],
      );
    }
    const { companyId } = late;
    expect(await readCompaniesWithFailingPrints(db.api)).toMatchObject([{ companyId, found: 1 }]);
  });

  test('sales that no worker holds are counted, with the age of the oldest', async () => {
    const waitingOf = async () =>
      (await readBacklog(db.api)).waiting.toSorted((x, y) =>
        x.environment.localeCompare(y.environment),
      );
    await db.owner.pool.query('delete from work');
    const nothing = { count: 0, oldestSeconds: 0 };
    expect(await waitingOf()).toEqual([
      { environment: 'live', ...nothing },
      { environment: 'test', ...nothing },
    ]);
    const insert = `
      insert into work (subject_id, kind, company_id, environment, scheduled_at, created_at, leased_until)
      values ($1, 'fiscalize', $1, 'live', now(), now() - $2::interval, now() + $3::interval)`;
    await db.owner.pool.query(insert, [randomUUID(), '90 seconds', '-1 second']);
    await db.owner.pool.query(insert, [randomUUID(), '2 hours', '1 minute']);
    const [live] = await waitingOf();
    expect(live?.count).toBe(1);
    expect(live?.oldestSeconds).toBeGreaterThanOrEqual(90);
    expect(live?.oldestSeconds).toBeLessThan(3_600);
  });
});
