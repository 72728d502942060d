// Gives an invoice its ordinal and issue time, in one short statement before anything is signed
// (decisions §6). One row of numbers per environment, TCR code and calendar year, whichever cash
// register has the code; the row is locked while the statement runs, so two invoices can neither
// share a number nor leave one out, and issue times never run backwards along the ordinals.
// PostgreSQL's clock is the second witness of the issue time: it stands on paper, so one clock
// alone does not decide it.

import { largestOrderNumber, MAX_ORDINAL, orderNumberTooFar } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { LAST_DAY } from '../company/cash-registers.ts';
import type { Database } from '../connection/client.ts';
import { statement, violates } from '../connection/statement.ts';
import { ClaimLostError, heldWorkOf } from '../work/work.ts';
import type { Claim, HeldWork } from '../work/work.ts';
import { laterSeen, noteRollback, READ_HERE } from './database-incarnation.ts';
import type { LastSeen } from './database-incarnation.ts';
import type { NumberRowKey } from './freed-ordinal.ts';
import { isLost } from './number-confirmation.ts';
import { openRow } from './open-row.ts';

/** A number of the row of a TCR code, in the environment of its invoice. */
export interface GivenNumber {
  tcrCode: string;
  /** Calendar year in Podgorica. */
  year: number;
  ordinal: number;
}

/** A number with the time of its issue, in whole seconds. */
export interface AssignedNumber extends GivenNumber {
  issuedAt: Date;
}

/** A claimed invoice that has no number yet. */
interface UnnumberedInvoice {
  invoice: { id: string; environment: Environment; cashRegisterId: string; orderNumber: number };
  claim: Claim;
}

/** Which row an invoice takes its number from, and when. */
interface NumberSource extends Pick<GivenNumber, 'tcrCode' | 'year'> {
  /** How far beyond the highest ordinal in use a client may choose one. Decisions §4. */
  maxAhead: number;
  /** The issue time; the row's last one is taken where that is later. */
  now: Date;
  /** How far the issue time may be off PostgreSQL's clock. */
  clockToleranceMs: number;
  /** What this process remembers of the database. */
  lastSeen: LastSeen;
}

/** What became of the request for a number; `taken` and `too-far` are about the client's own. */
export type Assignment =
  | ({ kind: 'assigned' } & AssignedNumber)
  /** It belongs to another invoice of the TCR code and year. */
  | { kind: 'taken' }
  /** It is too far beyond the highest in use, in words. Decisions §4. */
  | { kind: 'too-far'; reason: string }
  /**
   * The asker's clock is off PostgreSQL's by more than the tolerance: above 0 ahead, below 0
   * behind.
   */
  | { kind: 'clocks-differ'; aheadMs: number }
  /** The row's last issue time is ahead of PostgreSQL's clock by more than the tolerance. */
  | { kind: 'row-ahead'; lastIssuedAt: Date; aheadMs: number }
  /** The database was restored, rolled back or promoted: the row's last number is not certain. */
  | { kind: 'unconfirmed' }
  /** The last day of use of the cash register is over at the issue time that it would get. */
  | { kind: 'ended' };

/** How many numbers of a gap are remembered as free at once. */
const GAP_LENGTH = 100;

/** How far an instant is ahead of PostgreSQL's clock, in whole milliseconds. */
const aheadMs = (instant: string) => `round(extract(epoch from ${instant} - now()) * 1000)::float8`;

/** Of the row `s` and the register of `mine`; null where that has no end. */
const HAS_ENDED = 'greatest(s.last_issued_at, :now::timestamptz) >= mine.ends_at';

// The client's own number, else the lowest freed one, else the one after the highest. None where
// the issue time would be more than :clockToleranceMs off PostgreSQL's clock, and none in a
// database of which it is not certain that it has all that was written (database-incarnation.ts),
// and none with an issue time after the last day of the cash register, as it is now (ADR 11).
const assign = statement.maybe<
  HeldWork & Omit<NumberSource, 'lastSeen'> & LastSeen & { orderNumber: number },
  AssignRow
>(
  'assign_number',
  `with here as materialized (${READ_HERE}), mine as (
     select i.id, i.environment, i.cash_register_id, ${aheadMs(':now::timestamptz')} as clock_ms,
            (${LAST_DAY} + 1)::timestamp at time zone 'Europe/Podgorica' as ends_at
     from work w join invoice i on i.id = w.subject_id
     join cash_register r on r.id = i.cash_register_id
     where w.subject_id = :invoiceId and w.token = :token
       and i.status = 'Pending' and i.ordinal is null
     for update of w
   ), sequence as (
     update number_sequence s
     set (given_ordinal, last_ordinal, floor_ordinal, free_ordinals, last_issued_at,
          cash_register_ids) = (
       select chosen, greatest(s.last_ordinal, chosen),
              greatest(s.floor_ordinal, case
                when chosen is not null and :orderNumber::bigint > 0 then s.last_ordinal else chosen end),
              array_remove(s.free_ordinals, chosen),
              case when chosen is null then s.last_issued_at
                   else greatest(s.last_issued_at, :now::timestamptz) end,
              case when mine.cash_register_id = any(s.cash_register_ids) then s.cash_register_ids
                   else array_append(s.cash_register_ids, mine.cash_register_id) end
       from (select case
         when ${HAS_ENDED} then null
         when ${aheadMs('s.last_issued_at')} > :clockToleranceMs::float8 then null
         when :orderNumber::bigint > 0 then case
           when :orderNumber::bigint <= least(s.last_ordinal + :maxAhead::bigint, ${MAX_ORDINAL})
             and not ${isLost(':orderNumber::bigint', 'mine.environment')} then :orderNumber::bigint end
         when cardinality(s.free_ordinals) > 0 then (select min(f) from unnest(s.free_ordinals) f)
         when s.last_ordinal < ${MAX_ORDINAL} then s.last_ordinal + 1
       end::bigint as chosen) choice)
     from mine, here
     where s.environment = mine.environment and s.tcr_code = :tcrCode and s.year = :year
       and s.confirmed_in = here.place and not here.is_rolled_back
       and abs(mine.clock_ms) <= :clockToleranceMs::float8
     returning s.given_ordinal, s.last_ordinal, s.last_issued_at
   ), numbered as (
     update invoice i
     set tcr_code = :tcrCode, year = :year, ordinal = s.given_ordinal, issued_at = s.last_issued_at,
         updated_at = now()
     from sequence s where i.id = :invoiceId and s.given_ordinal is not null
   ), recorded as (
     insert into number_ledger
       (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event)
     select mine.environment, mine.cash_register_id, :tcrCode, :year, s.given_ordinal, mine.id, 'given'
     from mine, sequence s where s.given_ordinal is not null
     returning id, at
   )
   select s.given_ordinal as ordinal, s.last_ordinal as highest, s.last_issued_at as issued_at,
          s.last_ordinal is not null as has_row, mine.clock_ms,
          ${aheadMs('s.last_issued_at')} as row_ms, here.place, here.is_rolled_back,
          recorded.id::float8 as entry, extract(epoch from recorded.at)::float8 * 1000 as entry_at,
          ${isLost(':orderNumber::bigint', 'mine.environment')} as is_lost, ${HAS_ENDED} as has_ended
   from here, mine left join sequence s on true left join recorded on true`,
);

/**
 * Only where a row has reached its top: the lowest numbers that no invoice has. They are remembered
 * as free, so that the row is read once for many invoices.
 */
const rememberGap = statement.maybe<NumberRowKey, { free_ordinals: string[] }>(
  'remember_gap',
  `with used as (
     select ordinal from invoice
     where environment = :environment and tcr_code = :tcrCode and year = :year and ordinal is not null
     union
     select ordinal from number_ledger
     where environment = :environment and tcr_code = :tcrCode and year = :year and event = 'lost'
   ), gap as (
     select previous + 1 as first, least(ordinal - 1, previous + ${GAP_LENGTH}) as last
     from (
       select ordinal, lag(ordinal, 1, 0::bigint) over (order by ordinal) as previous from used
     ) used
     where ordinal > previous + 1 order by ordinal limit 1
   )
   update number_sequence s
   set free_ordinals = array(select generate_series(first, last) from gap)
   where s.environment = :environment and s.tcr_code = :tcrCode and s.year = :year
     and cardinality(s.free_ordinals) = 0
   returning s.free_ordinals`,
);

interface AssignRow {
  ordinal: string | null;
  highest: string | null;
  /** The row's last one; that of this invoice where an ordinal is given. */
  issued_at: Date | null;
  has_row: boolean;
  clock_ms: number;
  row_ms: number | null;
  place: string;
  is_rolled_back: boolean;
  /** Of the ledger, and when; null where no ordinal is given. */
  entry: number | null;
  entry_at: number | null;
  is_lost: boolean;
  has_ended: boolean | null;
}

/**
 * Gives a claimed invoice its number and issue time. Nothing is locked when it returns.
 * @throws ClaimLostError; then nothing was given.
 */
export async function assignNumber(
  db: Database,
  claimed: UnnumberedInvoice,
  source: NumberSource,
): Promise<Assignment> {
  const { tcrCode, year, clockToleranceMs, lastSeen } = source;
  const { invoice, claim } = claimed;
  for (;;) {
    const values = { ...source, ...lastSeen, orderNumber: invoice.orderNumber };
    const assigned = await assign(db, { ...heldWorkOf(claim), ...values }).catch(
      (error: unknown) => {
        if (violates(error, 'invoice_ordinal_key')) return 'taken' as const;
        throw error;
      },
    );
    if (assigned === 'taken') return { kind: 'taken' };
    if (assigned === null) throw new ClaimLostError(`invoice ${invoice.id} was taken over`);
    const { ordinal, issued_at: issuedAt } = assigned;
    if (ordinal !== null && issuedAt !== null) {
      remember(lastSeen, assigned);
      return { kind: 'assigned', tcrCode, year, ordinal: Number(ordinal), issuedAt };
    }
    const wrongTime = findWrongTime(assigned, clockToleranceMs);
    if (wrongTime === null && assigned.has_ended === true) return { kind: 'ended' };
    const reason = wrongTime ?? (await makeReady(db, claimed, source, assigned));
    if (reason !== null) return reason;
  }
}

/**
 * Does what a number needs first. @returns why there is none; null where it is to be tried again.
 */
async function makeReady(
  db: Database,
  { invoice }: UnnumberedInvoice,
  { tcrCode, year, maxAhead }: NumberSource,
  assigned: AssignRow,
): Promise<Assignment | null> {
  const { environment, cashRegisterId, orderNumber } = invoice;
  const row = { environment, tcrCode, year };
  if (assigned.is_rolled_back) {
    await noteRollback(db, { actor: 'worker', place: assigned.place });
    return null;
  }
  if (!assigned.has_row) {
    return (await openRow(db, row, cashRegisterId)) ? null : { kind: 'unconfirmed' };
  }
  if (assigned.is_lost) return { kind: 'taken' };
  if (orderNumber > 0) {
    const largest = largestOrderNumber(Number(assigned.highest), maxAhead);
    return { kind: 'too-far', reason: orderNumberTooFar(orderNumber, largest) };
  }
  // Another call may have remembered one meanwhile; then there is nothing to do.
  const gap = await rememberGap(db, row);
  if (gap?.free_ordinals.length === 0) throw new Error('every number of the row is in use');
  return null;
}

/** Replies may come in another order than they were sent. */
function remember(lastSeen: LastSeen, { place, entry, entry_at: entryAt }: AssignRow): void {
  const given = { lastPlace: place, lastEntry: entry ?? 0, lastAt: entryAt ?? 0 };
  Object.assign(lastSeen, laterSeen(lastSeen, given));
}

/** Why the statement has given no issue time; null if times are not the reason. */
function findWrongTime(row: AssignRow, toleranceMs: number): Assignment | null {
  const { clock_ms: clockMs, row_ms: rowMs, issued_at: lastIssuedAt } = row;
  if (Math.abs(clockMs) > toleranceMs) return { kind: 'clocks-differ', aheadMs: clockMs };
  if (lastIssuedAt === null || rowMs === null || rowMs <= toleranceMs) return null;
  return { kind: 'row-ahead', lastIssuedAt, aheadMs: rowMs };
}
