// The worker's watch over itself. An idle slot of a lane looks for work every second, and every
// document comes to an end. A lane in which neither happens has something wrong that only a new
// process cures: the owner ends this one. A database that is away is no reason: looking and failing
// is a sign of life.

import type { LaneState } from '../lanes/lane.ts';
import { atIntervals } from '../repeat.ts';

const CHECK_EVERY_MS = 1_000;
/** With 10 s to close, well within the minute after which a supervisor may expect an end. */
const SILENT_AFTER_MS = 45_000;
/** Where all slots are taken: longer than any document takes. */
const BUSY_SILENT_AFTER_MS = 5 * 60_000;
/** After a pause of so long the clock says nothing about the lanes. */
const PAUSE_MS = 10_000;

export interface LaneWatchOptions {
  states: () => Readonly<Record<string, LaneState>>;
  /** Called once, with the lane: end the process. */
  onSilent: (lane: string) => void;
  silentAfterMs?: number;
  busySilentAfterMs?: number;
}

/** Begins at once; nothing is in the way of `close`. */
export function watchLanes(options: LaneWatchOptions): { close: () => void } {
  const { silentAfterMs = SILENT_AFTER_MS, busySilentAfterMs = BUSY_SILENT_AFTER_MS } = options;
  let judgedFrom = performance.now();
  let checkedAt = performance.now();

  function isSilent({ inProgress, concurrency, progressAt }: LaneState): boolean {
    const patience = inProgress < concurrency ? silentAfterMs : busySilentAfterMs;
    return performance.now() - Math.max(judgedFrom, progressAt) > patience;
  }

  const timer = atIntervals(CHECK_EVERY_MS, () => {
    const now = performance.now();
    if (now - checkedAt > PAUSE_MS) judgedFrom = now;
    checkedAt = now;
    const silent = Object.entries(options.states()).find(([, state]) => isSilent(state));
    if (!silent) return;
    timer.close();
    options.onSilent(silent[0]);
  });
  return timer;
}
