// Whether a page is on its way.

let count = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  count += by;
  for (const listener of listeners) listener();
}

/** Counts something that is being loaded, until it is there or has failed. */
export function whileLoading<Result>(loading: Promise<Result>): Promise<Result> {
  // Not while something is rendered, which may be what begins it.
  queueMicrotask(() => change(1));
  return loading.finally(() => change(-1));
}

/** For useSyncExternalStore: whether anything is being loaded. */
export const waiting = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): boolean => count > 0,
};
