// Locks out whoever guesses: an account after a few wrong attempts, an address after many. Counted in
// PostgreSQL, so that a restart forgets nothing and every process knows the same.

import { createHash } from 'node:crypto';
import type { Database } from '@fiscal/db';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const QUARTER_HOUR_S = 15 * 60;

/** Wrong attempts before the door closes, the time they are counted in, and how long it stays so. */
const LIMITS = {
  account: { points: 10, duration: QUARTER_HOUR_S, blockDuration: QUARTER_HOUR_S },
  address: { points: 100, duration: QUARTER_HOUR_S, blockDuration: QUARTER_HOUR_S },
  /** Whoever gets this far knows the password: a few codes a day are enough. */
  code: { points: 20, duration: 24 * 3600, blockDuration: 12 * 3600 },
} as const;

export interface Refused {
  waitS: number;
  /** The attempt that closed the door, not one before a closed one. */
  isFirst: boolean;
}

export interface SignInLimits {
  /**
   * Counts an attempt before it is looked at, so that many at once do not slip through.
   * @returns null if it may be looked at.
   */
  attempt(email: string, address: string): Promise<Refused | null>;
  /** The same for a code of the second factor. */
  attemptCode(email: string): Promise<Refused | null>;
  /** The attempt was no wrong one, but it has not succeeded either. */
  forgive(email: string, address: string): Promise<void>;
  /** Forgets the wrong attempts of the account. */
  succeed(email: string, address: string): Promise<void>;
}

export function openSignInLimits(db: Database): SignInLimits {
  const open = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({
      storeClient: db.pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: `sign-in-${name}`,
      ...LIMITS[name],
    });
  const account = open('account');
  const perAddress = open('address');
  const code = open('code');
  return {
    async attempt(email, address) {
      return (await consume(perAddress, address)) ?? (await consume(account, keyOf(email)));
    },
    attemptCode: (email) => consume(code, keyOf(email)),
    async forgive(email, address) {
      await account.reward(keyOf(email));
      await perAddress.reward(address);
    },
    async succeed(email, address) {
      await account.delete(keyOf(email));
      await code.delete(keyOf(email));
      await perAddress.reward(address);
    },
  };
}

/** Addresses of people stand in no table of counters. */
function keyOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<Refused | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const waitS = Math.ceil(error.msBeforeNext / 1000);
    return { waitS, isFirst: error.consumedPoints === limiter.points + 1 };
  }
}
