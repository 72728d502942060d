import { NO_HORIZON } from '@fiscal/db/work';
import type { HorizonOf, Horizons, LookedFor, ReadHorizons } from '@fiscal/db/work';
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

/** Where the claims of a kind of work begin. */
interface Line {
  /** Whether its lane has an idle slot. */
  isIdle: () => boolean;
  current: Date;
  wholeAt: number;
}

/**
 * Where the claims of lanes begin, and which lanes need not look: see readHorizons. What is
 * committed late appears behind a horizon, because its time is that of its statement. The whole
 * index is read again as soon as a transaction ends that took long; where the reads were
 * interrupted, or PostgreSQL is another one; and at intervals.
 * @param readFrom reads the horizons from earlier ones.
 * @param now milliseconds of a clock that never goes back.
 */
export function createHorizons(
  readFrom: (earlier: Partial<Horizons>) => Promise<ReadHorizons>,
  now: () => number = () => performance.now(),
) {
  const lines = new Map<HorizonOf, Line>();
  /** Null until it is known, and where the last read failed. */
  let waiting: ReadonlySet<LookedFor> | null = null;
  let place = '';
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

  const known = <T>(reading: Promise<T>): Promise<T> =>
    reading.catch((error: unknown) => {
      waiting = null;
      throw error;
    });

  return {
    /** Reads the horizon of a kind of work, too, from now on. */
    keep: (name: HorizonOf, isIdle: () => boolean): (() => Date) => {
      const line: Line = { isIdle, current: NO_HORIZON, wholeAt: -Infinity };
      lines.set(name, line);
      return () => line.current;
    },
    /** Whether there may be something of it to take. */
    mayWait: (what: LookedFor): boolean => waiting?.has(what) ?? true,
    read: async (): Promise<void> => {
      const at = now();
      const isInterrupted = at - readAt >= STALL_MS;
      readAt = -Infinity;
      const kept = [...lines];
      const read = await known(readFrom(fromEach(kept, ({ current }) => current)));
      const isAnyBehind = follow(read.inProgress, at) || isInterrupted || read.place !== place;
      const due = kept.filter(
        ([, { isIdle, wholeAt }]) =>
          isAnyBehind || at - wholeAt >= WHOLE_EVERY_MS[isIdle() ? 'idle' : 'busy'],
      );
      const whole = due.length > 0 ? await known(readFrom(fromEach(due, () => NO_HORIZON))) : read;
      for (const [name, line] of kept) line.current = read.horizons[name];
      for (const [name, line] of due) {
        line.current = whole.horizons[name];
        line.wholeAt = at;
      }
      waiting = new Set([...read.waiting, ...whole.waiting]);
      place = read.place;
      readAt = at;
    },
  };
}

function fromEach(
  lines: readonly (readonly [HorizonOf, Line])[],
  from: (line: Line) => Date,
): Partial<Horizons> {
  return Object.fromEntries(lines.map(([name, line]) => [name, from(line)]));
}

/** @param onError called where they could not be read; the last ones stay. */
export function watchHorizons(
  readFrom: (earlier: Partial<Horizons>) => Promise<ReadHorizons>,
  onError: (error: Error) => void,
) {
  const { keep, mayWait, read } = createHorizons(readFrom);
  return { keep, mayWait, ...repeat(READ_EVERY_MS, read, onError) };
}
