// When an invoice is worked on while many wait: fair queueing between companies. Every invoice gets
// a moment, and workers take the earliest first. A company has a moment each tenth of a second;
// what it asks for beyond that is scheduled in the future. So a burst of thousands lines up behind
// single sales of others, and yet everything is done at once while nothing else waits. A moment
// that is over comes before every later one, so nothing starves.

import type { InvoiceScope } from '@fiscal/db/invoice';

/** A company has one moment in so many milliseconds. */
export const PACE_MS = 100;
/** A customer at a till goes ahead of two-step work that has not waited for so long. */
const HEAD_START_MS = 30_000;
/** Nothing is scheduled later, however much was asked for before. */
export const FURTHEST_MS = 15 * 60_000;

/** Schedules work. */
export interface Scheduler {
  /**
   * The next moment of a company in its environment, in milliseconds from now; negative for one
   * that goes ahead. No other call gets it.
   * @param isWaiting a customer waits at a till for the answer to this very call.
   */
  take(scope: InvoiceScope, isWaiting: boolean): number;
  /**
   * Schedules a change that may find nothing to do: where it gives false, or fails, its moment is
   * given back. Calls under way at once have different moments.
   */
  takeFor(
    scope: InvoiceScope,
    isWaiting: boolean,
    change: (scheduledInMs: number) => Promise<boolean>,
  ): Promise<boolean>;
}

/** What a company has taken in one environment, at tills or beside them. */
export interface Pace {
  /** From when on the next moment is free, by the clock of the scheduler. */
  freeFrom: number;
  /** Moments taken here of which the other processes do not know. */
  unsent: number;
}

/** With what `sharePace` shares with other processes; it also deletes the paces that are over. */
export interface PacedScheduler extends Scheduler {
  paces: Map<string, Pace>;
  now: () => number;
}

/** @param now milliseconds of a clock that never goes back. */
export function createScheduler(now = () => performance.now()): PacedScheduler {
  const paces = new Map<string, Pace>();

  function paceOf(key: string): Pace {
    const known = paces.get(key);
    if (known !== undefined) return known;
    const pace = { freeFrom: -Infinity, unsent: 0 };
    paces.set(key, pace);
    return pace;
  }

  function next({ companyId, environment }: InvoiceScope, isWaiting: boolean) {
    const present = now();
    const pace = paceOf(`${companyId} ${environment} ${isWaiting ? 'till' : 'two-step'}`);
    const earliest = Math.max(present, pace.freeFrom);
    const moment = Math.min(earliest, present + FURTHEST_MS);
    pace.freeFrom = moment + PACE_MS;
    pace.unsent += 1;
    const scheduledInMs = Math.round(moment - present) - (isWaiting ? HEAD_START_MS : 0);
    return { scheduledInMs, pace, usedMs: moment + PACE_MS - earliest };
  }

  /** What came after it keeps its moment, so that one of them may be given twice. */
  function giveBack(pace: Pace, usedMs: number): void {
    pace.freeFrom -= usedMs;
    pace.unsent -= 1;
  }

  return {
    paces,
    now,
    take: (scope, isWaiting) => next(scope, isWaiting).scheduledInMs,
    async takeFor(scope, isWaiting, change) {
      const { scheduledInMs, pace, usedMs } = next(scope, isWaiting);
      let isUsed = false;
      try {
        isUsed = await change(scheduledInMs);
        return isUsed;
      } finally {
        if (!isUsed) giveBack(pace, usedMs);
      }
    },
  };
}
