import type { InvoiceScope } from '@fiscal/db/invoice';
import { openDatabase } from '@fiscal/db/connection';
import { createTestDatabase } from '@fiscal/testbed';
import { afterEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresStore } from '../limits/rate-limit-store.ts';
import type { RateLimitStore } from '../limits/rate-limit-store.ts';
import { createScheduler } from './scheduling.ts';
import type { SharedScheduler } from './scheduling.ts';
import { shareSlots } from './share-slots.ts';

const SALES: InvoiceScope = { companyId: 'a', environment: 'live' };
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const KEY = 'pace:a live two-step';

/** Counts as Redis does, in one window from the start of the clock on. */
function openStore() {
  const clock = { now: 1_000_000 };
  const endsAt = clock.now + 60_000;
  const totals = new Map<string, number>();
  const state = { isAway: false, adds: 0 };
  const store = {
    add(key: string, calls: number) {
      state.adds += 1;
      if (state.isAway) return Promise.reject(new Error('the store is away'));
      const total = (totals.get(key) ?? 0) + calls;
      totals.set(key, total);
      return Promise.resolve({ calls: total, resetMs: endsAt - clock.now });
    },
  };
  return { clock, store, state, totals };
}

/** Schedulers of as many processes, which share over the store, on this clock or the real one. */
function processesOver(
  store: Pick<RateLimitStore, 'add'>,
  { clock, count = 2 }: { clock?: { now: number }; count?: number } = {},
) {
  const errors: Error[] = [];
  const schedulers = Array.from({ length: count }, () => {
    const scheduler = createScheduler(clock && (() => clock.now));
    const onError = (error: Error) => errors.push(error);
    const { close } = shareSlots({ scheduler, store, prefix: 'pace', onError, everyMs: 5 });
    ends.push(close);
    return scheduler;
  });
  return { errors, schedulers };
}

const unsentOf = ({ queues }: SharedScheduler) =>
  [...queues.values()].reduce((sum, { unsent }) => sum + unsent, 0);

/**
 * Takes in rounds, each exchanged with the others before the next. @returns the furthest slot.
 */
async function takeInRounds(
  schedulers: readonly SharedScheduler[],
  rounds: number,
  take: (scheduler: SharedScheduler) => number,
  hasAll: (taken: number) => boolean | Promise<boolean>,
): Promise<number> {
  let [furthest, taken] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    for (const scheduler of schedulers) {
      for (let call = 0; call < 10; call += 1) furthest = Math.max(furthest, take(scheduler));
      taken += 10;
      while (unsentOf(scheduler) > 0 || !(await hasAll(taken))) await sleep(2);
    }
  }
  return furthest;
}

test('400 calls of a company over two processes take 40 s, as over one', async () => {
  const { clock, store, totals } = openStore();
  const { schedulers } = processesOver(store, { clock });
  const take = (scheduler: SharedScheduler) => scheduler.take(SALES, false);
  const hasAll = (taken: number) => totals.get(KEY) === taken;
  const furthest = await takeInRounds(schedulers, 20, take, hasAll);
  expect(furthest).toBeGreaterThanOrEqual(36_000);
  expect(furthest).toBeLessThanOrEqual(40_000);
  expect(schedulers[0]?.take({ ...SALES, companyId: 'b' }, false)).toBe(0);
});

test('they share over PostgreSQL', async () => {
  const database = await createTestDatabase();
  const options = { maxConnections: 2, applicationName: 'test', onError: () => undefined };
  const db = openDatabase({ url: database.apiUrl, ...options });
  ends.push(async () => {
    await db.close();
    await database.drop();
  });
  const { schedulers } = processesOver(openPostgresStore(db));
  const start = performance.now();
  const hasAll = async (taken: number) => {
    const { rows } = await db.pool.query<{ points: number }>('select points from rate_limit');
    return Number(rows[0]?.points) === taken;
  };
  const take = (scheduler: SharedScheduler) =>
    scheduler.now() - start + scheduler.take(SALES, false);
  expect(await takeInRounds(schedulers, 5, take, hasAll)).toBeGreaterThanOrEqual(8_000);
});

test('what the others took long ago, and has passed, delays nothing', async () => {
  const { clock, store, totals } = openStore();
  const { schedulers } = processesOver(store, { clock });
  const [one, other] = schedulers as [SharedScheduler, SharedScheduler];
  for (let call = 0; call < 100; call += 1) one.take(SALES, false);
  while (totals.get(KEY) !== 100) await sleep(2);
  clock.now += 30_000;
  other.take(SALES, false);
  other.take(SALES, false);
  while (totals.get(KEY) !== 102) await sleep(2);
  await sleep(20);
  expect(other.take(SALES, false)).toBe(200);
});

test('single sales are not sent, and what is over is deleted', async () => {
  const { clock, store, state } = openStore();
  const { schedulers } = processesOver(store, { clock, count: 1 });
  const [one] = schedulers as [SharedScheduler];
  one.take(SALES, false);
  clock.now += 10_000;
  while (one.queues.size > 0) await sleep(2);
  expect(state.adds).toBe(0);
});

test('without the store each schedules alone, and sends later what it has taken', async () => {
  const { clock, store, state, totals } = openStore();
  const { errors, schedulers } = processesOver(store, { clock });
  const [one, other] = schedulers as [SharedScheduler, SharedScheduler];
  state.isAway = true;
  for (let call = 0; call < 20; call += 1) one.take(SALES, false);
  while (state.adds < 3) await sleep(2);
  expect(one.take(SALES, false)).toBe(2_000);
  expect(other.take(SALES, false)).toBe(0);
  expect(errors).toHaveLength(1);
  state.isAway = false;
  while (totals.get(KEY) !== 21) await sleep(2);
});
