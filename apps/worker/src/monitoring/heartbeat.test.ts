import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { listWorkers, readEfiHealth, readLaneRates } from '@fiscal/db/operations';
import type { ListedWorker } from '@fiscal/db/operations';
import { until } from '../../../../packages/queue/src/testing/wake-ups.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import type { Exchange } from '../events.ts';
import type { LaneState } from '../lanes/lane.ts';
import { startHeartbeat } from './heartbeat.ts';

const db = useTestDatabase();

/** By the owner: a worker may not. */
const rename = (from: string, to: string) =>
  db.owner.pool.query(`alter table ${from} rename to ${to}`);

function start() {
  const id = randomUUID();
  const counts = { inProgress: 1, done: 0, failed: 0, progressAt: 0 };
  const lane: LaneState = { concurrency: 2, lastConsumedAt: null, ...counts };
  const since = new Date('2026-11-21T10:00:00Z');
  const errors: Error[] = [];
  const heartbeat = startHeartbeat({
    db: db.worker,
    worker: {
      id,
      host: 'kasa-1',
      pid: 7,
      version: '1.0.0',
      startedAt: since,
      vaultRecipients: ['age1ours'],
    },
    lanes: () => ({ [id]: lane }),
    circuits: () => ({
      test: { ...well, state: 'closed', since, failures: 0 },
      live: {
        ...well,
        state: 'open',
        since,
        failures: 4,
        disbelief: { since, reason: 'not-pinned', detail: 'Another one.' },
      },
    }),
    onError: (error) => errors.push(error),
    everyMs: 50,
  });
  const listed = async () => (await listWorkers(db.worker)).find((worker) => worker.id === id);
  const rate = async () => {
    const rows = (await readLaneRates(db.worker, { sinceMinutes: 60 })).filter(
      (row) => row.lane === id,
    );
    return rows.reduce((sum, { done, failed }) => [sum[0]! + done, sum[1]! + failed], [0, 0]);
  };
  const untilListed = async (what: string, holds: (worker: ListedWorker) => boolean) =>
    until(what, async () => {
      const worker = await listed();
      return worker !== undefined && holds(worker);
    });
  return { id, lane, heartbeat, errors, listed, rate, untilListed };
}

const well = { silentCompanies: 0, obstacle: null, disbelief: null, receiptCheckSilentSince: null };
const exchange = (own: Partial<Exchange>): Exchange => {
  const registered = { operation: 'invoice', outcome: 'registered', reason: null } as const;
  return { environment: 'live', ...registered, ms: 100, efiCode: null, ...own };
};
/** A test may run over the end of a minute. */
async function efiSum(environment: Exchange['environment']) {
  const rows = await readEfiHealth(db.worker, { environment, sinceMinutes: 60 });
  const sumOf = (name: 'registered' | 'refused' | 'unanswered' | 'totalMs') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    registered: sumOf('registered'),
    refused: sumOf('refused'),
    unanswered: sumOf('unanswered'),
    totalMs: sumOf('totalMs'),
    slowestMs: Math.max(...rows.map((row) => row.slowestMs)),
  };
}

describe('the heartbeat', () => {
  test('shows the worker with its lanes and circuits, and takes it off the list at the end', async () => {
    const { id, lane, heartbeat, listed, untilListed } = start();
    await untilListed('the worker is listed', ({ isAlive }) => isAlive);
    lane.lastConsumedAt = new Date('2026-11-21T10:00:09Z');
    await untilListed('the lane shows its last job', ({ lanes }) => {
      return lanes[id]?.lastConsumedAt === '2026-11-21T10:00:09.000Z';
    });
    expect((await listed())?.circuits.live).toEqual({
      state: 'open',
      since: '2026-11-21T10:00:00.000Z',
      failures: 4,
      silentCompanies: 0,
      unpinned: 'Another one.',
      disbelief: 'Another one.',
      receiptCheckSilentSince: null,
      obstacle: null,
    });
    await heartbeat.close();
    expect(await listed()).toBeUndefined();
  });

  test('counts of exchanges and jobs are written once each, the last ones at the end', async () => {
    const { lane, heartbeat, rate } = start();
    heartbeat.exchange(exchange({ ms: 400.4 }));
    heartbeat.exchange(exchange({ outcome: 'refused' }));
    lane.done = 3;
    await until('the first counts are written', async () => (await rate())[0] === 3);
    lane.done = 5;
    lane.failed = 1;
    heartbeat.exchange(exchange({ outcome: 'unanswered', ms: 8_000 }));
    await heartbeat.close();
    expect(await rate()).toEqual([5, 1]);
    expect(await efiSum('live')).toEqual({
      registered: 1,
      refused: 1,
      unanswered: 1,
      totalMs: 8_500,
      slowestMs: 8_000,
    });
  });

  test('counts that could not be written are kept and added when they can be', async () => {
    const { lane, heartbeat, errors, rate } = start();
    await rename('worker_lane_minute', 'away');
    lane.done = 2;
    heartbeat.exchange(exchange({ environment: 'test' }));
    await until('some beats failed', () => errors.length > 2);
    lane.done = 3;
    heartbeat.exchange(exchange({ environment: 'test' }));
    expect(await efiSum('test')).toMatchObject({ registered: 0 });
    await rename('away', 'worker_lane_minute');
    await until('the counts are written', async () => (await rate())[0] === 3);
    expect(await efiSum('test')).toMatchObject({ registered: 2, totalMs: 200 });
    await heartbeat.close();
    expect(await rate()).toEqual([3, 0]);
  });
});
