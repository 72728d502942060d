// Lets in who calls with an API key. Order of checks: 401, 403 paused, 403 environment
// (decisions §2).

import type { ApiCaller } from '@fiscal/db/company';
import type { Request, RequestHandler, Response } from 'express';
import { findApiCaller, isWellFormedApiKey, touchApiKeys } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { sentence } from '@fiscal/domain';
import type { Logger } from '@fiscal/runtime';
import { LRUCache } from 'lru-cache';
import { isRead } from '../access/caller.ts';
import { countedAddress } from '../http/request/counted-address.ts';
import { refuse, sendProblem } from '../http/refusal/refusal.ts';
import type { FailedAuthentications } from '../limits/failed-authentications.ts';

/** 409 where the key finds no cash register. */
export const NO_CASH_REGISTER = refuse(
  'CASH_REGISTER_MISSING',
  'The company has no cash register for this environment; add one in the panel.',
);

/**
 * A revoked key is refused within 2 s on every process: the cache is a little younger than that.
 */
const CACHE_MS = 1_500;
const CACHED_KEYS = 10_000;
/** The last use of a key shows that it is in use: soon, but not at every call. */
const TOUCH_EVERY_MS = 5_000;

/** Finds the company of an API key, with a short memory. */
export type CallerDirectory = ReturnType<typeof createCallerDirectory>;

/**
 * Finds the caller of a key, and notes now and then which keys are in use. One lookup a key and
 * CACHE_MS, however many requests come at once.
 */
export function createCallerDirectory(db: Database, logger: Logger) {
  const used = new Set<string>();
  const cache = new LRUCache<string, { caller: ApiCaller | null }>({
    max: CACHED_KEYS,
    ttl: CACHE_MS,
    fetchMethod: async (key) => ({ caller: await findApiCaller(db, key) }),
  });

  async function noteUse(): Promise<void> {
    const ids = [...used];
    used.clear();
    if (ids.length === 0) return;
    try {
      await touchApiKeys(db, { ids });
    } catch (error) {
      logger.warn({ err: error }, 'the last use of API keys could not be noted');
    }
  }
  const timer = setInterval(() => void noteUse(), TOUCH_EVERY_MS);
  timer.unref();

  return {
    async find(key: string): Promise<ApiCaller | null> {
      let known = cache.get(key);
      if (known === undefined) {
        if (!isWellFormedApiKey(key)) return null;
        known = await cache.fetch(key);
      }
      const caller = known?.caller ?? null;
      if (caller === null || (caller.expiresAt !== null && caller.expiresAt <= new Date())) {
        return null;
      }
      used.add(caller.apiKeyId);
      return caller;
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await noteUse();
    },
  };
}

/**
 * Lets only known callers of an active company through; Spec, Authentication. An address that has
 * failed too often gets 429 for its failures; a known key passes from any address.
 * @param isLiveConnected whether the workers have a live endpoint; without it live keys only read.
 */
export function requireCaller(
  directory: CallerDirectory,
  failures: FailedAuthentications,
  isLiveConnected: boolean,
): RequestHandler {
  return async (request, response, next) => {
    const key = /^Bearer +(\S+) *$/i.exec(request.get('Authorization') ?? '')?.[1];
    const caller = key === undefined ? null : await directory.find(key);
    if (!caller) {
      await refuseUnknown(request, response, failures);
      return;
    }
    // Before the refusals, so that their lines in the log name the key, too.
    response.locals.caller = caller;
    if (caller.company.status === 'paused') {
      sendProblem(response, 'COMPANY_PAUSED', 'Company is paused.');
      return;
    }
    if (caller.environment === 'live' && caller.company.environment === 'test') {
      sendProblem(response, 'ENVIRONMENT_MISMATCH', 'Key does not match the environment.');
      return;
    }
    // What was sold live before can be read; nothing is accepted that could never be registered.
    if (caller.environment === 'live' && !isLiveConnected && !isRead(request, response)) {
      sendProblem(response, 'LIVE_ENDPOINT_MISSING', sentence('liveEndpointMissing'));
      return;
    }
    next();
  };
}

async function refuseUnknown(
  request: Request,
  response: Response,
  failures: FailedAuthentications,
): Promise<void> {
  const address = countedAddress(request);
  const waitS = await failures.blockedFor(address);
  await failures.note(address);
  if (waitS !== null) {
    response.set('Retry-After', String(waitS));
    sendProblem(response, 'RATE_LIMITED', 'Rate limit: too many requests with an invalid API key.');
    return;
  }
  response.set('WWW-Authenticate', 'Bearer');
  sendProblem(response, 'INVALID_API_KEY', 'Invalid API key.');
}
