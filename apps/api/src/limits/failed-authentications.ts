import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_S = 60;
/** The library's own limit is out of reach: this file compares by itself. */
const OUT_OF_REACH = 2_000_000_000;

/** Counts failed authentications of an address; in this process alone, so that it costs nothing. */
export interface FailedAuthentications {
  /** @returns seconds to wait if the address has failed too often, else null. */
  blockedFor(address: string): Promise<number | null>;
  note(address: string): Promise<void>;
}

/** @param perMinute how many failures an address has before it is answered 429. */
export function countFailedAuthentications(perMinute: number): FailedAuthentications {
  const limiter = new RateLimiterMemory({ points: OUT_OF_REACH, duration: WINDOW_S });
  return {
    async blockedFor(address) {
      const known = await limiter.get(address);
      if (known === null || known.consumedPoints < perMinute) return null;
      return Math.ceil(known.msBeforeNext / 1000);
    },
    async note(address) {
      await limiter.consume(address);
    },
  };
}
