// Whether a client may have the ordinal that it has chosen; what decides is the number itself (numbering.ts).

import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';

const FIND_ORDINAL_USE = {
  name: 'find_ordinal_use',
  text: `
    select coalesce(s.last_ordinal, 0)::float8 as highest,
           exists (select 1 from invoice i
                   where i.environment = r.environment and i.tcr_code = r.tcr_code and i.year = $2
                     and i.ordinal = $3) as "isTaken"
    from cash_register r
    left join number_sequence s
      on s.environment = r.environment and s.tcr_code = r.tcr_code and s.year = $2
    where r.id = $1`,
};

/** An ordinal in the row of the TCR code that a cash register has now, and year. */
export interface OrdinalUse {
  /** Whether it belongs to an invoice already. */
  isTaken: boolean;
  /** The highest ordinal in use of the row; 0 if none is. */
  highest: number;
}

/** How things stand with an ordinal that a client has chosen. */
export async function findOrdinalUse(
  db: Database,
  cashRegisterId: string,
  year: number,
  ordinal: number,
): Promise<OrdinalUse> {
  return only(await run<OrdinalUse>(db.pool, FIND_ORDINAL_USE, [cashRegisterId, year, ordinal]));
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
