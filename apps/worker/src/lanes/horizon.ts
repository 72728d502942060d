import { NO_HORIZON } from '@fiscal/db/work';
import type { ReadHorizon } from '@fiscal/db/work';
import { repeat } from '../repeat.ts';

const READ_EVERY_MS = 1_000;
/** How often the whole index is read: by a lane with an idle slot, and by one that is busy. */
const WHOLE_EVERY_MS = { idle: 10_000, busy: 600_000 };
/** After a longer pause of the reads transactions may have come and gone that no read saw. */
const STALL_MS = 5_000;
/**
 * The work of a transaction that takes longer may be behind the horizon, which is a minute back at
 * least: a waiting customer's is scheduled half a minute earlier.
 */
const LONG_MS = 10_000;

/**
 * Where the claims of a lane begin: see readSalesHorizon. What is committed late appears behind it,
 * because its time is that of its statement. The whole index is read again as soon as a transaction
 * ends that took long; where the reads were interrupted, or PostgreSQL is another one; and at
 * intervals.
 * @param readFrom reads the horizon from an earlier one.
 * @param isIdle whether the lane has an idle slot.
 * @param now milliseconds of a clock that never goes back.
 */
export function createHorizon(
  readFrom: (earlier: Date) => Promise<ReadHorizon>,
  isIdle: () => boolean,
  now: () => number = () => performance.now(),
) {
  let current = NO_HORIZON;
  let place = '';
  let wholeAt = -Infinity;
  /** When the last read succeeded; since a failed one, never. */
  let readAt = -Infinity;
  /** The transactions in progress at the last read, and when each was seen first. */
  let inProgress = new Map<string, number>();

  /** @returns whether a transaction that took long has ended since the last read. */
  function follow(transactions: readonly string[], at: number): boolean {
    const before = inProgress;
    inProgress = new Map(transactions.map((id) => [id, before.get(id) ?? at]));
    return [...before].some(([id, seenAt]) => !inProgress.has(id) && at - seenAt >= LONG_MS);
  }

  async function readWhole(at: number): Promise<void> {
    current = (await readFrom(NO_HORIZON)).horizon;
    wholeAt = at;
  }

  return {
    current: () => current,
    read: async (): Promise<void> => {
      const at = now();
      const isInterrupted = at - readAt >= STALL_MS;
      readAt = -Infinity;
      const read = await readFrom(current);
      const hasEnded = follow(read.inProgress, at);
      const isElsewhere = read.place !== place;
      const isDue = at - wholeAt >= WHOLE_EVERY_MS[isIdle() ? 'idle' : 'busy'];
      if (isInterrupted || hasEnded || isElsewhere || isDue) await readWhole(at);
      else current = read.horizon;
      place = read.place;
      readAt = at;
    },
  };
}

/** @param onError called where it could not be read; the last one stays. */
export function watchHorizon(
  readFrom: (earlier: Date) => Promise<ReadHorizon>,
  isIdle: () => boolean,
  onError: (error: Error) => void,
) {
  const { current, read } = createHorizon(readFrom, isIdle);
  return { current, ...repeat(READ_EVERY_MS, read, onError) };
}
