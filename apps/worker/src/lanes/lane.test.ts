import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLane } from './lane.ts';
import type { Lane, RunNext } from './lane.ts';

/** Documents that wait, and what the lane has made of them. */
interface Rows {
  waiting: string[];
  taken: string[];
  /** Looks that have found nothing: after each a slot is idle. */
  misses: number;
  /** Resolves what is in progress; nothing is held until it is set. */
  held: Promise<undefined> | null;
}

let lane: Lane | undefined;
const errors: unknown[] = [];
/** What the lane says of its claims. */
const claims: unknown[] = [];
const onClaims = (failed: unknown) => void claims.push(failed);
afterEach(async () => {
  await lane?.close();
  errors.length = 0;
  claims.length = 0;
});

/** Never looks by itself unless configured to: only wake-ups and work make it look. */
function open(rows: Rows, slots = 2, lookEveryMs = 3_600_000): Lane {
  lane = openLane({
    name: 'fiscalization',
    lookEveryMs,
    slots,
    onError: (error) => errors.push(error),
    onClaims,
    runNext: async (begun) => {
      await sleep(1);
      const id = rows.waiting.shift();
      if (id === undefined) {
        rows.misses += 1;
        return false;
      }
      begun();
      rows.taken.push(id);
      if (id === 'bad') throw new Error('broken on purpose');
      await rows.held;
      return true;
    },
  });
  return lane;
}

const noRows = (): Rows => ({ waiting: [], taken: [], misses: 0, held: null });

async function until(holds: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > giveUpAt) throw new Error('did not come about');
    await sleep(5);
  }
}

describe('a lane', () => {
  test('takes everything that waits after one wake-up, with all of its slots', async () => {
    const rows = noRows();
    const opened = open(rows);
    await until(() => rows.misses >= 2);
    const held = Promise.withResolvers<undefined>();
    rows.held = held.promise;
    rows.waiting.push('a', 'b', 'c', 'd');
    opened.wake();
    await until(() => opened.state().inProgress === 2);
    expect(rows.taken).toEqual(['a', 'b']);
    held.resolve(undefined);
    await until(() => opened.state().done === 4);
    expect(opened.state()).toMatchObject({ inProgress: 0, failed: 0, concurrency: 2 });
  });

  test('looks again where it was woken while it looked', async () => {
    const first = Promise.withResolvers<boolean>();
    let looks = 0;
    lane = openLane({
      name: 'fiscalization',
      slots: 1,
      lookEveryMs: 3_600_000,
      onError: (error) => errors.push(error),
      onClaims,
      runNext: () => {
        looks += 1;
        return looks === 1 ? first.promise : Promise.resolve(false);
      },
    });
    // Work is added after the look has read that there is none, and before that result is here.
    lane.wake();
    first.resolve(false);
    await until(() => looks === 2);
  });

  test('finds by itself what no wake-up announced', async () => {
    const rows = noRows();
    open(rows, 2, 50);
    await until(() => rows.misses >= 2);
    rows.waiting.push('a');
    await until(() => rows.taken.length === 1);
  });

  test('reports when it is idle, and not before', async () => {
    const rows = noRows();
    const opened = open(rows, 1);
    const held = Promise.withResolvers<undefined>();
    rows.held = held.promise;
    rows.waiting.push('a');
    await until(() => opened.state().inProgress === 1);
    let isIdle = false;
    const idle = opened.untilIdle().then(() => {
      isIdle = true;
    });
    await sleep(50);
    expect(isIdle).toBe(false);
    held.resolve(undefined);
    await idle;
    expect(opened.state().inProgress).toBe(0);
  });

  test('goes on after a document that broke, which is counted and logged', async () => {
    const rows = noRows();
    rows.waiting.push('bad', 'a');
    const opened = open(rows, 1);
    await until(() => opened.state().done === 1);
    expect(opened.state()).toMatchObject({ failed: 1, inProgress: 0 });
    expect(errors).toEqual([new Error('broken on purpose')]);
  });

  test('looks by itself only while there may be work, and when woken in any case', async () => {
    const rows = noRows();
    const asked: string[] = [];
    let mayFind = false;
    lane = openLane({
      name: 'printing',
      slots: 1,
      lookEveryMs: 5,
      mayFind: () => {
        asked.push('');
        return mayFind;
      },
      onClaims,
      onError: (error) => errors.push(error),
      runNext: () => {
        rows.misses += 1;
        return Promise.resolve(false);
      },
    });
    await until(() => asked.length === 5);
    expect(rows.misses).toBe(1);
    // It does not count as silent.
    const { progressAt } = lane.state();
    await until(() => (lane?.state().progressAt ?? 0) > progressAt);
    lane.wake();
    await until(() => rows.misses === 2);
    mayFind = true;
    await until(() => rows.misses > 3);
  });

  test('that cannot claim counts and reports no document: one slot tries it, as often as it looks', async () => {
    const away = new Error('connect ECONNREFUSED');
    let isAway = true;
    let attempts = 0;
    lane = openLane({
      name: 'fiscalization',
      slots: 16,
      lookEveryMs: 50,
      onClaims,
      onError: (error) => errors.push(error),
      runNext: async (begun) => {
        await sleep(1);
        attempts += 1;
        if (isAway) throw away;
        begun();
        isAway = true;
        return true;
      },
    });
    await until(() => attempts === 16);
    const from = performance.now();
    await until(() => attempts > 26);
    // Every 50 ms at most: 16 slots that tried each for itself made thirty-two attempts a second.
    expect(performance.now() - from).toBeGreaterThan(9 * 50);
    expect(lane.state()).toMatchObject({ failed: 0, done: 0, inProgress: 0 });
    expect(errors).toEqual([]);
    expect(claims).toEqual([{ error: away }]);

    isAway = false;
    await until(() => lane?.state().done === 1);
    await until(() => claims.length === 3);
    expect(claims).toEqual([{ error: away }, null, { error: away }]);
  });

  test('that closes finishes what is in progress and takes nothing new', async () => {
    const rows = noRows();
    const held = Promise.withResolvers<undefined>();
    rows.held = held.promise;
    rows.waiting.push('a', 'b', 'c');
    const opened = open(rows);
    await until(() => opened.state().inProgress === 2);
    let isClosed = false;
    const closed = opened.close().then(() => {
      isClosed = true;
    });
    opened.wake();
    await sleep(50);
    expect(isClosed).toBe(false);
    held.resolve(undefined);
    await closed;
    expect(rows.taken).toEqual(['a', 'b']);
  });

  test('goes on with what was claimed with the end of another, also when it closes', async () => {
    const taken: string[] = [];
    const mayTake: boolean[] = [];
    const waiting = ['a', 'b', 'c'];
    const first = Promise.withResolvers<undefined>();
    const run =
      (id: string): RunNext =>
      async (begun, mayClaimMore) => {
        begun();
        taken.push(id);
        // Asked for before the lane closes, and the result comes after it.
        const next = mayClaimMore() ? waiting.shift() : undefined;
        if (id === 'a') await first.promise;
        mayTake.push(mayClaimMore());
        return next === undefined ? true : run(next);
      };
    lane = openLane({
      name: 'fiscalization',
      slots: 1,
      lookEveryMs: 3_600_000,
      onError: (error) => errors.push(error),
      onClaims,
      runNext: (begun, mayClaimMore) => {
        const id = waiting.shift();
        return id === undefined ? Promise.resolve(false) : run(id)(begun, mayClaimMore);
      },
    });
    await until(() => taken.length === 1);
    const closed = lane.close();
    first.resolve(undefined);
    await closed;
    expect(taken).toEqual(['a', 'b']);
    expect(mayTake).toEqual([false, false]);
    expect(waiting).toEqual(['c']);
    expect(lane.state()).toMatchObject({ inProgress: 0, done: 2, failed: 0 });
  });
});
