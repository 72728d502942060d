// What is open in the whole service, as counts for monitoring: invoices that wait or have failed,
// certificates that end, numbers that no invoice has, workers that live. Reads open work and the
// small tables, never what went well.

import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { readMonthsAhead } from '../month/stored-months.ts';

/** The ages at which Pending invoices are counted, in seconds. */
export const PENDING_AGES_S: readonly number[] = [0, 60, 600, 3_600];
/** Certificates that end within so many days are counted. */
export const ENDING_DAYS = 30;

interface OpenState {
  /** Pending invoices at least so old: each count holds those of the greater ages, too. */
  pending: { environment: Environment; olderThanSeconds: number; count: number }[];
  /** Failed invoices that are not dismissed, by the code that fiscalization gave. */
  failed: { environment: Environment; code: string; count: number }[];
  certificates: {
    environment: Environment;
    /** Until the first of them ends, below 0 where it has; null where there is none. */
    soonestDays: number | null;
    /** How many end within ENDING_DAYS, or have ended. */
    ending: number;
  }[];
  /** Numbers of this year that no invoice has, though a higher one is in use. */
  freeNumbers: { environment: Environment; count: number }[];
  /** When the database was first seen where it is. */
  incarnationSeenAt: Date;
  /** So many months after this one have a place for what they bring. */
  monthsAhead: number;
  /** How long the feed of events has been held back by one transaction, in seconds. */
  eventsHeldS: number;
}

const ENVIRONMENTS = 'unnest(enum_range(null::environment)) as environments (environment)';

/**
 * The age begins when a sale is due: one of a burst is scheduled ahead, and one that is postponed
 * keeps the time at which it was asked for. A Pending invoice without work would wait for ever, and
 * counts.
 */
export const readPendingByAge = statement.all<
  { ages: readonly number[] },
  OpenState['pending'][number]
>(
  'read_pending_by_age',
  `with pending as materialized (
     select i.environment, case w.kind
       when 'fiscalize' then greatest(w.created_at, w.scheduled_at)
       else coalesce(w.created_at, i.updated_at) end as since
     from invoice i
     left join work w on w.subject_id = i.id and w.kind in ('fiscalize', 'deliver')
     where i.status = 'Pending'
   )
   select environments.environment::text, age as "olderThanSeconds", count(since)::int as count
   from unnest(:ages::int[]) as age
   cross join ${ENVIRONMENTS}
   left join pending on pending.environment = environments.environment
     and (age = 0 or since <= now() - age * interval '1 second')
   group by environments.environment, age`,
);

/** Failed invoices that are not dismissed, by environment and code. */
export const readFailedByCode = statement.all<object, OpenState['failed'][number]>(
  'read_failed_by_code',
  `select environment::text, split_part(failure_cause, ':', 1) as code, count(*)::int as count
   from invoice where status = 'Failed' and dismissed_at is null group by 1, 2`,
);

const readCertificates = statement.all<{ days: number }, OpenState['certificates'][number]>(
  'read_certificate_days',
  `select environments.environment::text,
          (extract(epoch from min(k.not_after) - now()) / 86400)::float8 as "soonestDays",
          (count(k.id) filter (where k.not_after <= now() + :days * interval '1 day'))::int as ending
   from ${ENVIRONMENTS}
   left join (certificate k join company c on c.id = k.company_id and c.status = 'active')
     on k.is_active and k.environment = environments.environment
   group by environments.environment`,
);

const readFreeNumbers = statement.all<object, OpenState['freeNumbers'][number]>(
  'read_free_numbers',
  `select environments.environment::text, coalesce(sum(cardinality(s.free_ordinals)), 0)::float8 as count
   from ${ENVIRONMENTS}
   left join number_sequence s on s.environment = environments.environment
     and s.year = extract(year from now() at time zone 'Europe/Podgorica')
   group by environments.environment`,
);

const readIncarnation = statement.one<object, { incarnationSeenAt: Date }>(
  'read_place_seen_at',
  'select max(seen_at) as "incarnationSeenAt" from database_place',
);

const readEventsHeld = statement.one<object, { eventsHeldS: number }>(
  'read_events_held',
  `select coalesce(extract(epoch from now() - oldest_writer()), 0)::float8 as "eventsHeldS"`,
);

/** One statement after the other, so that it takes one connection. */
export async function readOpenState(db: Database): Promise<OpenState> {
  return {
    pending: await readPendingByAge(db, { ages: PENDING_AGES_S }),
    failed: await readFailedByCode(db),
    certificates: await readCertificates(db, { days: ENDING_DAYS }),
    freeNumbers: await readFreeNumbers(db),
    ...(await readIncarnation(db)),
    monthsAhead: await readMonthsAhead(db),
    ...(await readEventsHeld(db)),
  };
}
