// Wakes a lane, checks that the wake-up is received, waits.

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

/** A process that receives the wake-ups of the sales' lane, and counts them. */
export interface Listening {
  received(): number;
  errors: Error[];
  close(): Promise<void>;
}

/** @param wake what the lane does; it is idle at once unless said otherwise. */
export function listening(store: RedisStore, wake = (): unknown => undefined): Listening {
  let received = 0;
  const errors: Error[] = [];
  const listener = listenForWakeUps(
    store,
    'fiscalization',
    async () => {
      received += 1;
      await wake();
    },
    (error) => errors.push(error),
  );
  return { received: () => received, errors, close: () => listener.close() };
}

/** Wakes the lane until one more is received, as an API does whose calls continue. */
export async function expectWakeUp(waker: Waker, received: () => number): Promise<{ ms: number }> {
  const before = received();
  const begun = performance.now();
  await until('a wake-up is received', async () => {
    await waker.wake('fiscalization').catch(() => undefined);
    return received() > before;
  });
  return { ms: performance.now() - begun };
}
