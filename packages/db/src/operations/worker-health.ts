// What workers report, and what the panel reads of it: who lives, how the authority replies, how
// fast the lanes are. Aggregated by the minute, so that it stays small; deleted when it is old. No
// invoice depends on it.

import type { Environment } from '@fiscal/domain';
import { inTransaction } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

/** A lane of one worker: its concurrency slots, and how many are in use. */
export interface LaneHealth {
  inProgress: number;
  concurrency: number;
  /** ISO 8601, UTC; null before the first job. */
  lastConsumedAt: string | null;
}

/** How one worker judges the authority of an environment. */
export interface CircuitHealth {
  state: 'closed' | 'open';
  /** ISO 8601, UTC: when it came into this state. */
  since: string;
  /** Messages without a reply in a row. */
  failures: number;
  /** What its last signature was, if by a certificate that is not pinned. */
  unpinned: string | null;
  /** Why its last reply cannot be believed, for whatever reason. */
  disbelief: string | null;
  /** Companies whose messages alone get no reply. */
  silentCompanies: number;
  /** ISO 8601, UTC: since when the receipt check has not replied. */
  receiptCheckSilentSince: string | null;
  /** What keeps the worker itself from signing for it, in a sentence. */
  obstacle: string | null;
}

/** What a worker reports every 5 s. */
export interface WorkerHeartbeat {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: Date;
  /** `age1…`: what it opens. */
  vaultRecipients: readonly string[];
  lanes: Record<string, LaneHealth>;
  circuits: Partial<Record<Environment, CircuitHealth>>;
}

/** Exchanges with the authority in one minute, over all workers. */
export interface EfiMinute {
  environment: Environment;
  minute: Date;
  registered: number;
  refused: number;
  unanswered: number;
  totalMs: number;
  slowestMs: number;
}

/** Jobs of one lane in one minute, over all workers. */
export interface LaneMinute {
  lane: string;
  minute: Date;
  done: number;
  failed: number;
}

const beat = statement.run<
  Omit<WorkerHeartbeat, 'lanes' | 'circuits'> & { lanes: string; circuits: string }
>(
  'beat',
  `insert into worker_heartbeat
     (id, host, pid, version, started_at, seen_at, vault_recipients, lanes, circuits)
   values (:id, :host, :pid, :version, :startedAt, now(), :vaultRecipients, :lanes, :circuits)
   on conflict (id) do update
   set seen_at = now(), lanes = excluded.lanes, circuits = excluded.circuits`,
);
const addEfiMinutes = statement.run<{ minutes: string }>(
  'add_efi_minutes',
  `insert into efi_minute as m
     (environment, minute, registered, refused, unanswered, total_ms, slowest_ms)
   select environment, minute, registered, refused, unanswered, round("totalMs"), round("slowestMs")
   from json_to_recordset(:minutes) as r (environment environment, minute timestamptz, registered int,
     refused int, unanswered int, "totalMs" float8, "slowestMs" float8)
   order by environment, minute
   on conflict (environment, minute) do update
   set registered = m.registered + excluded.registered,
       refused = m.refused + excluded.refused,
       unanswered = m.unanswered + excluded.unanswered,
       total_ms = m.total_ms + excluded.total_ms,
       slowest_ms = greatest(m.slowest_ms, excluded.slowest_ms)`,
);
const addLaneMinutes = statement.run<{ minutes: string }>(
  'add_lane_minutes',
  `insert into worker_lane_minute as m (lane, minute, done, failed)
   select lane, minute, done, failed
   from json_to_recordset(:minutes) as r (lane text, minute timestamptz, done int, failed int)
   order by lane, minute
   on conflict (lane, minute) do update
   set done = m.done + excluded.done, failed = m.failed + excluded.failed`,
);

/** This worker lives, and counted these minutes since it last said so: all of it, or nothing. */
export async function recordHealth(
  db: Database,
  worker: WorkerHeartbeat,
  efi: readonly EfiMinute[],
  lanes: readonly LaneMinute[],
): Promise<void> {
  const { lanes: laneStates, circuits } = worker;
  const states = { lanes: JSON.stringify(laneStates), circuits: JSON.stringify(circuits) };
  // Every worker writes the rows of a minute in the same order, so that no two wait for each other.
  await inTransaction(db, async (transaction) => {
    await beat(transaction, { ...worker, ...states });
    if (efi.length > 0) await addEfiMinutes(transaction, { minutes: JSON.stringify(efi) });
    if (lanes.length > 0) await addLaneMinutes(transaction, { minutes: JSON.stringify(lanes) });
  });
}

/** A worker that ends is listed no more. */
export const deleteWorker = statement.run<{ id: string }>(
  'delete_worker',
  'delete from worker_heartbeat where id = :id',
);

/** Deletes workers that died a day ago, and minutes of more than 30 days ago. */
export const deleteOldHealth = statement.run<object>(
  'delete_old_health',
  `with workers as (
     delete from worker_heartbeat where seen_at < now() - interval '1 day'
   ), efi as (
     delete from efi_minute where minute < now() - interval '30 days'
   )
   delete from worker_lane_minute where minute < now() - interval '30 days'`,
);

/** A worker with its last heartbeat, by PostgreSQL’s clock. */
export interface ListedWorker extends WorkerHeartbeat {
  seenAt: Date;
  /** Seen within 15 s: it beats every 5. */
  isAlive: boolean;
}

/** Of a row of worker_heartbeat. */
export const IS_ALIVE = `seen_at > now() - interval '15 seconds'`;

/** Every worker that lives or died within the last day, the oldest first. */
export const listWorkers = statement.all<object, ListedWorker>(
  'list_workers',
  `select id, host, pid, version, started_at as "startedAt", seen_at as "seenAt",
          vault_recipients as "vaultRecipients", lanes, circuits,
          ${IS_ALIVE} as "isAlive"
   from worker_heartbeat order by started_at, id`,
);

/** How the authority replied, minute by minute; minutes without an exchange are not there. */
export const readEfiHealth = statement.all<
  { environment: Environment; sinceMinutes: number },
  EfiMinute
>(
  'read_efi_health',
  `select environment, minute, registered, refused, unanswered,
          total_ms::float8 as "totalMs", slowest_ms as "slowestMs"
   from efi_minute
   where environment = :environment::environment and minute > now() - :sinceMinutes * interval '1 minute'
   order by minute`,
);

/** How much the lanes of all workers did, minute by minute; idle minutes are not there. */
export const readLaneRates = statement.all<{ sinceMinutes: number }, LaneMinute>(
  'read_lane_rates',
  `select lane, minute, done, failed from worker_lane_minute
   where minute > now() - :sinceMinutes * interval '1 minute'
   order by lane, minute`,
);

/** Jobs of one lane in one hour. */
interface LaneHour {
  lane: string;
  /** The beginning of the hour. */
  hour: Date;
  done: number;
  failed: number;
}

/** How much the lanes of all workers did in each hour of the last day; idle hours are not there. */
export const readLaneHours = statement.all<object, LaneHour>(
  'read_lane_hours',
  `select lane, date_trunc('hour', minute) as hour, sum(done)::int as done, sum(failed)::int as failed
   from worker_lane_minute where minute >= date_trunc('hour', now()) - interval '23 hours'
   group by lane, hour order by lane, hour`,
);
