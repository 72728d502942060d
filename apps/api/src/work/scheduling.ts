// When an invoice is worked on while many wait: fair queueing between companies. Every invoice gets a
// moment, and workers take the earliest first. A company has a moment each tenth of a second; what it asks
// for beyond that is scheduled in the future. So a burst of thousands lines up behind single sales of
// others, and yet everything is done at once while nothing else waits. A moment that is over comes before
// every later one, so nothing starves.

/** A company has one moment in so many milliseconds. */
const PACE_MS = 100;
/** A customer at a till goes ahead of two-step work that has not waited for so long. */
const HEAD_START_MS = 30_000;
/** Nothing is scheduled later, however much was asked for before. */
const FURTHEST_MS = 15 * 60_000;
/** Companies whose moments are over are deleted after so many. */
const SCHEDULED_BETWEEN_CLEANINGS = 10_000;

/** Schedules work. Each API process counts for itself: several of them pace a little faster. */
export interface Scheduler {
  /**
   * The next moment of a company, in milliseconds from now; negative for one that goes ahead.
   * @param isWaiting a customer waits at a till for the answer to this very call.
   */
  peek(companyId: string, isWaiting: boolean): number;
  /** The moment is used: a call that changed nothing uses none. Gives what `peek` gave. */
  take(companyId: string, isWaiting: boolean): number;
}

/** @param now milliseconds of a clock that never goes back. */
export function createScheduler(now = () => performance.now()): Scheduler {
  const lastOf = new Map<string, number>();
  let taken = 0;

  function deletePassed(present: number): void {
    for (const [key, last] of lastOf) if (last + PACE_MS <= present) lastOf.delete(key);
  }

  function next(companyId: string, isWaiting: boolean) {
    const present = now();
    const key = `${companyId} ${isWaiting ? 'till' : 'two-step'}`;
    const earliest = (lastOf.get(key) ?? -Infinity) + PACE_MS;
    const moment = Math.min(Math.max(present, earliest), present + FURTHEST_MS);
    const fromNow = Math.round(moment - present) - (isWaiting ? HEAD_START_MS : 0);
    return { present, key, moment, fromNow };
  }

  return {
    peek: (companyId, isWaiting) => next(companyId, isWaiting).fromNow,
    take(companyId, isWaiting) {
      const { present, key, moment, fromNow } = next(companyId, isWaiting);
      if (++taken % SCHEDULED_BETWEEN_CLEANINGS === 0) deletePassed(present);
      lastOf.set(key, moment);
      return fromNow;
    },
  };
}
