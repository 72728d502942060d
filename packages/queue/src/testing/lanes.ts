// What the tests of this room do again and again: add jobs, see that they are consumed, wait.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueStore } from '../connection.ts';
import { createConsumer } from '../consumer.ts';
import type { Consumer, ConsumerOptions } from '../consumer.ts';
import type { Producer } from '../producer.ts';

/** Waits for a condition; it fails rather late than by chance. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`did not come about: ${what}`);
    await sleep(50);
  }
}

/** A consumer of the sales' queue that remembers what it was given. */
export function recordingConsumer(
  store: QueueStore,
  own: Partial<ConsumerOptions> = {},
): { consumer: Consumer; taken: string[]; errors: Error[] } {
  const taken: string[] = [];
  const errors: Error[] = [];
  const consumer = createConsumer({
    store,
    queue: 'fiscalization',
    concurrency: 4,
    process: ({ id }) => {
      taken.push(id);
      return Promise.resolve();
    },
    onError: (error) => errors.push(error),
    onJobFailed: () => undefined,
    ...own,
  });
  return { consumer, taken, errors };
}

/**
 * Adds jobs as the sweep does, again until each of them is consumed: a job whose consumer lost its
 * connection twice is given up by the queue, and the rows bring it back.
 */
export async function expectConsumed(
  producer: Producer,
  taken: readonly string[],
  count = 10,
): Promise<{ ms: number }> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const begun = performance.now();
  await until('all jobs are consumed', async () => {
    const missing = ids.filter((id) => !taken.includes(id));
    const adding = missing.map((id) => producer.add({ name: 'fiscalize-invoice', id }));
    await Promise.allSettled(adding);
    return missing.length === 0;
  });
  return { ms: performance.now() - begun };
}
