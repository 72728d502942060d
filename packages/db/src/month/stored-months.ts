// The months by which the bulk of what is stored is divided: invoice_content, document and
// submission, docs/adr/0022. Each has a part of its table for itself, made long before the first
// row comes. Events have theirs, too, which are dropped again: docs/adr/0029.

import { statement } from '../connection/statement.ts';

/**
 * Makes the months that are missing up to a year ahead, and drops those of old events; nothing
 * where there is nothing to do. What it has to wait for more than a second it leaves to the next
 * call. @throws DatabaseError then.
 */
export const makeMonths = statement.run<object>(
  'make_months',
  'select make_months(), keep_event_months()',
);

/** So many months after this one are made at least while all is well. */
export const FEWEST_MONTHS_AHEAD = 2;

const readAhead = statement.one<object, { months: number }>(
  'read_months_ahead',
  `select (12 * extract(year from ahead) + extract(month from ahead) - 1)::int as months
   from (
     select age(min(ends), date_trunc('month', now() at time zone 'UTC')) as ahead
     from (
       select max(ends) at time zone 'UTC' as ends from stored_months() group by table_name
       union all select max(ends) at time zone 'UTC' from event_months()
     ) tables
   ) shortest`,
);

/**
 * How many months after this one every table is made for; below 0 nothing can be stored any more.
 */
export async function readMonthsAhead(db: Parameters<typeof readAhead>[0]): Promise<number> {
  return (await readAhead(db)).months;
}
