// How much is behind: what the figures of a worker tell of the database. Reads open work only.

import type { Environment } from '@fiscal/domain';
import { run } from './client.ts';
import type { Database } from './client.ts';

/** The ages at which offline invoices are counted, in hours; the law's limit is 48. */
export const OFFLINE_AGES_H = [0, 1, 12, 24, 40, 46] as const;

/** Work that is behind, all companies together. */
export interface Backlog {
  /** Offline invoices at least so old: each count holds those of the greater ages, too. */
  offline: { environment: Environment; olderThanHours: number; count: number }[];
  /** How long the oldest job has been due that nobody may have told the queue; 0 where none is. */
  outboxLagSeconds: number;
}

// Only the rows of the partial index of Offline invoices are read, and the first of the outbox.
const READ_BACKLOG = {
  name: 'read_backlog',
  text: `
    with offline as (
      select environment, coalesce(offline_since, updated_at) as since
      from invoice where status = 'Offline'
    )
    select environments.environment::text, hours, count(offline.since)::int as count,
           greatest(0, coalesce(extract(epoch from now() -
             (select not_before from outbox order by not_before limit 1)), 0))::float8 as lag
    from unnest($1::int[]) as hours
    cross join unnest(enum_range(null::environment)) as environments (environment)
    left join offline
      on offline.environment = environments.environment
      and offline.since <= now() - hours * interval '1 hour'
    group by environments.environment, hours`,
};

/** One statement, of the price of the open work. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const rows = await run<{ environment: Environment; hours: number; count: number; lag: number }>(
    db.pool,
    READ_BACKLOG,
    [OFFLINE_AGES_H],
  );
  return {
    offline: rows.map(({ environment, hours, count }) => {
      return { environment, olderThanHours: hours, count };
    }),
    outboxLagSeconds: rows[0]?.lag ?? 0,
  };
}
