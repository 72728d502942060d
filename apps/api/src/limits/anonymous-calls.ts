// Calls without a key or a session: an address has a budget of them, on every path but that of
// health, which no proxy passes on. Calls to `/api` with an unknown key have one of their own
// (failed-authentications.ts).

import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Sessions } from '../access/actor.ts';
import { countedAddress } from '../http/request/counted-address.ts';
import { sendProblem } from '../http/refusal/refusal.ts';
import { secondsToWait } from './account-limits.ts';

/**
 * Loading the panel for the first time takes some forty files; an office of people shares an
 * address.
 */
const BUDGET = { calls: 1_000, seconds: 10 };

/** To come after `/api`. @param sessions null where this process does not serve the panel. */
export function limitAnonymousCalls(sessions: Sessions | null, budget = BUDGET): RequestHandler {
  const limiter = new RateLimiterMemory({ points: budget.calls, duration: budget.seconds });
  return async (request, response, next) => {
    // A file of the panel is the same for everybody, whoever asks.
    const isPanelCall = /^\/admin\/api(\/|$)/i.test(request.path);
    const isKnown =
      response.locals.caller !== undefined ||
      (isPanelCall && ((await sessions?.actorOf(request, false)) ?? null) !== null);
    const waitS = isKnown ? null : await secondsToWait(limiter, countedAddress(request));
    if (waitS === null) {
      next();
      return;
    }
    response.set('Retry-After', String(waitS));
    sendProblem(response, 'RATE_LIMITED', 'Rate limit: too many calls of this address; wait.');
  };
}
