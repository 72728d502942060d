// Where the calls of all API processes are counted together: in Redis or, where there is none, in
// PostgreSQL.

import type { Database } from '@fiscal/db/connection';
import { openRedis } from '@fiscal/queue/waker';
import type { RedisStore } from '@fiscal/queue/waker';
import { RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** Seconds; it begins with the first call of a key. */
export const WINDOW_S = 60;
/** The library's own limit is out of reach: limits differ from company to company and are ours. */
const OUT_OF_REACH = 2_000_000_000;
/** A store that hangs must not hold up a sale. */
const STORE_TIMEOUT_MS = 250;

/** Calls of a key in its window, of all processes. */
export interface CallCount {
  calls: number;
  /** How long until the window ends. */
  resetMs: number;
}

/** Counts calls by key in windows of `WINDOW_S`, over all processes. */
export interface RateLimitStore {
  add(key: string, calls: number): Promise<CallCount>;
  close(): void;
}

/** Counters in Redis, kept apart from other installations by the prefix. */
export function openRedisStore(store: RedisStore): RateLimitStore {
  const redis = openRedis(store, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: STORE_TIMEOUT_MS,
  });
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${store.prefix}:rate`,
    points: OUT_OF_REACH,
    duration: WINDOW_S,
  });
  return {
    add: (key, calls) => consume(limiter, key, calls),
    close: () => redis.disconnect(),
  };
}

/** Counters in PostgreSQL. */
export function openPostgresStore(db: Database): RateLimitStore {
  const limiter = new RateLimiterPostgres({
    storeClient: db.pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: 'rate',
    points: OUT_OF_REACH,
    duration: WINDOW_S,
  });
  return { add: (key, calls) => consume(limiter, key, calls), close: () => undefined };
}

async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  calls: number,
): Promise<CallCount> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(key, calls);
  return { calls: consumedPoints, resetMs: msBeforeNext };
}
