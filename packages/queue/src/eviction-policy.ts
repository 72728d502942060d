// Whether a Redis may be trusted with jobs at all.

import type { Redis } from 'ioredis';
import { openRedis } from './redis.ts';
import type { RedisStore } from './redis.ts';
import { QueueStoreError } from './store-errors.ts';

/** A start is not held up by a Redis that does not answer. */
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * Refuses a Redis that may evict keys: the counts of rate limits would begin anew, and wake-ups
 * would get lost, each for a second. The `volatile-*` policies are refused, too: the counts have a time
 * to live. A Redis that is away, or hides its policy, is no reason not to start: nothing that
 * has to last is in it.
 * @throws QueueStoreError
 */
export async function assertUsable(
  store: RedisStore,
  onUnreachable: (error: Error) => void,
): Promise<void> {
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
      onUnreachable(new Error('Redis does not show its maxmemory-policy; it must be noeviction.'));
    } else if (policy !== 'noeviction') {
      throw new QueueStoreError(
        `Redis has the maxmemory-policy ${policy}, which throws away wake-ups and the counts of rate limits ` +
          'when memory is short; set it to noeviction.',
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
