// Rate limits per key, writes and reads counted apart. With the store of the counts away known keys pass: a
// limit protects the service, and must not stop the sales that it is there for.

import type { ApiCaller } from '@fiscal/db/company';
import { Counter } from '@fiscal/runtime';
import type { Logger, Registry } from '@fiscal/runtime';
import type { Request, RequestHandler, Response } from 'express';
import { sendProblem } from '../http/refusal/refusal.ts';
import { callerOf } from '../public/caller.ts';
import { CallCounts } from './call-counts.ts';
import { WINDOW_S } from './rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/** Calls a minute; a company may have its own. */
export interface RateLimits {
  writesPerMinute: number;
  readsPerMinute: number;
}

export function limitRates(options: {
  store: RateLimitStore;
  defaults: RateLimits;
  metrics: Registry;
  logger: Logger;
}): { limit: RequestHandler; close: () => void } {
  const { store, defaults, metrics, logger } = options;
  const unavailable = new Counter({
    name: 'rate_limit_store_failures_total',
    help: 'How often the store of the rate limits did not answer: calls were let through.',
    registers: [metrics],
  });
  const onError = (error: unknown) => {
    unavailable.inc();
    logger.warn({ err: error }, 'the store of the rate limits did not answer; calls pass');
  };
  const counts = new CallCounts(store, onError);
  /**
   * Lets a caller through while it keeps its limit; else 429 with the time to wait. Comes after 401 and
   * 403 and before anything that depends on the request (decisions §2).
   */
  const limit: RequestHandler = async (request, response, next) => {
    const caller = callerOf(response);
    const policy = policyOf(request, caller, defaults);
    try {
      const counted = counts.count(`${caller.apiKeyId}:${policy.name}`, policy.limit);
      const { calls, resetMs } = counted instanceof Promise ? await counted : counted;
      const seconds = Math.ceil(resetMs / 1000);
      setRateHeaders(response, policy, Math.max(policy.limit - calls, 0), seconds);
      if (calls > policy.limit) {
        response.set('Retry-After', String(seconds));
        const message = 'Rate limit: too many requests; wait and try again.';
        sendProblem(response, 'RATE_LIMITED', message);
        return;
      }
    } catch (error) {
      onError(error);
    }
    next();
  };
  return {
    limit,
    close: () => {
      counts.close();
    },
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
function setRateHeaders(
  response: Response,
  policy: Policy,
  remaining: number,
  seconds: number,
): void {
  response.set('RateLimit-Policy', `"${policy.name}";q=${policy.limit};w=${WINDOW_S}`);
  response.set('RateLimit', `"${policy.name}";r=${remaining};t=${seconds}`);
}
