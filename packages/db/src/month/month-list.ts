// Which months are stored, how large they are, and until when the law keeps them: five years after
// the year in which an invoice was issued, twenty where it is about immovables.

import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';

export interface StoredMonth {
  /** `2026-03`; `first` of the part that holds what was stored before months were. */
  name: string;
  /**
   * Of tables that have this month still, in the order in which they are detached: contents first,
   * without which nothing is read, printed, corrected or archived of an invoice, whatever else is
   * there yet.
   */
  parts: { table: string; part: string; isPending: boolean; from: string; to: string }[];
  /** As PostgreSQL estimates, in all parts. */
  rows: number;
  bytes: number;
  /** In which it ends: what is stored in it is of this year or was issued later. */
  lastYear: number;
  isOver: boolean;
}

/** Oldest first; those that are ahead, too. */
export const listStoredMonths = statement.all<object, StoredMonth>(
  'list_stored_months',
  `select case when begins is null then 'first' else to_char(begins at time zone 'UTC', 'YYYY-MM') end as name,
     json_agg(json_build_object('table', table_name, 'part', part_name, 'isPending', is_pending,
       'from', coalesce(quote_literal(first_uuid(begins)), 'minvalue'),
       'to', quote_literal(first_uuid(ends))) order by table_name <> 'invoice_content', table_name <> 'submission')
       as parts,
     sum(greatest(c.reltuples, 0))::float8 as rows,
     sum(pg_total_relation_size(c.oid))::float8 as bytes,
     extract(year from (ends - interval '1 day') at time zone 'UTC')::int as "lastYear",
     ends <= now() as "isOver"
   from stored_months() join pg_class c on c.oid = part_name::regclass
   group by begins, ends order by ends`,
);

export interface MonthUse {
  /** In which the last of its invoices was issued; null where none was. */
  lastIssueYear: number | null;
  /** Invoices that are Pending or Offline, or that work is left for. */
  open: number;
}

// What an invoice says is found in the month in which it came, and it may be issued much later.
const readUse = statement.one<{ from: string | null; to: string | null }, MonthUse>(
  'read_month_use',
  `select (count(*) filter (where i.status in ('Pending', 'Offline')
       or exists (select from work w where w.subject_id = i.id)))::int as open,
     max(extract(year from i.issued_at at time zone 'Europe/Podgorica'))::int as "lastIssueYear"
   from invoice i where i.id < :to and (:from::uuid is null or i.id >= :from)`,
);

/** Reads every invoice of a month once, which may take minutes. */
export function readMonthUse(session: Connected, month: StoredMonth): Promise<MonthUse> {
  const [{ from, to } = { from: '', to: '' }] = month.parts;
  const idOf = (bound: string) => (bound === 'minvalue' ? null : bound.replaceAll("'", ''));
  return readUse(session, { from: idOf(from), to: idOf(to) });
}

const YEARS = 5;
const YEARS_OF_IMMOVABLES = 20;

/**
 * Why a month has to stay now; null where it may go.
 * @param areImmovablesKept elsewhere, where the law asks for twenty years.
 * @param use null where it is not known yet.
 */
export function reasonToKeep(
  { isOver, lastYear }: StoredMonth,
  { use, areImmovablesKept, now }: { use: MonthUse | null; areImmovablesKept: boolean; now: Date },
): string | null {
  if (!isOver) return 'it is not over';
  const year = now.getUTCFullYear();
  const issued = Math.max(lastYear, use?.lastIssueYear ?? 0);
  const until = issued + YEARS;
  if (year <= until) return `the law keeps what was issued in ${issued} until the end of ${until}`;
  if (use !== null && use.open > 0) return `${use.open} of its invoices are not finished`;
  const longest = issued + YEARS_OF_IMMOVABLES;
  if (year > longest || areImmovablesKept) return null;
  return (
    `the law keeps invoices about immovables until the end of ${longest}: say with --immovables where ` +
    'they are kept, or that there are none'
  );
}
