import type { Lane } from './breaker.ts';

/** The time that one invoice may take at the authority, everything in all. */
export interface Budget {
  lane: Lane;
  /**
   * While nothing is sent because the authority is silent, its messages may try whether that is
   * over: they would fail where they were kept back, or a person tries again.
   */
  mayProbe: boolean;
  /** Ends whatever is under way when the time is up. */
  signal: AbortSignal;
  /** True once the time is up, also if the process slept and its timers did not run. */
  isUsedUp(): boolean;
}

/** To be opened before the claim. */
export function openBudget(lane: Lane, timeoutMs: number, mayProbe = false): Budget {
  const wall = Date.now();
  const monotonic = performance.now();
  const ageMs = () => Math.max(Date.now() - wall, performance.now() - monotonic);
  return {
    lane,
    mayProbe,
    signal: AbortSignal.timeout(timeoutMs),
    isUsedUp: () => ageMs() >= timeoutMs,
  };
}
