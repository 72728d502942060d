// Whose invoice comes next when many wait. Every invoice gets a turn, a moment in time, and workers take
// the earliest turn first. A company has a turn each tenth of a second; what it asks for beyond that
// gets turns in the future. So a burst of thousands lines up behind single sales of others, and yet
// everything is done at once while nobody else waits. Turns pass: a moment that is over comes before
// every later one, so nothing starves.

/** One turn a company in so many milliseconds. */
const PACE_MS = 100;
/** A customer at a till goes ahead of two-step work that has not waited for so long. */
const HEAD_START_MS = 30_000;
/** No turn is further away, however much was asked for before. */
const FURTHEST_MS = 15 * 60_000;
/** Companies whose turns have passed are forgotten after so many. */
const TAKEN_BETWEEN_CLEANINGS = 10_000;

/** Gives turns. Each API process counts for itself: several of them give turns a little faster. */
export interface Turns {
  /**
   * The next turn of a company, in milliseconds from now; negative for one that goes ahead.
   * @param isWaiting a customer waits at a till for the answer to this very call.
   */
  peek(companyId: string, isWaiting: boolean): number;
  /** The turn is used: a call that changed nothing uses none. Gives what `peek` gave. */
  take(companyId: string, isWaiting: boolean): number;
}

/** @param now milliseconds of a clock that never goes back. */
export function createTurns(now: () => number): Turns {
  const lastTurns = new Map<string, number>();
  let taken = 0;

  function forgetPassed(moment: number): void {
    for (const [key, turn] of lastTurns) if (turn + PACE_MS <= moment) lastTurns.delete(key);
  }

  function nextTurn(companyId: string, isWaiting: boolean) {
    const moment = now();
    const key = `${companyId} ${isWaiting ? 'till' : 'two-step'}`;
    const earliest = (lastTurns.get(key) ?? -Infinity) + PACE_MS;
    const turn = Math.min(Math.max(moment, earliest), moment + FURTHEST_MS);
    const fromNow = Math.round(turn - moment) - (isWaiting ? HEAD_START_MS : 0);
    return { moment, key, turn, fromNow };
  }

  return {
    peek: (companyId, isWaiting) => nextTurn(companyId, isWaiting).fromNow,
    take(companyId, isWaiting) {
      const { moment, key, turn, fromNow } = nextTurn(companyId, isWaiting);
      if (++taken % TAKEN_BETWEEN_CLEANINGS === 0) forgetPassed(moment);
      lastTurns.set(key, turn);
      return fromNow;
    },
  };
}
