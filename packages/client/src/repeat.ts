// Makes one call again and again until its outcome is known: for calls that may be repeated as they
// are, because they name their document, or begin nothing twice.

import { setTimeout } from 'node:timers/promises';
import { FiscalApiError, FiscalConnectionError, FiscalTimeoutError } from './errors.ts';
import { jsonOf } from './http.ts';
import type { Call, CallOptions, GoodResponse } from './http.ts';

/** How long and how often. */
export interface RepeatOptions extends CallOptions {
  /** For everything together; 60 s where absent. `Infinity`: until the signal aborts it. */
  timeoutMs?: number;
  /** Pauses double from the first to the longest, and a random part is added: 0.5 s and 5 s. */
  firstPauseMs?: number;
  longestPauseMs?: number;
}

/** The longest `Prefer: wait` that is asked for. */
const LONGEST_WAIT_MS = 10_000;
/** What the last call may take when the time is up: its response may be the outcome. */
const LAST_CALL_MS = 5_000;

/**
 * Repeats after no response, 408, 429, every status from 500, an error with `retryable: true`, and
 * a body that is not final; never before `Retry-After`.
 * @throws FiscalTimeoutError when the time is up; any other error at once.
 */
export async function repeatUntil<Body>(
  attempt: (how: Pick<Call, 'waitMs' | 'timeoutMs' | 'signal'>) => Promise<GoodResponse>,
  isFinal: (body: Body) => boolean,
  options: RepeatOptions = {},
): Promise<Body> {
  const { timeoutMs = 60_000, firstPauseMs = 500, longestPauseMs = 5_000, signal } = options;
  const deadline = Date.now() + timeoutMs;
  const leftMs = () => Math.max(deadline - Date.now(), 0);
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    let retryAfterMs: number | null = null;
    let lastError: unknown;
    try {
      const waitMs = Math.min(leftMs(), LONGEST_WAIT_MS);
      const response = await attempt({ waitMs, timeoutMs: leftMs() + LAST_CALL_MS, signal });
      const body = await jsonOf<Body>(response);
      if (isFinal(body)) return body;
      ({ retryAfterMs } = response);
    } catch (error) {
      if (!mayBeRepeated(error)) throw error;
      if (error instanceof FiscalApiError) ({ retryAfterMs } = error);
      lastError = error;
    }
    if (leftMs() === 0) throw new FiscalTimeoutError(lastError);
    // The random part keeps tills apart that were all turned away at the same time.
    const wantedMs = Math.max(pauseMs, retryAfterMs ?? 0) + Math.random() * pauseMs;
    await sleep(Math.min(wantedMs, leftMs()), signal);
  }
}

function mayBeRepeated(error: unknown): boolean {
  if (error instanceof FiscalConnectionError) return true;
  if (!(error instanceof FiscalApiError)) return false;
  const { status, body } = error;
  if (body !== null && 'retryable' in body) return body.retryable;
  return status >= 500 || status === 408 || status === 429;
}

/** Resolves after the time. @throws the reason of the signal as soon as it is aborted */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(ms, undefined, signal && { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
