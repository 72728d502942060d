import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_S = 60;
/** The library's own limit is out of reach: this file compares by itself. */
const OUT_OF_REACH = 2_000_000_000;

/** Counts failed authentications by address. */
export type FailedAuthentications = ReturnType<typeof countFailedAuthentications>;

/**
 * Counts failed authentications of an address; in this process alone, so that it costs nothing.
 * @param perMinute how many failures an address has before it is refused with 429.
 */
export function countFailedAuthentications(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: OUT_OF_REACH, duration: WINDOW_S });
  return {
    /** @returns seconds to wait if the address has failed too often, else null. */
    async blockedFor(address: string): Promise<number | null> {
      const known = await limiter.get(address);
      if (known === null || known.consumedPoints < perMinute) return null;
      return Math.ceil(known.msBeforeNext / 1000);
    },
    async note(address: string): Promise<void> {
      await limiter.consume(address);
    },
  };
}
