// What every worker looks at each second, whatever it does: read with one statement by all that ask
// in the same moment, because at rest each statement costs a worker more than what it does.

import type { Environment } from '@fiscal/domain';
import { batchStatements } from '../connection/batched-statements.ts';
import type { Connected } from '../connection/statement.ts';
import { statement } from '../connection/statement.ts';
import { IS_OUTDATED } from './authority-silences.ts';
import { IS_ALIVE } from './worker-health.ts';

/** As they were after a caller had asked. */
export interface WatchedRows {
  /** PostgreSQL's clock, milliseconds since 1970. */
  clockMs: number;
  /** See database-incarnation.ts. */
  place: string;
  /** The lanes that a person has paused. */
  pausedLanes: readonly string[];
  /** Of which any worker has shared a circuit or a silence. */
  unwell: readonly Environment[];
  /**
   * What living workers do that nothing of their own keeps from signing, with the id of one of them
   * and that of another, which are equal where there is no other.
   */
  inOrder: readonly { environment: string; lane: string; one: string; other: string }[];
}

const read = statement.one<object, WatchedRows>(
  'read_watched_rows',
  `select extract(epoch from clock_timestamp())::float8 * 1000 as "clockMs", current_place() as place,
     array(select lane from lane_pause) as "pausedLanes",
     array(
       select environment::text from authority_circuit
       union select environment::text from authority_silence where not ${IS_OUTDATED}
     ) as unwell,
     (select coalesce(json_agg(row), '[]') from (
       select c.key as environment, l.key as lane, min(id::text) as one, max(id::text) as other
       from worker_heartbeat, json_each(circuits) c, json_each(lanes) l
       where ${IS_ALIVE} and c.value ->> 'obstacle' is null
       group by 1, 2
     ) row) as "inOrder"`,
);

const readers = new WeakMap<Connected['pool'], (key: null) => Promise<WatchedRows>>();

/** Begins after it was asked for. */
export function readWatchedRows({ pool }: Connected): Promise<WatchedRows> {
  let reader = readers.get(pool);
  if (reader === undefined) {
    reader = batchStatements(async (asked) => {
      const rows = await read({ pool });
      return asked.map(() => rows);
    });
    readers.set(pool, reader);
  }
  return reader(null);
}
