// One lane of this process: slots that take work from the rows, one document after the other, until
// there is none. An idle slot looks again when it is woken, and one of them each second while there
// may be some.

import { setTimeout as sleep } from 'node:timers/promises';
import type { LaneName } from '@fiscal/queue/listener';
import { atIntervals } from '../repeat.ts';

/** How soon an idle lane looks for work that no wake-up announced. */
const LOOK_EVERY_MS = 1_000;
/** How long a slot waits whose document broke. */
const BROKEN_PAUSE_MS = 500;

/**
 * Takes the next document, and does all that is to be done about it.
 * @param begun to be called once it is claimed.
 * @param mayClaimMore false once the lane takes nothing new.
 * @returns false if there is none; a function where another one was claimed with the end of this
 * one, which is called next in its place.
 */
export type RunNext = (
  begun: () => void,
  mayClaimMore: () => boolean,
) => Promise<boolean | RunNext>;

export interface LaneState {
  concurrency: number;
  inProgress: number;
  /** When it last took one; null before the first. */
  lastConsumedAt: Date | null;
  /** Documents that were done, and that broke, since the start. */
  done: number;
  failed: number;
  /**
   * When it last looked for work or had none to look for, took some or finished it: milliseconds of
   * performance.now().
   */
  progressAt: number;
}

export type Lane = ReturnType<typeof openLane>;

export interface LaneOptions {
  name: LaneName;
  /** Documents in progress at the same time. */
  slots: number;
  runNext: RunNext;
  /** A document broke, and will be claimed again. */
  onError: (error: unknown) => void;
  /**
   * Whether work can be claimed has changed: `failed` with the error of the first claim that could
   * not be made, and null once one could be made again.
   */
  onClaims: (failed: { error: unknown } | null) => void;
  /** Whether there may be work that no wake-up announced. */
  mayFind?: () => boolean;
  lookEveryMs?: number;
}

/** The slots that wait for work, and who waits for one of them. */
class IdleSlots {
  readonly #sleeping: (() => void)[] = [];
  #waiting: (() => void)[] = [];
  #wakeUps = 0;
  #isClosed = false;

  /** How often the lane was woken. */
  get wakeUps(): number {
    return this.#wakeUps;
  }

  /** Ends at once where the lane was woken since `seen` wake-ups: work may have been added. */
  sleep(seen: number): Promise<void> {
    if (this.#isClosed || seen !== this.#wakeUps) return Promise.resolve();
    return new Promise((resolve) => {
      this.#sleeping.push(resolve);
      this.#resolveWaiting();
    });
  }

  wakeOne(): void {
    this.#wakeUps += 1;
    this.lookOnce();
  }

  /** One slot looks, without any news. */
  lookOnce(): void {
    this.#sleeping.shift()?.();
  }

  hasOne(): boolean {
    return this.#sleeping.length > 0;
  }

  untilOne(): Promise<void> {
    if (this.#isClosed || this.hasOne()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#isClosed = true;
    for (const wakeUp of this.#sleeping.splice(0)) wakeUp();
    this.#resolveWaiting();
  }

  #resolveWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

export function openLane(options: LaneOptions) {
  const { name, slots, runNext, onError, onClaims } = options;
  const { mayFind = () => true, lookEveryMs = LOOK_EVERY_MS } = options;
  const closing = new AbortController();
  const idle = new IdleSlots();
  const counts = { inProgress: 0, done: 0, failed: 0, progressAt: performance.now() };
  let lastConsumedAt: Date | null = null;
  const noteClaim = tellChanges(onClaims);

  /** Documents come in bursts: where one was, there may be another. */
  function begin(): void {
    counts.inProgress += 1;
    counts.progressAt = performance.now();
    lastConsumedAt = new Date();
    idle.wakeOne();
  }

  async function runOne(next: RunNext): Promise<boolean | RunNext> {
    let taken = 0;
    const begun = () => {
      taken += 1;
      begin();
    };
    try {
      const did = await next(begun, () => !closing.signal.aborted);
      counts.done += taken;
      noteClaim(null);
      return did;
    } catch (error) {
      if (taken === 0) {
        // No document broke. The slot is idle: one of them looks again every second, for the whole
        // lane.
        noteClaim({ error });
        return false;
      }
      counts.failed += 1;
      onError(error);
      await pause(BROKEN_PAUSE_MS, closing.signal);
      return true;
    } finally {
      counts.inProgress -= taken;
      counts.progressAt = performance.now();
    }
  }

  async function work(): Promise<void> {
    let next = runNext;
    while (!closing.signal.aborted || next !== runNext) {
      const seen = idle.wakeUps;
      const did = await runOne(next);
      next = typeof did === 'function' ? did : runNext;
      if (did === false) await idle.sleep(seen);
    }
  }

  const looking = atIntervals(lookEveryMs, () => {
    if (mayFind()) idle.lookOnce();
    else counts.progressAt = performance.now();
  });
  const working = Array.from({ length: slots }, work);
  return {
    name,
    /** Wakes an idle slot; where there is none, the next one that becomes idle looks once more. */
    wake: () => idle.wakeOne(),
    hasIdle: () => idle.hasOne(),
    /** Resolves when the lane has an idle slot, or is closed. */
    untilIdle: () => idle.untilOne(),
    state: (): LaneState => ({ ...counts, concurrency: slots, lastConsumedAt }),
    /** Takes nothing new and waits for what is in progress. */
    async close(): Promise<void> {
      closing.abort();
      looking.close();
      idle.close();
      await Promise.all(working);
    },
  };
}

/** Passes on the first claim that fails, and the first that can be made again. */
function tellChanges(onClaims: LaneOptions['onClaims']): LaneOptions['onClaims'] {
  let wasFailing = false;
  return (failed) => {
    const isFailing = failed !== null;
    if (isFailing !== wasFailing) onClaims(failed);
    wasFailing = isFailing;
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
