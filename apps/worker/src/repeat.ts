/** By interval: what runs then. One timer wakes a process that is at rest once for all of them. */
const ticks = new Map<number, { begins: Set<() => void>; timer: NodeJS.Timeout }>();

/** Calls at intervals, in one turn of the event loop with all that has the same. */
export function atIntervals(everyMs: number, begin: () => void): { close: () => void } {
  const begins = ticks.get(everyMs)?.begins ?? new Set();
  if (begins.size === 0) {
    const timer = setInterval(() => begins.forEach((each) => each()), everyMs);
    ticks.set(everyMs, { begins, timer });
  }
  begins.add(begin);
  return {
    close() {
      begins.delete(begin);
      if (begins.size > 0) return;
      clearInterval(ticks.get(everyMs)?.timer);
      ticks.delete(everyMs);
    },
  };
}

/**
 * Runs at once and then at intervals, never beside itself.
 * @param onError gets what a run rejects with; the next one follows all the same.
 * @returns how to have it run at once, or again after the run in progress, and how to end it; the
 * promise resolves when no run is in progress.
 */
export function repeat(
  everyMs: number,
  run: () => Promise<void>,
  onError: (error: Error) => void,
): { soon: () => void; close: () => Promise<void> } {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const begin = () => {
    running ??= run()
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = null;
        if (isAsked) soon();
      });
  };
  const soon = () => {
    isAsked = running !== null;
    if (!isAsked) begin();
  };
  begin();
  const ticking = atIntervals(everyMs, begin);
  return {
    soon,
    async close() {
      ticking.close();
      isAsked = false;
      await running;
    },
  };
}
