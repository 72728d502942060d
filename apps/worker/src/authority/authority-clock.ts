// Compares this machine's clock with the authority's. Every signed answer says when it was written;
// between our sending and our receiving lies that moment, so each answer tells within which bounds our
// clock is off. A clock that is set later is noticed, too, because the time since the answer is taken
// from the machine's uptime, which nobody sets.

import { parseInstant } from '@fiscal/domain';

/** An answer is too old to judge a clock by, should uptime and time drift apart. */
const BELIEVED_FOR_MS = 10 * 60_000;
/** The authority's times have no fractions. */
const SECOND_MS = 1_000;

/** Both in milliseconds: the time that may be set, and the time since the machine was started. */
export interface Moment {
  wall: number;
  uptime: number;
}

export interface AuthorityClock {
  /** @param answeredAt the answer's SendDateTime. */
  observe(sent: Moment, received: Moment, answeredAt: string): void;
  /**
   * By how much our clock is off at least: above 0 ahead, below 0 behind, 0 if it may be right; null
   * if no answer of the last minutes says anything.
   */
  offsetMs(): number | null;
}

/** @param now this machine's two clocks. */
export function createAuthorityClock(now: () => Moment): AuthorityClock {
  let bounds: { least: number; most: number; at: Moment } | null = null;
  return {
    observe(sent, received, answeredAt) {
      const authority = parseInstant(answeredAt)?.getTime();
      if (authority === undefined) return;
      bounds = {
        least: sent.wall - authority - SECOND_MS,
        most: received.wall - authority,
        at: received,
      };
    },
    offsetMs() {
      if (bounds === null) return null;
      const { least, most, at } = bounds;
      const { wall, uptime } = now();
      if (uptime - at.uptime > BELIEVED_FOR_MS) return null;
      const setSince = wall - at.wall - (uptime - at.uptime);
      if (least + setSince > 0) return least + setSince;
      return most + setSince < 0 ? most + setSince : 0;
    },
  };
}
