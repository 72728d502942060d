// One lane of this process: places that take work from the rows, one document after the other, until
// there is none. An idle place looks again when it is woken, and one of them every second in any case.

import { setTimeout as sleep } from 'node:timers/promises';
import type { LaneName } from '@fiscal/queue/listener';

/** How soon an idle lane looks for work that nobody told it of. */
const LOOK_EVERY_MS = 1_000;
/** How long a place waits on which something broke: the database, mostly. */
const BROKEN_PAUSE_MS = 500;

/**
 * Takes the next document, and does all that is to be done about it.
 * @param begun to be called once it is in hand.
 * @param place from 0 on.
 * @returns false if there is none.
 */
export type TakeNext = (begun: () => void, place: number) => Promise<boolean>;

/** What a lane tells of itself. */
export interface LaneState {
  concurrency: number;
  /** Documents being worked at. */
  inHand: number;
  /** When it last took one; null before the first. */
  lastConsumedAt: Date | null;
  /** Documents that were done, and that broke, since the start. */
  done: number;
  failed: number;
  /** When it last looked for work, took some or finished it: milliseconds of performance.now(). */
  progressAt: number;
}

export interface Lane {
  name: LaneName;
  /** Wakes an idle place; where there is none, the next one that becomes idle looks once more. */
  wake(): void;
  /** Resolves when the lane has an idle place, or is closed. */
  untilIdle(): Promise<void>;
  state(): LaneState;
  /** Takes nothing new and waits for what is in hand. */
  close(): Promise<void>;
}

export interface LaneOptions {
  name: LaneName;
  /** Documents in hand at the same time. */
  places: number;
  take: TakeNext;
  /** Something broke, and will be tried again. */
  onError: (error: unknown) => void;
}

/** Begins to work at once. */
export function openLane({ name, places, take, onError }: LaneOptions): Lane {
  const closing = new AbortController();
  const idle: (() => void)[] = [];
  let waitingForIdle: (() => void)[] = [];
  let wakeUps = 0;
  const counts = { inHand: 0, done: 0, failed: 0, progressAt: performance.now() };
  let lastConsumedAt: Date | null = null;

  function wakeOne(): void {
    wakeUps += 1;
    idle.shift()?.();
  }

  /** Documents come in bursts: where one was, there may be another. */
  function begin(): void {
    counts.inHand += 1;
    counts.progressAt = performance.now();
    lastConsumedAt = new Date();
    wakeOne();
  }

  async function takeOne(place: number): Promise<boolean> {
    let hasBegun = false;
    try {
      const did = await take(() => {
        hasBegun = true;
        begin();
      }, place);
      if (hasBegun) counts.done += 1;
      return did;
    } catch (error) {
      counts.failed += 1;
      onError(error);
      await pause(BROKEN_PAUSE_MS, closing.signal);
      return true;
    } finally {
      if (hasBegun) counts.inHand -= 1;
      counts.progressAt = performance.now();
    }
  }

  async function work(place: number): Promise<void> {
    while (!closing.signal.aborted) {
      const heard = wakeUps;
      const did = await takeOne(place);
      // What was added while it looked may have been missed.
      if (!did && heard === wakeUps && !closing.signal.aborted) await sleepUntilWoken();
    }
  }

  function sleepUntilWoken(): Promise<void> {
    return new Promise((resolve) => {
      idle.push(resolve);
      tellIdle();
    });
  }

  function tellIdle(): void {
    const told = waitingForIdle;
    waitingForIdle = [];
    for (const tell of told) tell();
  }

  const looking = setInterval(() => {
    idle.shift()?.();
  }, LOOK_EVERY_MS);
  const working = Array.from({ length: places }, (_, place) => work(place));
  return {
    name,
    wake: wakeOne,
    untilIdle() {
      if (idle.length > 0 || closing.signal.aborted) return Promise.resolve();
      return new Promise((resolve) => waitingForIdle.push(resolve));
    },
    state: () => ({ ...counts, concurrency: places, lastConsumedAt }),
    async close() {
      closing.abort();
      clearInterval(looking);
      for (const wakeUp of idle.splice(0)) wakeUp();
      tellIdle();
      await Promise.all(working);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
