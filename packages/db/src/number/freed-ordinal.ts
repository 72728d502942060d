// An ordinal that a refused invoice gives back, see recordFailedUnregistered.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';

export interface NumberRowKey {
  environment: Environment;
  tcrCode: string;
  year: number;
}

/** Locks the row: what is read of its invoices after that is what its statement sees. */
export const lockRow = statement.run<NumberRowKey>(
  'lock_number_sequence',
  `select 1 from number_sequence
   where environment = :environment and tcr_code = :tcrCode and year = :year for update`,
);

/**
 * Whether the number of the row `recorded`, :tcrCode, :year and :ordinal was given before a loss:
 * the invoice may have been refused in the lost time, too, and its number given to one that is not
 * here.
 */
export const MAY_BE_ANOTHERS = `exists (
  select from number_confirmation f
  where f.environment = recorded.environment and f.tcr_code = :tcrCode and f.year = :year
    and not f.nothing_lost and f.at >= (
      select max(l.at) from number_ledger l
      where l.environment = recorded.environment and l.tcr_code = :tcrCode and l.year = :year
        and l.ordinal = :ordinal and l.event = 'given'))`;

/**
 * Frees an ordinal of a locked row. Where it is the highest, a client may have chosen it far ahead:
 * the row goes back to the highest in use, never below its floor, so that no hole is left behind.
 */
export const freeOrdinal = statement.run<NumberRowKey & { ordinal: number }>(
  'free_ordinal',
  `with used as (
     select greatest(s.floor_ordinal, (
       select coalesce(max(i.ordinal), 0) from invoice i
       where i.environment = :environment and i.tcr_code = :tcrCode and i.year = :year
     )) as highest
     from number_sequence s
     where s.environment = :environment and s.tcr_code = :tcrCode and s.year = :year
   )
   update number_sequence s
   set (last_ordinal, free_ordinals) = (
     select highest, array(
       select f from unnest(array_append(s.free_ordinals, :ordinal::bigint)) f
       where f <= highest order by f)
     from (select case when s.last_ordinal = :ordinal then used.highest else s.last_ordinal end
           as highest) row)
   from used
   where s.environment = :environment and s.tcr_code = :tcrCode and s.year = :year`,
);
