// Shares the slots of companies between API processes: each adds what it has taken to the counts of
// the rate limits, twice a second, and goes on behind what the others have taken. No call waits for
// it. Without a response of the store each process schedules by what it takes itself.

import { setTimeout as sleep } from 'node:timers/promises';
import { WINDOW_S } from '../limits/rate-limit-store.ts';
import type { RateLimitStore } from '../limits/rate-limit-store.ts';
import { FURTHEST_MS, SLOT_MS } from './scheduling.ts';
import type { SharedScheduler, SlotQueue } from './scheduling.ts';

const EVERY_MS = 500;
/** A single sale of a company is not worth a round trip to the store: it is far below the rate. */
const LEAST_SENT = 2;
/** A queue is kept for so long after its last slot, so that one sale a second is counted, too. */
const KEPT_MS = 2_000;

/** What all processes have taken, as last exchanged. */
interface Shared {
  /** Slots in the window of the store. */
  calls: number;
  /** From when on the next slot was free for all of them. */
  freeFrom: number;
}

/**
 * @param prefix of the keys in the store: one for each kind of work.
 * @param onError called once while the store does not respond: what was taken is kept.
 */
export function shareSlots(options: {
  scheduler: SharedScheduler;
  store: Pick<RateLimitStore, 'add'>;
  prefix: string;
  onError: (error: Error) => void;
  everyMs?: number;
}): { close: () => Promise<void> } {
  const { queues, now } = options.scheduler;
  const shared = new Map<string, Shared>();
  const closing = new AbortController();

  async function exchange(key: string, queue: SlotQueue): Promise<void> {
    const sent = queue.unsent;
    queue.unsent = 0;
    const stored = await options.store
      .add(`${options.prefix}:${key}`, sent)
      .catch((error: unknown) => {
        queue.unsent += sent;
        throw error;
      });
    const present = now();
    const before = shared.get(key) ?? {
      calls: 0,
      freeFrom: present + stored.resetMs - WINDOW_S * 1000,
    };
    // Fewer than before: they are those of a new window.
    const taken = stored.calls - (stored.calls < before.calls ? 0 : before.calls);
    const furthest = present + FURTHEST_MS;
    const freeFrom = Math.min(before.freeFrom + taken * SLOT_MS, furthest);
    shared.set(key, { calls: stored.calls, freeFrom: Math.max(freeFrom, present) });
    const behindOthers = Math.min(freeFrom + queue.unsent * SLOT_MS, furthest);
    queue.freeFrom = Math.max(queue.freeFrom, behindOthers);
  }

  async function exchangeAll(): Promise<void> {
    // One after the other: sales need the connections of the store.
    for (const [key, queue] of [...queues]) {
      if (queue.unsent >= LEAST_SENT) await exchange(key, queue);
      else if (queue.freeFrom + KEPT_MS <= now()) {
        queues.delete(key);
        shared.delete(key);
      }
    }
  }

  async function run(): Promise<void> {
    let isAway = false;
    const { signal } = closing;
    for (;;) {
      await sleep(options.everyMs ?? EVERY_MS, undefined, { ref: false, signal });
      try {
        await exchangeAll();
        isAway = false;
      } catch (error) {
        if (!isAway) options.onError(error as Error);
        isAway = true;
      }
    }
  }
  // It ends by the signal alone.
  const ended = run().catch(() => undefined);
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}
