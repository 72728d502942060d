// Rate limits per key and per company, writes and reads counted apart, large calls for several.
// With the store of the counts away known keys pass: a limit protects the service, and must not
// stop the sales that it is there for.

import type { ApiCaller } from '@fiscal/db/company';
import { Counter } from '@fiscal/runtime';
import type { Logger, Registry } from '@fiscal/runtime';
import type { RequestHandler, Response } from 'express';
import { bodyBytesOf } from '../http/body/json-body.ts';
import { sendProblem } from '../http/refusal/refusal.ts';
import { onceOver } from '../http/response/response-end.ts';
import { callerOf, isRead } from '../access/caller.ts';
import { CallCounts } from './call-counts.ts';
import { WINDOW_S } from './rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/**
 * All keys of a company together have so many times the calls of one: no number of keys is without
 * a limit, and one that runs away leaves calls to the others.
 */
const KEYS_TOGETHER = 4;
/** A call counts once, and once more for every so many bytes of its body and its response. */
const BYTES_OF_A_CALL = 16 * 1024;

/** Calls a minute of a key; a company may have its own. */
export interface RateLimits {
  writesPerMinute: number;
  readsPerMinute: number;
}

/** Limits the calls of a key and of its company: 429 with `Retry-After` beyond them. */
export function limitRates(options: {
  store: RateLimitStore;
  defaults: RateLimits;
  metrics: Registry;
  logger: Logger;
}): { limit: RequestHandler; close: () => void } {
  const { store, defaults, metrics, logger } = options;
  const unavailable = new Counter({
    name: 'rate_limit_store_failures_total',
    help: 'How often the store of the rate limits did not respond: calls were let through.',
    registers: [metrics],
  });
  const onError = (error: unknown) => {
    unavailable.inc();
    logger.warn({ err: error }, 'the store of the rate limits did not respond; calls pass');
  };
  const counts = new CallCounts(store, onError);
  /**
   * @returns what of its calls is left to the key, or to its company if that is less; negative
   * beyond.
   */
  const count = async (caller: ApiCaller, policy: Policy, calls: number) => {
    const { name, limit } = policy;
    const ofKey = await counts.count(`${caller.apiKeyId}:${name}`, limit, calls);
    // What a key is refused is not taken from the others.
    if (ofKey.calls > limit) return { left: limit - ofKey.calls, resetMs: ofKey.resetMs };
    const ofAll = KEYS_TOGETHER * limit;
    const ofCompany = await counts.count(`${caller.company.id}:${name}`, ofAll, calls);
    const left = Math.min(limit - ofKey.calls, ofAll - ofCompany.calls);
    return { left, resetMs: Math.max(ofKey.resetMs, ofCompany.resetMs) };
  };
  const countBytes = async (response: Response, caller: ApiCaller, policy: Policy) => {
    const { moreCalls = 0 } = response.locals as { moreCalls?: number };
    const calls = Math.floor(bytesOf(response) / BYTES_OF_A_CALL) + moreCalls;
    if (calls > 0) await count(caller, policy, calls).catch(onError);
  };
  /**
   * Lets a caller through while it keeps its limits; else 429 with the time to wait. Comes after
   * 401 and 403 and before anything that depends on the request (decisions §2).
   */
  const limit: RequestHandler = async (request, response, next) => {
    const caller = callerOf(response);
    const policy = policyOf(isRead(request, response), caller, defaults);
    try {
      const { left, resetMs } = await count(caller, policy, 1);
      const seconds = Math.ceil(resetMs / 1000);
      setRateHeaders(response, policy, Math.max(left, 0), seconds);
      if (left < 0) {
        response.set('Retry-After', String(seconds));
        const message = 'Rate limit: too many requests; wait and try again.';
        sendProblem(response, 'RATE_LIMITED', message);
        return;
      }
    } catch (error) {
      onError(error);
    }
    onceOver(response, () => void countBytes(response, caller, policy));
    next();
  };
  return {
    limit,
    close: () => counts.close(),
  };
}

/** Lets the call count for so many more: it did as much as they would have. */
export function countMore({ locals }: Response, calls: number): void {
  locals.moreCalls = calls;
}

function bytesOf(response: Response): number {
  return bodyBytesOf(response) + Number(response.get('Content-Length') ?? 0);
}

interface Policy {
  name: 'writes' | 'reads';
  limit: number;
}

function policyOf(isOfReads: boolean, { company }: ApiCaller, defaults: RateLimits): Policy {
  return isOfReads
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
  response.setHeader('RateLimit-Policy', `"${policy.name}";q=${policy.limit};w=${WINDOW_S}`);
  response.setHeader('RateLimit', `"${policy.name}";r=${remaining};t=${seconds}`);
}
