// Reports of a cash register, each of one snapshot (docs/adr/0032).

import { isDeepStrictEqual } from 'node:util';
import { addSums, drawerOf, subtotalOf } from '@fiscal/domain';
import type { CodeSums, DaySubtotal, DrawerCash, DrawerOfDay, Environment } from '@fiscal/domain';
import { inSnapshot } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import type { DepositDay } from '../deposit/cash-deposits.ts';
import type { FoundRecord } from '../invoice/found-records.ts';
import { listStoredDays, readStoredDays, storeDay } from './report-days.ts';
import type { StoredDay } from './report-days.ts';
import { recordsOfDay, sumDay } from './report-rows.ts';
import type { ReportedDay } from './report-rows.ts';

/** Reads and keeps what a report needs; its connections are others than those of sales. */
type ReportDatabase = Pick<Database, 'pool'>;

/** The cash register of a report, with what its head says. */
export interface ReportedRegister {
  cashRegisterId: string;
  environment: Environment;
  seller: string;
  tin: string;
  operatorNames: 'free' | 'known';
  businessUnitCode: string;
  tcrCode: string | null;
  operatorCode: string;
  softwareCode: string;
}

/** Null where the company has none of the id. @param environment null for either. */
export const findReportedRegister = statement.maybe<
  { companyId: string; cashRegisterId: string; environment: Environment | null },
  ReportedRegister
>(
  'find_reported_register',
  `select r.id as "cashRegisterId", r.environment, c.name as seller, c.tin,
     c.operator_names as "operatorNames", r.business_unit_code as "businessUnitCode",
     r.tcr_code as "tcrCode", r.operator_code as "operatorCode", r.software_code as "softwareCode"
   from cash_register r join company c on c.id = r.company_id
   where r.id = :cashRegisterId and r.company_id = :companyId
     and r.environment = coalesce(:environment, r.environment)`,
);

// What is not refused: it lies in the drawer, or has left it, whatever the authority has said yet.
const IN_DRAWER = `
  cash_register_id = :cashRegisterId and local_date = :date::date and status <> 'refused'`;
const readCash = statement.all<{ cashRegisterId: string; date: string }, DrawerCash>(
  'read_drawer_cash',
  `with initial as (
     select tcr_code, coalesce(cash_amount, requested_amount) as amount from cash_deposit
     where ${IN_DRAWER}
   ), withdrawn as (
     select tcr_code, sum(cash_amount::numeric)::text as amount from withdrawal
     where ${IN_DRAWER} group by tcr_code
   )
   select tcr_code as "tcrCode", coalesce(initial.amount, '0.00') as initial,
     coalesce(withdrawn.amount, '0.00') as withdrawn
   from initial full join withdrawn using (tcr_code)`,
);

/** @param date `YYYY-MM-DD` @throws DocumentsDetachedError */
export function readDayReport(
  db: ReportDatabase,
  cashRegisterId: string,
  date: string,
): Promise<{ sums: CodeSums[]; cash: DrawerCash[] }> {
  return readOnce(db, async (snapshot) => ({
    sums: await sumDay(snapshot, cashRegisterId, date),
    cash: await readCash(snapshot, { cashRegisterId, date }),
  }));
}

/** What is in the drawer on a day, under one TCR code. @throws DocumentsDetachedError */
export async function readDrawer(
  db: ReportDatabase,
  { cashRegisterId, tcrCode, localDate }: DepositDay,
): Promise<DrawerOfDay> {
  const { sums, cash } = await readDayReport(db, cashRegisterId, localDate);
  const own = sums.find((each) => each.tcrCode === tcrCode);
  return drawerOf(tcrCode, own?.forDeposit ?? '0.00', cash);
}

/**
 * Keeps the finished days that are not kept yet, each on its own, and adds up all days as they are
 * then. @param dates one after the other @throws DocumentsDetachedError
 */
export async function readPeriodReport(
  db: ReportDatabase,
  cashRegisterId: string,
  dates: readonly string[],
): Promise<CodeSums[]> {
  const days = { cashRegisterId, from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  const kept = await readStoredDays(db, days);
  for (const date of dates) if (!kept.has(date)) await storeDay(db, cashRegisterId, date);
  return readOnce(db, async (snapshot) => {
    const stored = await readStoredDays(snapshot, days);
    const sums: CodeSums[] = [];
    for (const date of dates) {
      sums.push(...(stored.get(date) ?? (await sumDay(snapshot, cashRegisterId, date))));
    }
    return addSums(sums);
  });
}

/** Of one day, in the order of issue; behind the last of it what the day comes to. */
export interface JournalPage<Made> {
  records: Made[];
  subtotal: DaySubtotal | null;
}

/**
 * A caller that stops early has to return the generator, which gives its connection back.
 * @param dates one after the other
 * @param make what is wanted of a record, which is not kept
 * @throws DocumentsDetachedError
 */
export function readJournal<Made>(
  db: ReportDatabase,
  { dates, ...of }: Required<Omit<ReportedDay, 'date'>> & { dates: readonly string[] },
  make: (record: FoundRecord, date: string) => Made,
): AsyncGenerator<JournalPage<Made>, void, undefined> {
  return inSnapshot(db, async function* (snapshot) {
    for (const date of dates) {
      const totals: Parameters<typeof subtotalOf>[1][number][] = [];
      const pages = recordsOfDay(snapshot, { ...of, date }, (record) => {
        const { status, computed } = record.invoice;
        totals.push({ status, total: computed.totals.total });
        return make(record, date);
      });
      for await (const records of pages) yield { records, subtotal: null };
      if (totals.length > 0) yield { records: [], subtotal: subtotalOf(date, totals) };
    }
  });
}

/** Kept days that are recounted in one snapshot. */
const CHECKED = 20;

/**
 * Recounts every kept day from its documents.
 * @returns how many there are, and those that do not say the same. @throws DocumentsDetachedError
 */
export async function checkReportDays(
  db: ReportDatabase,
): Promise<{ kept: number; wrong: Omit<StoredDay, 'sums'>[] }> {
  const wrong: Omit<StoredDay, 'sums'>[] = [];
  let [kept, after, date]: [number, string | null, string] = [0, null, '1970-01-01'];
  for (;;) {
    const page = await readOnce(db, async (snapshot) => {
      const days = await listStoredDays(snapshot, { after, date, limit: CHECKED });
      for (const { sums, ...day } of days) {
        const counted = await sumDay(snapshot, day.cashRegisterId, day.date);
        if (!isDeepStrictEqual(sums, counted)) wrong.push(day);
      }
      return days;
    });
    kept += page.length;
    const last = page.at(-1);
    if (last === undefined) return { kept, wrong };
    [after, date] = [last.cashRegisterId, last.date];
  }
}

/** What is read of the database as it was at one instant. */
async function readOnce<T>(
  db: ReportDatabase,
  read: (snapshot: Connected) => Promise<T>,
): Promise<T> {
  const reading = inSnapshot(db, async function* (snapshot) {
    yield await read(snapshot);
  });
  for await (const result of reading) return result;
  throw new Error('the snapshot was not read');
}
