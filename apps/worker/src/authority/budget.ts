import type { Lane } from './breaker.ts';

/** The time that one invoice may take at the authority, everything in all. */
export interface Budget {
  lane: Lane;
  /** Ends whatever is under way when the time is up. */
  signal: AbortSignal;
  /** True once the time is up, also if the process slept and its timers did not run. */
  isUsedUp(): boolean;
}

/** To be opened before the claim. */
export function openBudget(lane: Lane, timeoutMs: number): Budget {
  const wall = Date.now();
  const monotonic = performance.now();
  const ageMs = () => Math.max(Date.now() - wall, performance.now() - monotonic);
  return {
    lane,
    signal: AbortSignal.timeout(timeoutMs),
    isUsedUp: () => ageMs() >= timeoutMs,
  };
}
