import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallCounts } from './call-counts.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/** Counts like Redis does, at some distance. @param isAway whether it fails. */
function openStore(isAway = () => false) {
  const totals = new Map<string, number>();
  const state = { trips: 0 };
  const store: RateLimitStore = {
    async add(key, calls) {
      state.trips += 1;
      await sleep(1);
      if (isAway()) throw new Error('the store is away');
      const total = (totals.get(key) ?? 0) + calls;
      totals.set(key, total);
      return { calls: total, resetMs: 60_000 };
    },
    close: () => undefined,
  };
  return { store, state, totals };
}

const ignore = () => undefined;
/** Nothing is added to the store by time alone. */
const NEVER_MS = 3_600_000;

/** Calls until each process has been refused. @returns how many passed. */
async function callUntilRefused(processes: readonly CallCounts[], limit: number): Promise<number> {
  let passed = 0;
  const callFrom = async (counts: CallCounts) => {
    for (;;) {
      if ((await counts.count('key', limit)).calls > limit) return;
      passed += 1;
    }
  };
  await Promise.all(processes.flatMap((counts) => [callFrom(counts), callFrom(counts)]));
  for (const counts of processes) counts.close();
  return passed;
}

test.each([1, 2, 10, 100, 1_000])(
  'two processes let no more through together than the limit of %d by a tenth',
  async (limit) => {
    const { store, state } = openStore();
    const processes = [0, 1].map(() => new CallCounts(store, ignore, NEVER_MS));
    const passed = await callUntilRefused(processes, limit);
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThanOrEqual(limit * 1.1);
    if (limit >= 100) expect(state.trips).toBeLessThan(passed / 2);
  },
);

test('one process keeps a limit exactly', async () => {
  const counts = new CallCounts(openStore().store, ignore, NEVER_MS);
  expect(await callUntilRefused([counts], 500)).toBe(500);
});

test('far below the limit calls are counted at once, and added to the store in time', async () => {
  const { store, state, totals } = openStore();
  const counts = new CallCounts(store, ignore, 20);
  await counts.count('key', 10_000);
  const counted = Array.from({ length: 50 }, () => counts.count('key', 10_000));
  expect(counted.map((count) => (count instanceof Promise ? null : count.calls))).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 2),
  );
  expect(state.trips).toBe(1);
  while (totals.get('key') !== 51) await sleep(5);
  counts.close();
});

test('what could not be added to the store is reported, kept and added later', async () => {
  let isAway = false;
  const { store, totals } = openStore(() => isAway);
  const errors: unknown[] = [];
  const counts = new CallCounts(store, (error) => errors.push(error), 10);
  await counts.count('key', 1_000);
  isAway = true;
  for (let i = 0; i < 5; i += 1) await counts.count('key', 1_000);
  while (errors.length === 0) await sleep(5);
  isAway = false;
  while (totals.get('key') !== 6) await sleep(5);
  expect((await counts.count('key', 1_000)).calls).toBe(7);
  counts.close();
});
