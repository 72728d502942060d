// Deals faults from shuffled decks, so that every kind comes equally often, at random times. Also
// wakes processes that have stopped themselves at a crash point, once their lease must have run out.

import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../money/random.ts';
import type { Random } from '../money/random.ts';
import type { Fault } from './faults.ts';
import { TIMES } from './ground.ts';
import type { Ground } from './ground.ts';
import { isStopped, sendSignal } from './proc.ts';

/** Somebody who breaks things until he is told to stop. */
export interface Dealer {
  /** How often each kind struck. */
  counts: Map<string, number>;
  /** Resolves when the fault in hand is over. */
  stop: () => Promise<void>;
}

/** Two hands deal at the same time, so that faults meet each other. */
const HANDS = 2;

/** @param everyMs mean pause between two faults of one hand. */
export function startDealing(options: {
  ground: Ground;
  kinds: readonly Fault[];
  seed: number;
  everyMs: number;
  onError: (error: unknown) => void;
}): Dealer {
  const { ground, kinds, seed, everyMs, onError } = options;
  const counts = new Map(kinds.map(({ name }) => [name, 0]));
  const ending = new AbortController();
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  const isOver = () => ending.signal.aborted;
  const hand = async (random: Random) => {
    let deck: Fault[] = [];
    while (!isOver()) {
      await pause(random.below(2 * everyMs));
      if (deck.length === 0) deck = shuffled(kinds, random);
      const fault = deck.pop();
      if (isOver() || fault === undefined) continue;
      try {
        const struck = await fault.strike(ground, random);
        if (struck) counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
      } catch (error) {
        onError(error);
      }
    }
  };
  const hands = Array.from({ length: HANDS }, (_, index) => hand(randomFrom(seed * 31 + index)));
  return {
    counts,
    stop: async () => {
      ending.abort();
      await Promise.all(hands);
    },
  };
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}

const WATCH_EVERY_MS = 250;

/** Wakes what has stopped itself; a pid that somebody else has stopped is woken by him, too. */
export function startWaking(ground: Ground): { stop: () => void } {
  const stoppedSince = new Map<number, number>();
  const timer = setInterval(() => {
    const now = Date.now();
    const pids = [...ground.stack.processes.values()].map(({ pid }) => pid);
    for (const pid of pids) {
      if (!isStopped(pid)) stoppedSince.delete(pid);
      else if (!stoppedSince.has(pid)) stoppedSince.set(pid, now);
    }
    for (const [pid, since] of stoppedSince) {
      if (now - since < TIMES.leaseMs + 1_000) continue;
      sendSignal(pid, 'SIGCONT');
      stoppedSince.delete(pid);
    }
  }, WATCH_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}
