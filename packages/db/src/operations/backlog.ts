// How much is behind: for the figures of a worker, and for the panel. Reads open work only.

import { DELIVERY_ALARM_HOURS, REMAINING_BUCKET_HOURS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { FAILING_AFTER_ATTEMPTS, ofScope, valuesOf } from '../failed-work/failed-work.ts';
import type { WorkScope } from '../failed-work/failed-work.ts';
import { IS_FREE, IS_OF_NEWER_FORM, OF_PRINT } from '../work/work.ts';

/** Ages of what waits for its delivery, in hours: those of the alarms, and all. */
export const OFFLINE_AGES_H: readonly number[] = [0, ...DELIVERY_ALARM_HOURS];

/** What is behind, by environment. */
export interface Backlog {
  /** Of DELIVERABLE at least so old: each count holds those of the greater ages, too. */
  offline: { environment: Environment; olderThanHours: number; count: number }[];
  waiting: { environment: Environment; count: number; oldestSeconds: number }[];
  /** Work, claimed by no worker, of invoices whose form this release does not know. */
  newerForms: number;
}

/**
 * Offline invoices, and withdrawals that are not registered and may still be. One that is offline
 * has been tried.
 */
export const DELIVERABLE = `(
  select company_id, environment, null::uuid as drawer_of, offline_since as since, deliver_before,
    true as is_offline
  from invoice where status = 'Offline'
  union all
  select company_id, environment, cash_register_id, coalesce(changed_at, created_at),
    deliver_before, status = 'offline'
  from withdrawal where status in ('pending', 'offline') and deliver_before > now()
) as deliverable`;

const readOffline = statement.all<{ ages: readonly number[] }, Backlog['offline'][number]>(
  'read_offline_backlog',
  `select environments.environment::text, hours as "olderThanHours", count(since)::int as count
   from unnest(:ages::int[]) as hours
   cross join unnest(enum_range(null::environment)) as environments (environment)
   left join ${DELIVERABLE} on deliverable.environment = environments.environment
     and since <= now() - hours * interval '1 hour'
   group by environments.environment, hours`,
);

const readWaiting = statement.all<object, Backlog['waiting'][number]>(
  'read_waiting_sales',
  `select environments.environment::text, count(w.subject_id)::int as count,
          greatest(0, coalesce(extract(epoch from now() - min(w.created_at)), 0))::float8
            as "oldestSeconds"
   from unnest(enum_range(null::environment)) as environments (environment)
   left join work w
     on w.kind = 'fiscalize' and w.environment = environments.environment and ${IS_FREE}
   group by environments.environment`,
);

const countNewerForms = statement.one<object, { newerForms: number }>(
  'count_newer_forms',
  `select count(*)::int as "newerForms" from work
   where kind <> 'key_operation' and ${IS_FREE} and ${IS_OF_NEWER_FORM}`,
);

/** What waits for its delivery by age, waiting sales, and work of forms that are not known. */
export async function readBacklog(db: Database): Promise<Backlog> {
  return {
    offline: await readOffline(db, { ages: OFFLINE_AGES_H }),
    waiting: await readWaiting(db),
    ...(await countNewerForms(db)),
  };
}

interface WaitingWork {
  waiting: number;
  /** How long the oldest has been due; 0 where nothing is. */
  oldestAgeSeconds: number;
  /** In progress at a worker. */
  working: number;
  /** Free, and due later than in a minute. */
  postponed: number;
  /** Tried before without success, whatever their state. */
  retried: number;
}

/** The waiting work of each lane; `registry` is that of key operations. */
export interface LaneBacklog {
  fiscalization: WaitingWork;
  'test-fiscalization': WaitingWork;
  registry: WaitingWork;
  printing: WaitingWork;
  /** What is due to be delivered or tried again. */
  delivery: WaitingWork;
  /** Prints that failed so often that they are listed as failed work. */
  failingPrints: number;
}

/** @param due which free work waits; all other free work is postponed. */
const count = (instant: string, ofLane: string, due = 'true') => `(
  select json_build_object(
    'waiting', count(*) filter (where ${IS_FREE} and (${due})),
    'oldestAgeSeconds', greatest(0, coalesce(
      extract(epoch from now() - min(${instant}) filter (where ${IS_FREE} and (${due}))), 0))::float8,
    'working', count(*) filter (where not ${IS_FREE}),
    'postponed', count(*) filter (where ${IS_FREE} and not (${due})),
    'retried', count(*) filter (where attempts > 1 or attempts = 1 and ${IS_FREE}))
  from work where ${ofLane})`;

/** As it is claimed: one that failed is due when it is scheduled, any other at once. */
const PRINT_DUE = 'attempts = 0 or leased_until is not null or scheduled_at <= now()';
const PRINT_DUE_SINCE = 'case when attempts = 0 then created_at else scheduled_at end';

const sales = (environment: Environment) =>
  count('created_at', `kind = 'fiscalize' and environment = '${environment}'`);

/** Of the whole service, both environments in lanes that they share. */
export const readLaneBacklog = statement.one<object, LaneBacklog>(
  'read_lane_backlog',
  `select ${sales('live')} as fiscalization, ${sales('test')} as "test-fiscalization",
     ${count('created_at', `kind = 'key_operation'`)} as registry,
     ${count(PRINT_DUE_SINCE, OF_PRINT, PRINT_DUE)} as printing,
     ${count('scheduled_at', `kind = 'deliver'`, 'scheduled_at <= now()')} as delivery,
     (select count(*)::int from work where ${OF_PRINT} and attempts >= ${FAILING_AFTER_ATTEMPTS}) as "failingPrints"`,
);

/** A cash register with withdrawals that are offline. */
interface WaitingDrawer {
  companyId: string;
  cashRegisterId: string;
  name: string;
  count: number;
  /** Of the first of them. */
  deliverBefore: Date;
}

/** So many are listed. */
const MOST_DRAWERS = 100;

/** Of a company, or of all for null; the nearest deadline first. */
export const listWaitingDrawers = statement.all<
  Pick<WorkScope, 'companyId' | 'environment'>,
  WaitingDrawer
>(
  'list_waiting_drawers',
  `select r.company_id as "companyId", r.id as "cashRegisterId", r.name, count(*)::int as count,
     min(deliver_before) as "deliverBefore"
   from ${DELIVERABLE} join cash_register r on r.id = drawer_of
   where drawer_of is not null and is_offline and deliverable.environment = :environment::environment
     and (:companyId::uuid is null or deliverable.company_id = :companyId)
   group by r.id order by "deliverBefore", r.id limit ${MOST_DRAWERS}`,
);

interface RemainingBucket {
  /** More than so many hours; null in the bucket of those that are overdue. */
  overHours: number | null;
  upToHours: number;
  count: number;
}

/** Every bucket, also those that are empty, the most urgent first. */
export async function readOfflineBuckets(
  db: Database,
  scope: WorkScope,
): Promise<RemainingBucket[]> {
  const columns = REMAINING_BUCKET_HOURS.map((hours, index) => {
    const before = REMAINING_BUCKET_HOURS[index - 1];
    const over =
      before === undefined ? '' : `deliver_before > now() + interval '${before} hours' and`;
    return `(count(*) filter (where ${over} deliver_before <= now() + interval '${hours} hours'))::int as "${hours}"`;
  });
  const read = statement.one<object, Record<string, number>>(
    null,
    `select ${columns.join(', ')} from invoice i where ${ofScope(scope)} and i.status = 'Offline'`,
  );
  const counts = await read(db, valuesOf(scope));
  return REMAINING_BUCKET_HOURS.map((hours, index) => ({
    overHours: REMAINING_BUCKET_HOURS[index - 1] ?? null,
    upToHours: hours,
    count: counts[String(hours)] ?? 0,
  }));
}
