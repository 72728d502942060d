// How far the sealed archive is behind what was issued.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';

/** Earlier days are not looked at, so that the cost does not grow with what is stored. */
const DAYS = 62;
const MIDNIGHT = `at time zone 'Europe/Podgorica'`;

/**
 * Seconds since the end of the oldest day in Podgorica of which a company has issued something and
 * has no seal; 0 where every day that has ended is sealed. Of a company the days from its first
 * seal on count, of the last two months. A day that was sealed before all of it was registered has
 * a seal. An environment in which nothing was ever sealed has no row.
 */
export const readArchiveLag = statement.all<
  { now: Date },
  { environment: Environment; behindSeconds: number }
>(
  'read_archive_lag',
  `select first.environment::text, coalesce(max(lag.seconds), 0)::float8 as "behindSeconds"
   from company c cross join unnest(enum_range(null::environment)) as environments (environment)
   join archive_seal first on first.company_id = c.id and first.environment = environments.environment
     and first.number = 1
   left join lateral (
     select extract(epoch from :now::timestamptz - ((day + 1)::timestamp ${MIDNIGHT})) as seconds
     from (
       select today - ago as day
       from (select (:now::timestamptz ${MIDNIGHT})::date as today) clock, generate_series(1, ${DAYS}) as ago
     ) days
     where day >= first.day
       and not exists (select from archive_seal s where s.company_id = first.company_id
         and s.environment = first.environment and s.day = days.day)
       and exists (select from invoice i where i.company_id = first.company_id
         and i.environment = first.environment
         and i.issued_at >= day::timestamp ${MIDNIGHT} and i.issued_at < (day + 1)::timestamp ${MIDNIGHT})
     order by day limit 1
   ) lag on true
   group by first.environment`,
);
