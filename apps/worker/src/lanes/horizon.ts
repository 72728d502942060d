import { NO_HORIZON } from '@fiscal/db/work';
import { repeat } from '../repeat.ts';

const READ_EVERY_MS = 1_000;
/** The whole index is read now and then, for work that was added behind the horizon after all. */
const WHOLE_EVERY = 600;

/**
 * Where the claims of a lane begin: see readSalesHorizon.
 * @param readFrom reads the horizon from an earlier one.
 * @param onError called where it could not be read; the last one stays.
 */
export function watchHorizon(
  readFrom: (earlier: Date) => Promise<Date>,
  onError: (error: Error) => void,
) {
  let current = NO_HORIZON;
  let reads = 0;
  const read = async () => {
    current = await readFrom(reads++ % WHOLE_EVERY === 0 ? NO_HORIZON : current);
  };
  return { current: () => current, ...repeat(READ_EVERY_MS, read, onError) };
}
