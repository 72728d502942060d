// When an invoice is worked on while many wait: fair queueing between companies. Every invoice gets
// a slot, and workers take the earliest first. A company has a slot each tenth of a second;
// what it asks for beyond that is scheduled in the future. So a burst of thousands lines up behind
// single sales of others, and yet everything is done at once while nothing else waits. A slot
// that is over comes before every later one, so nothing starves.

import type { InvoiceScope } from '@fiscal/db/invoice';

/** A company has one slot in so many milliseconds. */
export const SLOT_MS = 100;
/** A customer at a till goes ahead of two-step work that has not waited for so long. */
const HEAD_START_MS = 30_000;
/** Nothing is scheduled later, however much was asked for before. */
export const FURTHEST_MS = 15 * 60_000;

/** Schedules work. */
export interface Scheduler {
  /**
   * The next slot of a company in its environment, in milliseconds from now; negative for one
   * that goes ahead. No other call gets it.
   * @param isWaiting a customer waits at a till for the response to this very call.
   */
  take(scope: InvoiceScope, isWaiting: boolean): number;
  /**
   * Schedules a change that may find nothing to do: where it gives false, or fails, its slot is
   * given back. Calls under way at once have different slots.
   */
  takeFor(
    scope: InvoiceScope,
    isWaiting: boolean,
    change: (scheduledInMs: number) => Promise<boolean>,
  ): Promise<boolean>;
}

/** What a company has taken in one environment, at tills or beside them. */
export interface SlotQueue {
  /** From when on the next slot is free, by the clock of the scheduler. */
  freeFrom: number;
  /** Slots taken here of which the other processes do not know. */
  unsent: number;
}

/** With what `shareSlots` shares with other processes; it also deletes the queues that are over. */
export interface SharedScheduler extends Scheduler {
  queues: Map<string, SlotQueue>;
  now: () => number;
}

/** @param now milliseconds of a clock that never goes back. */
export function createScheduler(now = () => performance.now()): SharedScheduler {
  const queues = new Map<string, SlotQueue>();

  function queueOf(key: string): SlotQueue {
    const known = queues.get(key);
    if (known !== undefined) return known;
    const queue = { freeFrom: -Infinity, unsent: 0 };
    queues.set(key, queue);
    return queue;
  }

  function next({ companyId, environment }: InvoiceScope, isWaiting: boolean) {
    const present = now();
    const queue = queueOf(`${companyId} ${environment} ${isWaiting ? 'till' : 'two-step'}`);
    const earliest = Math.max(present, queue.freeFrom);
    const slot = Math.min(earliest, present + FURTHEST_MS);
    queue.freeFrom = slot + SLOT_MS;
    queue.unsent += 1;
    const scheduledInMs = Math.round(slot - present) - (isWaiting ? HEAD_START_MS : 0);
    return { scheduledInMs, queue, usedMs: slot + SLOT_MS - earliest };
  }

  /** What came after it keeps its slot, so that one of them may be given twice. */
  function giveBack(queue: SlotQueue, usedMs: number): void {
    queue.freeFrom -= usedMs;
    queue.unsent -= 1;
  }

  return {
    queues,
    now,
    take: (scope, isWaiting) => next(scope, isWaiting).scheduledInMs,
    async takeFor(scope, isWaiting, change) {
      const { scheduledInMs, queue, usedMs } = next(scope, isWaiting);
      let isUsed = false;
      try {
        isUsed = await change(scheduledInMs);
        return isUsed;
      } finally {
        if (!isUsed) giveBack(queue, usedMs);
      }
    },
  };
}
