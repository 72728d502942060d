// When an invoice is worked on while many wait: fair queueing between companies. Every invoice gets a
// moment, and workers take the earliest first. A company has a moment each tenth of a second; what it asks
// for beyond that is scheduled in the future. So a burst of thousands lines up behind single sales of
// others, and yet everything is done at once while nothing else waits. A moment that is over comes before
// every later one, so nothing starves.

import type { InvoiceScope } from '@fiscal/db/invoice';

/** A company has one moment in so many milliseconds. */
export const PACE_MS = 100;
/** A customer at a till goes ahead of two-step work that has not waited for so long. */
const HEAD_START_MS = 30_000;
/** Nothing is scheduled later, however much was asked for before. */
const FURTHEST_MS = 15 * 60_000;
/** Companies whose moments are over are deleted after so many. */
const SCHEDULED_BETWEEN_CLEANINGS = 10_000;

/** Schedules work. Each API process counts for itself: several of them pace a little faster. */
export interface Scheduler {
  /**
   * The next moment of a company in its environment, in milliseconds from now; negative for one that goes
   * ahead. No other call gets it.
   * @param isWaiting a customer waits at a till for the answer to this very call.
   */
  take(scope: InvoiceScope, isWaiting: boolean): number;
  /**
   * Schedules a change that may find nothing to do: where it gives false, or fails, its moment is given
   * back. Calls under way at once have different moments.
   */
  takeFor(
    scope: InvoiceScope,
    isWaiting: boolean,
    change: (scheduledInMs: number) => Promise<boolean>,
  ): Promise<boolean>;
}

/** @param now milliseconds of a clock that never goes back. */
export function createScheduler(now = () => performance.now()): Scheduler {
  /** From when on the next moment is free. */
  const freeFrom = new Map<string, number>();
  let taken = 0;

  function deletePassed(present: number): void {
    for (const [key, free] of freeFrom) if (free <= present) freeFrom.delete(key);
  }

  function next({ companyId, environment }: InvoiceScope, isWaiting: boolean) {
    const present = now();
    if (++taken % SCHEDULED_BETWEEN_CLEANINGS === 0) deletePassed(present);
    const key = `${companyId} ${environment} ${isWaiting ? 'till' : 'two-step'}`;
    const earliest = Math.max(present, freeFrom.get(key) ?? present);
    const moment = Math.min(earliest, present + FURTHEST_MS);
    freeFrom.set(key, moment + PACE_MS);
    const scheduledInMs = Math.round(moment - present) - (isWaiting ? HEAD_START_MS : 0);
    return { scheduledInMs, key, usedMs: moment + PACE_MS - earliest };
  }

  /** What came after it keeps its moment, so that one of them may be given twice. */
  function giveBack(key: string, usedMs: number): void {
    const free = freeFrom.get(key);
    if (free !== undefined) freeFrom.set(key, free - usedMs);
  }

  return {
    take: (scope, isWaiting) => next(scope, isWaiting).scheduledInMs,
    async takeFor(scope, isWaiting, change) {
      const { scheduledInMs, key, usedMs } = next(scope, isWaiting);
      let isUsed = false;
      try {
        isUsed = await change(scheduledInMs);
        return isUsed;
      } finally {
        if (!isUsed) giveBack(key, usedMs);
      }
    },
  };
}
