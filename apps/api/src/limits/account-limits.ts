// How often an account may call the panel's API. Counted in this process alone, so that it costs
// nothing: the limits are far above what a person does, and against programs that run away.

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

const WINDOW_S = 60;

/** What is counted apart: opening an uploaded file costs as much as a thousand reads. */
export type LimitedWork = 'reads' | 'writes' | 'uploads';

/** Calls a minute. */
const ACCOUNT_LIMITS: Readonly<Record<LimitedWork, number>> = {
  reads: 1200,
  writes: 300,
  uploads: 20,
};

/** Counts the calls of each account in a window of time. */
export type AccountLimits = ReturnType<typeof limitAccounts>;

/** @param windowS what the limits are for: a minute, unless a test takes its time. */
export function limitAccounts(limits = ACCOUNT_LIMITS, windowS = WINDOW_S) {
  const open = (work: LimitedWork) =>
    new RateLimiterMemory({ keyPrefix: work, points: limits[work], duration: windowS });
  const limiters = { reads: open('reads'), writes: open('writes'), uploads: open('uploads') };
  return {
    /** Counts a call. @returns null if it may be made, else the seconds to wait. */
    take: (userId: string, work: LimitedWork) => secondsToWait(limiters[work], userId),
  };
}

/** Counts one. @returns null while the limit is kept, else the seconds to wait. */
export async function secondsToWait(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  }
}
