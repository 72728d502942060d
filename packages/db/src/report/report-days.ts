// Finished days that are kept as sums, so that a period is read without its documents
// (docs/adr/0032). A row is stored under a lock that everyone shares who changes a document of its
// day, and a trigger deletes it with such a change: in any snapshot it says what its documents say.

import type { CodeSums } from '@fiscal/domain';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { dayOf, sumDay } from './report-rows.ts';

/** Of the sums of a day as they are stored; raised where they mean something else. */
const FORM = 1;

interface Days {
  cashRegisterId: string;
  from: string;
  to: string;
}

export interface StoredDay {
  cashRegisterId: string;
  date: string;
  sums: CodeSums[];
}

const DAY_COLUMNS = `cash_register_id as "cashRegisterId", day::text as date, sums`;

const readDays = statement.inSlices<Days, StoredDay>(
  'read_report_days',
  `select ${DAY_COLUMNS} from report_day
   where cash_register_id = :cashRegisterId and day between :from::date and :to::date
     and form = ${FORM}`,
);

/** The sums of the stored days among these, by date. */
export async function readStoredDays(on: Connected, days: Days): Promise<Map<string, CodeSums[]>> {
  const rows = await readDays(on, days);
  return new Map(rows.map(({ date, sums }) => [date, sums]));
}

// Not in a snapshot: what is read after the lock is what was committed before it.
const lockFinished = statement.one<
  { cashRegisterId: string; date: string; end: Date },
  { isLocked: boolean }
>(
  'lock_report_day',
  `select now() >= :end::timestamptz + interval '1 hour'
     and pg_try_advisory_xact_lock(report_day_lock(:cashRegisterId, :date::date)) as "isLocked"`,
);

const store = statement.run<{ cashRegisterId: string; date: string; sums: string }>(
  'store_report_day',
  `insert into report_day (cash_register_id, day, form, sums)
   values (:cashRegisterId, :date::date, ${FORM}, :sums::json)
   on conflict (cash_register_id, day) do update set form = excluded.form, sums = excluded.sums`,
);

/** Stores a day, unless it is not over or a document of it is being changed. */
export function storeDay(
  db: Pick<Database, 'pool'>,
  cashRegisterId: string,
  date: string,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const day = { cashRegisterId, date, end: dayOf(date).to };
    const { isLocked } = await lockFinished(transaction, day);
    if (!isLocked) return;
    const sums = JSON.stringify(await sumDay(transaction, cashRegisterId, date));
    await store(transaction, { cashRegisterId, date, sums });
  });
}

/** Stored days in the order of their key, behind one of them. */
export const listStoredDays = statement.all<
  { after: string | null; date: string; limit: number },
  StoredDay
>(
  'list_report_days',
  `select ${DAY_COLUMNS} from report_day
   where form = ${FORM} and (:after::uuid is null or (cash_register_id, day) > (:after, :date::date))
   order by cash_register_id, day limit :limit`,
);
