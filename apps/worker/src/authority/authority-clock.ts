// Compares this machine's clock with the authority's. Every signed reply says when it was written;
// between our sending and our receiving lies that moment, so each reply bounds the error of our
// clock. The median of the last ones decides: one reply with a wrong time stops no sale. A clock
// that is set later is noticed, too, because the time since each reply is taken from the machine's
// uptime, which cannot be set.

import { parseInstant } from '@fiscal/domain';
import type { Moment } from './machine-time.ts';

/** A reply is too old to judge a clock by, should uptime and time drift apart. */
const BELIEVED_FOR_MS = 10 * 60_000;
/** So many replies are judged by, the newest; fewer than the least say nothing. */
const MOST_REPLIES = 7;
const LEAST_REPLIES = 3;
/** The authority's times have no fractions. */
const SECOND_MS = 1_000;

export type AuthorityClock = ReturnType<typeof createAuthorityClock>;

/** @param now this machine's two clocks. */
export function createAuthorityClock(now: () => Moment) {
  const replies: Bounds[] = [];
  return {
    /** @param repliedAt the reply's SendDateTime. */
    observe(sent: Moment, received: Moment, repliedAt: string): void {
      const authority = parseInstant(repliedAt)?.getTime();
      if (authority === undefined) return;
      replies.push({
        least: sent.wall - authority - SECOND_MS,
        most: received.wall - authority,
        at: received,
      });
      if (replies.length > MOST_REPLIES) replies.shift();
    },
    /**
     * By how much our clock is off at least: above 0 ahead, below 0 behind, 0 if it may be right;
     * null where fewer than three replies of the last minutes say anything.
     */
    offsetMs(): number | null {
      const moment = now();
      const offsets = replies
        .filter(({ at }) => moment.uptime - at.uptime <= BELIEVED_FOR_MS)
        .map((bounds) => offsetBy(bounds, moment));
      return offsets.length < LEAST_REPLIES ? null : medianOf(offsets);
    },
  };
}

interface Bounds {
  least: number;
  most: number;
  at: Moment;
}

function offsetBy({ least, most, at }: Bounds, { wall, uptime }: Moment): number {
  const setSince = wall - at.wall - (uptime - at.uptime);
  if (least + setSince > 0) return least + setSince;
  return most + setSince < 0 ? most + setSince : 0;
}

/** Of an even number the one of both in the middle that is nearer to a right clock. */
function medianOf(offsets: readonly number[]): number {
  const sorted = offsets.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? 0;
  const high = sorted[Math.ceil(middle)] ?? 0;
  return Math.abs(low) < Math.abs(high) ? low : high;
}
