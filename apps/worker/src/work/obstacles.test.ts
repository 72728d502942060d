import { recordHealth } from '@fiscal/db/operations';
import type { CircuitHealth } from '@fiscal/db/operations';
import { createLogger } from '@fiscal/runtime';
import type { HealthCheck } from '@fiscal/runtime';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { obstaclesHealth, watchObstacles } from './obstacles.ts';

const LANE = { inProgress: 0, concurrency: 16, lastConsumedAt: null };
const WELL: CircuitHealth = {
  state: 'closed',
  since: '2026-11-26T00:00:00Z',
  failures: 0,
  unpinned: null,
  disbelief: null,
  silentCompanies: 0,
  receiptCheckSilentSince: null,
  obstacle: null,
};

const db = useTestDatabase();
let watched: Awaited<ReturnType<typeof watchObstacles>> | undefined;
beforeEach(() => db.owner.pool.query('delete from worker_heartbeat'));
afterEach(() => watched?.close());

/** Another worker that sells in the test environment. */
const anotherWorker = (circuit: CircuitHealth = WELL) =>
  recordHealth(
    db.worker,
    {
      id: randomUUID(),
      host: 'other',
      pid: 7,
      version: '1',
      startedAt: new Date(),
      vaultRecipients: [],
      lanes: { 'test-fiscalization': LANE },
      circuits: { test: circuit },
    },
    [],
    [],
  );

/** A worker whose clock can be set, and whose doctor finds what it is told. */
async function watch({ offsetMs = null as number | null, checks = [] as HealthCheck[] } = {}) {
  const set = { byMs: 0 };
  const clock = { offsetMs: () => offsetMs };
  watched = await watchObstacles({
    db: db.worker,
    efi: { test: { clock }, live: { clock } },
    logger: createLogger({ name: 'worker', level: 'silent' }),
    workerId: randomUUID(),
    checks,
    clockToleranceMs: 60_000,
    now: () => ({ wall: Date.now() + set.byMs, uptime: performance.now() }),
  });
  const obstacles = watched;
  return {
    set,
    of: () => obstacles.of('test'),
    leaves: () => obstacles.leavesToOthers('test', 'test-fiscalization'),
    leavesLive: () => obstacles.leavesToOthers('live', 'fiscalization'),
    health: async () => obstaclesHealth(obstacles)().catch(String),
  };
}

describe('a worker with nothing in its way', () => {
  test('claims, and is healthy', async () => {
    await anotherWorker();
    const { of, leaves, health } = await watch();
    expect([of(), leaves(), await health()]).toEqual([null, false, undefined]);
  });
});

describe('a worker that cannot sign leaves its sales to one that can', () => {
  test('from the moment at which its clock is set, before any look', async () => {
    await anotherWorker();
    const { set, of, leaves, leavesLive, health } = await watch();
    set.byMs = 90_000;
    expect(of()).toMatch(/^The clock of the service was set: it is 90 s ahead of what it was\.$/);
    expect(leaves()).toBe(true);
    // The other one does not sell there.
    expect(leavesLive()).toBe(false);
    expect(await health()).toMatch(/test: The clock of the service was set/);
    set.byMs = 0;
    expect([of(), leaves()]).toEqual([null, false]);
  });

  test('where its clock is not the authority’s', async () => {
    await anotherWorker();
    const { of, leaves } = await watch({ offsetMs: -70_000 });
    expect(of()).toMatch(/70 s behind the clock of the tax authority/);
    expect(leaves()).toBe(true);
  });

  test('where its doctor finds what only this process has, as a wrong vault identity', async () => {
    await anotherWorker();
    const wrong = () =>
      Promise.reject(new Error('VAULT_IDENTITY_WRONG: It does not open the key.'));
    const { of, leaves } = await watch({ checks: [() => Promise.resolve(undefined), wrong] });
    expect(of()).toBe('VAULT_IDENTITY_WRONG: It does not open the key.');
    expect(leaves()).toBe(true);
  });
});

describe('where no other worker is in order it claims, so that who waits is told why', () => {
  const withWrongClock = async () => (await watch({ offsetMs: 70_000 })).leaves();

  test('because there is none', async () => {
    expect(await withWrongClock()).toBe(false);
  });

  test('because the other one is not in order either', async () => {
    await anotherWorker({ ...WELL, obstacle: 'Its clock.' });
    expect(await withWrongClock()).toBe(false);
  });

  test('because the other one has not been seen for fifteen seconds', async () => {
    await anotherWorker();
    await db.owner.pool.query(
      `update worker_heartbeat set seen_at = now() - interval '16 seconds'`,
    );
    expect(await withWrongClock()).toBe(false);
  });
});
