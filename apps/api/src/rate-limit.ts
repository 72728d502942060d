// Rate limits per key, writes and reads counted apart, in Redis or, where there is none, in
// PostgreSQL. With that store away known keys pass: a limit protects the service, and must not stop
// the sales that it is there for.

import type { ApiCaller, Database } from '@fiscal/db';
import { openRedis } from '@fiscal/queue/waker';
import type { RedisStore } from '@fiscal/queue/waker';
import { Counter } from '@fiscal/runtime';
import type { Logger, Registry } from '@fiscal/runtime';
import type { Request, RequestHandler, Response } from 'express';
import { RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { callerOf } from './caller.ts';
import { sendProblem } from './problem.ts';

/** Calls a minute; a company may have its own. */
export interface RateLimits {
  writesPerMinute: number;
  readsPerMinute: number;
}

const WINDOW_S = 60;
/** The library's own limit is out of reach: limits differ from company to company and are ours. */
const OUT_OF_REACH = 2_000_000_000;
/** A store that hangs must not hold up a sale. */
const STORE_TIMEOUT_MS = 250;

/** Counts calls. */
export interface RateLimitStore {
  /** @returns how many calls the key has made in its window, and when the window ends. */
  count(key: string): Promise<{ calls: number; resetMs: number }>;
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
    count: (key) => consume(limiter, key),
    close: () => {
      redis.disconnect();
    },
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
  return { count: (key) => consume(limiter, key), close: () => undefined };
}

async function consume(limiter: RateLimiterAbstract, key: string) {
  const { consumedPoints, msBeforeNext } = await limiter.consume(key);
  return { calls: consumedPoints, resetMs: msBeforeNext };
}

/**
 * Lets a caller through while it keeps its limit; else 429 with the time to wait. Comes after 401 and
 * 403 and before anything that depends on the request (decisions §2).
 */
export function limitRate(options: {
  store: RateLimitStore;
  defaults: RateLimits;
  metrics: Registry;
  logger: Logger;
}): RequestHandler {
  const { store, defaults, metrics, logger } = options;
  const unavailable = new Counter({
    name: 'rate_limit_store_failures_total',
    help: 'Calls that were let through because the store of the rate limits did not answer.',
    registers: [metrics],
  });
  return async (request, response, next) => {
    const caller = callerOf(response);
    const policy = policyOf(request, caller, defaults);
    try {
      const { calls, resetMs } = await store.count(`${caller.apiKeyId}:${policy.name}`);
      const seconds = Math.ceil(resetMs / 1000);
      tell(response, policy, Math.max(policy.limit - calls, 0), seconds);
      if (calls > policy.limit) {
        response.set('Retry-After', String(seconds));
        sendProblem(response, 'RATE_LIMITED', 'Rate limit: too many requests; wait and try again.');
        return;
      }
    } catch (error) {
      unavailable.inc();
      logger.warn({ err: error }, 'the store of the rate limits did not answer; the call passes');
    }
    next();
  };
}

interface Policy {
  name: 'writes' | 'reads';
  limit: number;
}

function policyOf(request: Request, { company }: ApiCaller, defaults: RateLimits): Policy {
  return request.method === 'GET' || request.method === 'HEAD'
    ? { name: 'reads', limit: company.readsPerMinute ?? defaults.readsPerMinute }
    : { name: 'writes', limit: company.writesPerMinute ?? defaults.writesPerMinute };
}

/** The headers of the IETF's draft "RateLimit header fields for HTTP". */
function tell(response: Response, policy: Policy, remaining: number, seconds: number): void {
  response.set('RateLimit-Policy', `"${policy.name}";q=${policy.limit};w=${WINDOW_S}`);
  response.set('RateLimit', `"${policy.name}";r=${remaining};t=${seconds}`);
}
