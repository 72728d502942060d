// Whether a Redis may evict keys: the counts of rate limits would begin anew, and wake-ups would
// get lost, each for a second.

import { openRedis } from './redis.ts';
import type { RedisClient, RedisStore } from './redis.ts';

/** A start does not wait longer for a Redis without a reply. */
const REPLY_TIMEOUT_MS = 3_000;

/** As the doctor of packages/runtime takes it. */
interface Finding {
  code: string;
  sentence: string;
  isRemark?: boolean;
}

/**
 * Null where it evicts nothing. The `volatile-*` policies are wrong, too: the counts have a time to
 * live.
 * @throws Error where Redis is away or refuses the login; its cause says why.
 */
export async function examineEvictionPolicy(store: RedisStore): Promise<Finding | null> {
  const redis = openRedis(store, {
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    commandTimeout: REPLY_TIMEOUT_MS,
    socketTimeout: REPLY_TIMEOUT_MS,
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
    return findingOf(await evictionPolicyOf(redis));
  } finally {
    redis.disconnect();
  }
}

function findingOf(policy: string | undefined): Finding | null {
  if (policy === 'noeviction') return null;
  if (policy === undefined) {
    const sentence = 'Redis does not show its maxmemory-policy; it must be noeviction.';
    return { code: 'REDIS_POLICY_HIDDEN', sentence, isRemark: true };
  }
  return {
    code: 'REDIS_POLICY_EVICTS',
    sentence:
      `The Redis of REDIS_URL has the maxmemory-policy ${policy}, which throws away wake-ups and the counts ` +
      'of rate limits when memory is short: set it to noeviction.',
  };
}

/** Asked by INFO, which BullMQ needs anyway: managed services forbid CONFIG. */
async function evictionPolicyOf(redis: RedisClient): Promise<string | undefined> {
  return /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
}
