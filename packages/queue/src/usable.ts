// Whether a Redis may be trusted with jobs at all.

import type { Redis } from 'ioredis';
import type { QueueStore } from './connection.ts';
import { openRedis } from './redis.ts';
import { QueueStoreError } from './store-errors.ts';

/** A start is not held up by a Redis that does not answer. */
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * Refuses a Redis that may evict keys: a pointer that vanishes delays a sale until the sweep. The
 * `volatile-*` policies are refused, too: they evict keys with a time to live, and those are the
 * locks of jobs in hand, whose loss makes a second worker take the same job.
 * A Redis that is away, or does not tell its policy, is no reason not to start: work is written down
 * and pointed at on its return.
 * @throws QueueStoreError
 */
export async function assertUsable(
  store: QueueStore,
  onUnreachable: (error: Error) => void,
): Promise<void> {
  if (store.kind === 'postgresql') return;
  const redis = openRedis(store, {
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    commandTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  // A connection that fails says only that it is closed; its first error says why.
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason ??= error;
  });
  try {
    await redis.connect().catch((error: unknown) => {
      throw new Error('Redis can not be reached', { cause: reason ?? error });
    });
    const policy = await evictionPolicyOf(redis);
    if (policy === undefined) {
      onUnreachable(new Error('Redis does not tell its maxmemory-policy; it must be noeviction.'));
    } else if (policy !== 'noeviction') {
      throw new QueueStoreError(
        `Redis has the maxmemory-policy ${policy}, which throws away jobs or their locks when ` +
          'memory is short; set it to noeviction.',
      );
    }
  } catch (error) {
    if (error instanceof QueueStoreError) throw error;
    onUnreachable(error instanceof Error ? error : new Error(String(error)));
  } finally {
    redis.disconnect();
  }
}

/** Asked by INFO, which BullMQ needs anyway: managed services forbid CONFIG. */
async function evictionPolicyOf(redis: Redis): Promise<string | undefined> {
  return /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
}
