// Wakes a lane, sees that it is heard, waits.

import { setTimeout as sleep } from 'node:timers/promises';
import { listenForWakeUps } from '../listener.ts';
import type { RedisStore } from '../redis.ts';
import type { Waker } from '../waker.ts';

/** Waits for a condition; it fails rather late than by chance. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`did not come about: ${what}`);
    await sleep(50);
  }
}

/** A process that hears the wake-ups of the sales' lane, and counts them. */
export interface Listening {
  heard(): number;
  errors: Error[];
  close(): Promise<void>;
}

/** @param wake what the lane does; it is idle at once unless said otherwise. */
export function listening(store: RedisStore, wake = (): unknown => undefined): Listening {
  let heard = 0;
  const errors: Error[] = [];
  const listener = listenForWakeUps(
    store,
    'fiscalization',
    async () => {
      heard += 1;
      await wake();
    },
    (error) => errors.push(error),
  );
  return { heard: () => heard, errors, close: () => listener.close() };
}

/** Wakes the lane until it has been heard once more, as an API does whose calls go on. */
export async function expectHeard(waker: Waker, heard: () => number): Promise<{ ms: number }> {
  const before = heard();
  const begun = performance.now();
  await until('a wake-up is heard', async () => {
    await waker.wake('fiscalization').catch(() => undefined);
    return heard() > before;
  });
  return { ms: performance.now() - begun };
}
