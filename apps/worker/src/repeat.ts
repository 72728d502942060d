/**
 * Runs at once and then at intervals, never beside itself.
 * @param onError gets what a run rejects with; the next one follows all the same.
 * @returns how to end it; the promise resolves when no run is in progress.
 */
export function repeat(
  everyMs: number,
  run: () => Promise<void>,
  onError: (error: Error) => void,
): { close: () => Promise<void> } {
  let running: Promise<void> | null = null;
  const begin = () => {
    running ??= run()
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = null;
      });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
