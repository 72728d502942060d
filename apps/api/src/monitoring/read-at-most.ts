import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A reading that is shared: it is made at most every `everyMs`, and a caller waits for it no longer
 * than `timeoutMs`. Resolves with null where it failed or did not come in time; the failure
 * is reported once and asked for again when its time has come.
 */
export function readAtMost<T>(options: {
  read: () => Promise<T>;
  everyMs: number;
  timeoutMs: number;
  onError: (error: Error) => void;
}): () => Promise<T | null> {
  const { read, everyMs, timeoutMs, onError } = options;
  let reading: Promise<T | null> = Promise.resolve(null);
  let readAt = -Infinity;
  let isReading = false;

  async function readOnce(): Promise<T | null> {
    isReading = true;
    try {
      return await read();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      return null;
    } finally {
      isReading = false;
    }
  }
  return () => {
    // A reading that hangs is not made a second time beside itself.
    if (!isReading && performance.now() - readAt >= everyMs) {
      readAt = performance.now();
      reading = readOnce();
    }
    return Promise.race([reading, sleep(timeoutMs, null, { ref: false })]);
  };
}
