// Counts the calls of a key, or of a company, for its rate limit without a way to the store for
// each: in this process, and added to the counts of the other processes in the background. Near the
// limit every call is counted in the store itself, so that a limit is exceeded by no more than the
// others have not added yet.

import { LRUCache } from 'lru-cache';
import type { CallCount, RateLimitStore } from './rate-limit-store.ts';

/** Below this part of the limit a call is let through on what this process knows. */
const ROOM = 0.9;
/** So much of the limit is added to the store at once. */
const SHARE = 0.02;
/**
 * With more than that on its way, a call is counted in the store: no process hides more from the
 * others.
 */
const MOST_UNSENT = 0.05;
/** What was counted is added to the store after this time at the latest. */
const FLUSH_EVERY_MS = 500;
const KEYS = 20_000;

interface Window {
  /** As the store has counted, of all processes. */
  known: number;
  /** Counted here, and not on their way to the store. */
  own: number;
  /** On their way to the store. */
  inFlight: number;
  /** Milliseconds of performance.now(). */
  endsAt: number;
}

export class CallCounts {
  readonly #windows = new LRUCache<string, Window>({ max: KEYS });
  readonly #store: RateLimitStore;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;

  /** @param onError called where counts could not be added in the background: they are kept. */
  constructor(
    store: RateLimitStore,
    onError: (error: unknown) => void,
    flushEveryMs = FLUSH_EVERY_MS,
  ) {
    this.#store = store;
    this.#onError = onError;
    this.#timer = setInterval(() => this.#flushAll(), flushEveryMs);
    this.#timer.unref();
  }

  /**
   * Counts a call.
   * @param limit calls a window.
   * @param calls for how many it counts.
   * @throws what the store throws, where it was needed; then the call is not counted.
   */
  count(key: string, limit: number, calls = 1): CallCount | Promise<CallCount> {
    const now = performance.now();
    const window = this.#windows.get(key);
    if (window === undefined || now >= window.endsAt) {
      this.#windows.delete(key);
      return this.#begin(key, calls);
    }
    const unsent = window.inFlight + window.own + calls;
    const total = window.known + unsent;
    if (total > limit * ROOM || unsent > limit * MOST_UNSENT) {
      return this.#add(key, window, calls);
    }
    window.own += calls;
    if (window.own >= limit * SHARE && window.inFlight === 0) void this.#flush(key, window);
    return { calls: total, resetMs: window.endsAt - now };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #begin(key: string, calls: number): Promise<CallCount> {
    return this.#learn(key, await this.#store.add(key, calls));
  }

  async #flush(key: string, window: Window): Promise<void> {
    try {
      await this.#add(key, window, 0);
    } catch (error) {
      this.#onError(error);
    }
  }

  /**
   * What was counted here, and so many calls more that are lost where the store does not respond.
   */
  async #add(key: string, window: Window, more: number): Promise<CallCount> {
    const { own } = window;
    window.own = 0;
    window.inFlight += own + more;
    try {
      return this.#learn(key, await this.#store.add(key, own + more));
    } catch (error) {
      window.own += own;
      throw error;
    } finally {
      window.inFlight -= own + more;
    }
  }

  #learn(key: string, stored: CallCount): CallCount {
    const { calls, resetMs } = stored;
    const window = this.#windows.get(key);
    // Responses may pass each other on the way.
    if (window) window.known = Math.max(window.known, calls);
    else {
      const endsAt = performance.now() + resetMs;
      this.#windows.set(key, { known: calls, own: 0, inFlight: 0, endsAt });
    }
    return stored;
  }

  #flushAll(): void {
    const now = performance.now();
    for (const [key, window] of this.#windows.entries()) {
      if (now >= window.endsAt) this.#windows.delete(key);
      else if (window.own > 0 && window.inFlight === 0) void this.#flush(key, window);
    }
  }
}
