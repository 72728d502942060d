// What is known of a row of numbers.

import type { Environment } from '@fiscal/domain';
import type { Connected } from '../connection/statement.ts';
import { statement } from '../connection/statement.ts';

interface NumberRowState {
  tcrCode: string;
  year: number;
  lastOrdinal: number;
  /** Ordinals that are free again, lowest first. */
  freeOrdinals: number[];
}

const list = statement.all<
  { cashRegisterId: string; companyId: string },
  NumberRowState | { year: null }
>(
  'list_number_rows',
  `select s.tcr_code as "tcrCode", s.year, s.last_ordinal::float8 as "lastOrdinal",
          s.free_ordinals::float8[] as "freeOrdinals"
   from cash_register r
   left join number_sequence s on s.environment = r.environment
     and (s.tcr_code = r.tcr_code or r.id = any(s.cash_register_ids))
   where r.id = :cashRegisterId and r.company_id = :companyId
   order by s.year desc, s.tcr_code`,
);

/**
 * The rows of the TCR code that a cash register has, and those of codes that it has had and asked
 * for numbers: newest year first; null if the company has no such cash register.
 */
export async function listNumberRows(
  db: Connected,
  companyId: string,
  cashRegisterId: string,
): Promise<NumberRowState[] | null> {
  const rows = await list(db, { cashRegisterId, companyId });
  if (rows.length === 0) return null;
  return rows.filter((row) => row.year !== null);
}

/** An ordinal in the row of the TCR code that a cash register has now, and year. */
interface OrdinalUse {
  /** Whether it belongs to an invoice already, or did before the database was restored. */
  isTaken: boolean;
  /** The highest ordinal in use of the row; 0 if none is. */
  highest: number;
}

/**
 * Whether a client may have the ordinal that it has chosen; what decides is the number itself
 * (numbering.ts).
 */
export const findOrdinalUse = statement.one<
  { cashRegisterId: string; year: number; ordinal: number },
  OrdinalUse
>(
  'find_ordinal_use',
  `select coalesce(s.last_ordinal, 0)::float8 as highest,
          exists (select 1 from invoice i
                  where i.environment = r.environment and i.tcr_code = r.tcr_code and i.year = :year
                    and i.ordinal = :ordinal)
          or exists (select 1 from number_ledger l
                  where l.environment = r.environment and l.tcr_code = r.tcr_code and l.year = :year
                    and l.ordinal = :ordinal and l.event = 'lost') as "isTaken"
   from cash_register r
   left join number_sequence s
     on s.environment = r.environment and s.tcr_code = r.tcr_code and s.year = :year
   where r.id = :cashRegisterId`,
);

/** The highest number of a row that is in use, or was confirmed to be; 0 if none is. */
export const readLastOrdinal = statement.one<
  { environment: Environment; tcrCode: string; year: number },
  { lastOrdinal: number }
>(
  'read_last_ordinal',
  `select greatest(
     0,
     (select last_ordinal from number_sequence
      where environment = :environment and tcr_code = :tcrCode and year = :year),
     (select last_ordinal from number_confirmation
      where environment = :environment and tcr_code = :tcrCode and year = :year and place = current_place())
   )::float8 as "lastOrdinal"`,
);

const findLive = statement.one<object, { isFound: boolean }>(
  'find_live_numbers',
  `select exists (select from number_sequence where environment = 'live') as "isFound"`,
);

/** Whether any live invoice has ever asked for a number. */
export async function hasLiveNumbers(db: Connected): Promise<boolean> {
  return (await findLive(db)).isFound;
}
