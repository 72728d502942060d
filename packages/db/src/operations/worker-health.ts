// What workers tell of themselves, and what the panel reads of it: who lives, how the authority
// answers, how fast the lanes are. Aggregated by the minute, so that it stays small; deleted when it
// is old. Nothing of the invoices' truth depends on these tables.

import type { Environment } from '@fiscal/domain';
import { inTransaction, run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';

/** What a lane of a worker is doing. */
export interface LaneHealth {
  inHand: number;
  concurrency: number;
  /** ISO 8601, UTC; null before the first job. */
  lastConsumedAt: string | null;
}

/** The circuit breaker of one environment, as its worker sees it. */
export interface CircuitHealth {
  state: 'closed' | 'open';
  /** ISO 8601, UTC: when it came into this state. */
  since: string;
  /** Messages without an answer in a row. */
  failures: number;
  /** What its last signature was, if by a certificate that is not pinned; absent from older workers. */
  unpinned?: string | null;
  /** Why its last answer cannot be believed, for whatever reason; absent from older workers. */
  disbelief?: string | null;
  /** Companies whose messages alone get no reply; absent from older workers. */
  silentCompanies?: number;
  /** ISO 8601, UTC: since when the receipt check has not answered; absent from older workers. */
  receiptCheckSilentSince?: string | null;
}

/** One worker process. */
export interface WorkerHeartbeat {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: Date;
  /** By queue. */
  lanes: Record<string, LaneHealth>;
  circuits: Partial<Record<Environment, CircuitHealth>>;
}

/** Exchanges with the authority in one minute. */
export interface EfiMinute {
  environment: Environment;
  /** The beginning of the minute. */
  minute: Date;
  registered: number;
  refused: number;
  unanswered: number;
  totalMs: number;
  slowestMs: number;
}

/** Jobs of one lane in one minute. */
export interface LaneMinute {
  lane: string;
  minute: Date;
  done: number;
  failed: number;
}

const BEAT = {
  name: 'beat',
  text: `
    insert into worker_heartbeat (id, host, pid, version, started_at, seen_at, lanes, circuits)
    values ($1, $2, $3, $4, $5, now(), $6, $7)
    on conflict (id) do update
    set seen_at = now(), lanes = excluded.lanes, circuits = excluded.circuits`,
};
const ADD_EFI_MINUTES = {
  name: 'add_efi_minutes',
  text: `
    insert into efi_minute as m
      (environment, minute, registered, refused, unanswered, total_ms, slowest_ms)
    select * from unnest($1::environment[], $2::timestamptz[], $3::int[], $4::int[], $5::int[],
                         $6::bigint[], $7::int[])
    on conflict (environment, minute) do update
    set registered = m.registered + excluded.registered,
        refused = m.refused + excluded.refused,
        unanswered = m.unanswered + excluded.unanswered,
        total_ms = m.total_ms + excluded.total_ms,
        slowest_ms = greatest(m.slowest_ms, excluded.slowest_ms)`,
};
const ADD_LANE_MINUTES = {
  name: 'add_lane_minutes',
  text: `
    insert into worker_lane_minute as m (lane, minute, done, failed)
    select * from unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[])
    on conflict (lane, minute) do update
    set done = m.done + excluded.done, failed = m.failed + excluded.failed`,
};

/** This worker lives, and counted these minutes since it last said so: all of it, or nothing. */
export async function recordHealth(
  db: Database,
  beat: WorkerHeartbeat,
  efi: readonly EfiMinute[],
  lanes: readonly LaneMinute[],
): Promise<void> {
  // Every worker writes the rows of a minute in the same order, so that no two wait for each other.
  const efiRows = efi.toSorted(byKey(({ environment, minute }) => [environment, minute]));
  const laneRows = lanes.toSorted(byKey(({ lane, minute }) => [lane, minute]));
  await inTransaction(db, async (client) => {
    const { id, host, pid, version, startedAt, lanes: laneStates, circuits } = beat;
    const states = [JSON.stringify(laneStates), JSON.stringify(circuits)];
    await run(client, BEAT, [id, host, pid, version, startedAt, ...states]);
    if (efiRows.length > 0) {
      await run(client, ADD_EFI_MINUTES, [
        efiRows.map((row) => row.environment),
        efiRows.map((row) => row.minute),
        efiRows.map((row) => row.registered),
        efiRows.map((row) => row.refused),
        efiRows.map((row) => row.unanswered),
        efiRows.map((row) => Math.round(row.totalMs)),
        efiRows.map((row) => Math.round(row.slowestMs)),
      ]);
    }
    if (laneRows.length > 0) {
      await run(client, ADD_LANE_MINUTES, [
        laneRows.map((row) => row.lane),
        laneRows.map((row) => row.minute),
        laneRows.map((row) => row.done),
        laneRows.map((row) => row.failed),
      ]);
    }
  });
}

function byKey<Row>(keyOf: (row: Row) => [string, Date]): (a: Row, b: Row) => number {
  return (a, b) => {
    const [nameOfA, minuteOfA] = keyOf(a);
    const [nameOfB, minuteOfB] = keyOf(b);
    if (nameOfA !== nameOfB) return nameOfA < nameOfB ? -1 : 1;
    return minuteOfA.getTime() - minuteOfB.getTime();
  };
}

const FORGET_WORKER = {
  name: 'forget_worker',
  text: `delete from worker_heartbeat where id = $1`,
};

/** This worker has ended in order. */
export async function deleteWorker(db: Database, id: string): Promise<void> {
  await run(db.pool, FORGET_WORKER, [id]);
}

const FORGET_OLD_HEALTH = {
  name: 'forget_old_health',
  text: `
    with workers as (
      delete from worker_heartbeat where seen_at < now() - interval '1 day'
    ), efi as (
      delete from efi_minute where minute < now() - interval '30 days'
    )
    delete from worker_lane_minute where minute < now() - interval '30 days'`,
};

/** Workers that died a day ago, and minutes of more than 30 days ago. */
export async function deleteOldHealth(db: Database): Promise<void> {
  await run(db.pool, FORGET_OLD_HEALTH, []);
}

/** A worker as the panel shows it. */
export interface ListedWorker extends WorkerHeartbeat {
  seenAt: Date;
  /** Seen within 15 s: it beats every 5. */
  isAlive: boolean;
}

const LIST_WORKERS = {
  name: 'list_workers',
  text: `
    select id, host, pid, version, started_at as "startedAt", seen_at as "seenAt", lanes, circuits,
           seen_at > now() - interval '15 seconds' as "isAlive"
    from worker_heartbeat order by started_at, id`,
};

/** Every worker that lives or died within the last day, the oldest first. */
export async function listWorkers(db: Database): Promise<ListedWorker[]> {
  return run<ListedWorker>(db.pool, LIST_WORKERS, []);
}

const READ_EFI_HEALTH = {
  name: 'read_efi_health',
  text: `
    select environment, minute, registered, refused, unanswered,
           total_ms::float8 as "totalMs", slowest_ms as "slowestMs"
    from efi_minute
    where environment = $1::environment and minute > now() - $2 * interval '1 minute'
    order by minute`,
};

/** How the authority answered, minute by minute; minutes without an exchange are not there. */
export async function readEfiHealth(
  db: Database,
  environment: Environment,
  sinceMinutes: number,
): Promise<EfiMinute[]> {
  return run<EfiMinute>(db.pool, READ_EFI_HEALTH, [environment, sinceMinutes]);
}

const READ_LANE_RATES = {
  name: 'read_lane_rates',
  text: `
    select lane, minute, done, failed from worker_lane_minute
    where minute > now() - $1 * interval '1 minute'
    order by lane, minute`,
};

/** How much the lanes of all workers did, minute by minute; idle minutes are not there. */
export async function readLaneRates(db: Database, sinceMinutes: number): Promise<LaneMinute[]> {
  return run<LaneMinute>(db.pool, READ_LANE_RATES, [sinceMinutes]);
}
