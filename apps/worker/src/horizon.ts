import { NO_HORIZON } from '@fiscal/db/work';

/** Where the claims of a lane begin: see readSalesHorizon. */
export interface Horizon {
  current(): Date;
  close(): void;
}

const READ_EVERY_MS = 1_000;
/** The whole index is read now and then, for work that was added behind the horizon after all. */
const WHOLE_EVERY = 600;

/**
 * @param readFrom reads the horizon from an earlier one.
 * @param onError told where it could not be read; the last one stays.
 */
export function watchHorizon(
  readFrom: (earlier: Date) => Promise<Date>,
  onError: (error: Error) => void,
): Horizon {
  let current = NO_HORIZON;
  let isReading = false;
  let reads = 0;

  async function read(): Promise<void> {
    isReading = true;
    try {
      current = await readFrom(reads++ % WHOLE_EVERY === 0 ? NO_HORIZON : current);
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      isReading = false;
    }
  }
  const timer = setInterval(() => {
    if (!isReading) void read();
  }, READ_EVERY_MS);
  return {
    current: () => current,
    close() {
      clearInterval(timer);
    },
  };
}
