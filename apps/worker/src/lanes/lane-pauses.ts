import type { Database } from '@fiscal/db/connection';
import { readWatchedRows } from '@fiscal/db/operations';
import { repeat } from '../repeat.ts';
import type { RunNext } from './lane.ts';

const READ_EVERY_MS = 1_000;

/** The lanes that a person has paused, as they were a second ago. */
export interface LanePauses {
  /** Takes nothing while the lane is paused; what is in progress is finished. */
  obeyedBy(lane: string, runNext: RunNext): RunNext;
  close(): Promise<void>;
}

/** @param onError called where they could not be read; what was read last stays. */
export function watchLanePauses(
  db: Pick<Database, 'pool'>,
  onError: (error: Error) => void,
): LanePauses {
  let paused: ReadonlySet<string> = new Set();
  const read = async () => {
    paused = new Set((await readWatchedRows(db)).pausedLanes);
  };
  // A worker that starts takes nothing before it knows.
  const known = read().catch((error: unknown) =>
    onError(error instanceof Error ? error : new Error(String(error))),
  );
  const reading = repeat(READ_EVERY_MS, read, onError);
  return {
    obeyedBy: (lane, runNext) => async (begun, mayClaimMore) => {
      await known;
      if (paused.has(lane)) return false;
      return runNext(begun, () => mayClaimMore() && !paused.has(lane));
    },
    close: () => reading.close(),
  };
}
