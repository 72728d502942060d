// How much is behind: what the figures of a worker tell of the database. Reads open work only.

import type { Environment } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { IS_FREE } from '../work/work.ts';

/** The ages at which offline invoices are counted, in hours; the law's limit is 48. */
export const OFFLINE_AGES_H = [0, 1, 12, 24, 40, 46] as const;

/** Work that is behind, all companies together. */
export interface Backlog {
  /** Offline invoices at least so old: each count holds those of the greater ages, too. */
  offline: { environment: Environment; olderThanHours: number; count: number }[];
  /** Sales that nobody has in hand. */
  waiting: { environment: Environment; count: number; oldestSeconds: number }[];
}

const READ_OFFLINE = {
  name: 'read_offline_backlog',
  text: `
    select environments.environment::text, hours, count(offline.id)::int as count
    from unnest($1::int[]) as hours
    cross join unnest(enum_range(null::environment)) as environments (environment)
    left join invoice offline
      on offline.status = 'Offline' and offline.environment = environments.environment
      and offline.offline_since <= now() - hours * interval '1 hour'
    group by environments.environment, hours`,
};

const READ_WAITING = {
  name: 'read_waiting_sales',
  text: `
    select environments.environment::text, count(w.subject_id)::int as count,
           greatest(0, coalesce(extract(epoch from now() - min(w.created_at)), 0))::float8
             as "oldestSeconds"
    from unnest(enum_range(null::environment)) as environments (environment)
    left join work w
      on w.kind = 'fiscalize' and w.environment = environments.environment and ${IS_FREE}
    group by environments.environment`,
};

/** Reads open work only. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const offline = await run<OfflineRow>(db.pool, READ_OFFLINE, [OFFLINE_AGES_H]);
  const waiting = await run<Backlog['waiting'][number]>(db.pool, READ_WAITING, []);
  return {
    offline: offline.map(({ environment, hours, count }) => {
      return { environment, olderThanHours: hours, count };
    }),
    waiting,
  };
}

interface OfflineRow {
  environment: Environment;
  hours: number;
  count: number;
}
