import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Begins the work on one item after the other at a fixed rate, however long each takes, until the
 * signal: a customer comes when she comes, not when a slow service lets the next one in.
 * @param work called with the instant at which the item was due, in ms of performance.now.
 * @returns the results in the order of the items
 */
export async function atRate<T, R>(
  items: Iterable<T>,
  everyMs: number,
  work: (item: T, due: number) => Promise<R>,
  signal?: AbortSignal,
): Promise<R[]> {
  const underWay: Promise<R>[] = [];
  let due = performance.now();
  for (const item of items) {
    await sleep(Math.max(0, due - performance.now()));
    if (signal?.aborted) break;
    underWay.push(work(item, due));
    due += everyMs;
  }
  return Promise.all(underWay);
}
