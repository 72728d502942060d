// Gives an invoice its ordinal and issue time, in one short statement before anything is signed
// (decisions §6). One row of numbers per environment, TCR code and calendar year, whichever cash
// register has the code; the row is locked while the statement runs, so two invoices can neither share a
// number nor leave one out, and issue times never run backwards along the ordinals. PostgreSQL's clock
// is the second witness of the issue time: it stands on paper, so one clock alone does not decide it.

import { largestOrderNumber, MAX_ORDINAL, orderNumberTooFar } from '@fiscal/domain';
import type { IssuedInvoice } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import type { ClaimedInvoice } from '../fiscalization/invoice-claims.ts';
import type { Issuer } from '../invoice/stored-invoice.ts';
import { SUBMISSION_COLUMNS, submissionValues } from '../fiscalization/submissions.ts';
import type { NewSubmission } from '../fiscalization/submissions.ts';
import { violates } from '../connection/unique-violation.ts';
import { ClaimLostError } from '../work/work.ts';

/** A number of the row of a TCR code, in the environment of its invoice. */
export interface GivenNumber {
  tcrCode: string;
  /** Calendar year in Podgorica. */
  year: number;
  ordinal: number;
}

/** A number with the moment of its issue, in whole seconds. */
export interface AssignedNumber extends GivenNumber {
  issuedAt: Date;
}

/** Which row an invoice takes its number from, and when. */
export interface NumberSource extends Pick<GivenNumber, 'tcrCode' | 'year'> {
  /** How far beyond the highest ordinal in use a client may choose one. Decisions §4. */
  maxAhead: number;
  /** The issue time; the row's last one is taken where that is later. */
  now: Date;
  /** How far the issue time may be off PostgreSQL's clock. */
  clockToleranceMs: number;
}

/** What became of the request for a number; `taken` and `too-far` are about the client's own. */
export type Assignment =
  | ({ kind: 'assigned' } & AssignedNumber)
  /** It belongs to another invoice of the TCR code and year. */
  | { kind: 'taken' }
  /** It is too far beyond the highest in use, in words. Decisions §4. */
  | { kind: 'too-far'; reason: string }
  /** The asker's clock is off PostgreSQL's by more than the tolerance: above 0 ahead, below 0 behind. */
  | { kind: 'clocks-differ'; aheadMs: number }
  /** The row's last issue time is ahead of PostgreSQL's clock by more than the tolerance. */
  | { kind: 'row-ahead'; lastIssuedAt: Date; aheadMs: number };

/** How many numbers of a gap are remembered as free at once. */
const GAP_LENGTH = 100;

const OPEN_ROW = {
  name: 'open_number_sequence',
  text: `
    insert into number_sequence (environment, tcr_code, year) values ($1, $2, $3)
    on conflict do nothing`,
};

/** How far an instant is ahead of PostgreSQL's clock, in whole milliseconds. */
const aheadMs = (instant: string) => `round(extract(epoch from ${instant} - now()) * 1000)::float8`;

// The client's own number, else the lowest freed one, else the one after the highest. None where the
// issue time would be more than $8 ms off PostgreSQL's clock.
const ASSIGN = {
  name: 'assign_number',
  text: `
    with mine as (
      select i.id, i.environment, i.cash_register_id, ${aheadMs('$7::timestamptz')} as clock_ms
      from work w join invoice i on i.id = w.subject_id
      where w.subject_id = $1 and w.token = $2
        and i.status = 'Pending' and i.ordinal is null
      for update of w
    ), sequence as (
      update number_sequence s
      set (given_ordinal, last_ordinal, floor_ordinal, free_ordinals, last_issued_at,
           cash_register_ids) = (
        select chosen, greatest(s.last_ordinal, chosen),
               greatest(s.floor_ordinal, case
                 when chosen is not null and $5::bigint > 0 then s.last_ordinal else chosen end),
               array_remove(s.free_ordinals, chosen),
               case when chosen is null then s.last_issued_at
                    else greatest(s.last_issued_at, $7::timestamptz) end,
               case when mine.cash_register_id = any(s.cash_register_ids) then s.cash_register_ids
                    else array_append(s.cash_register_ids, mine.cash_register_id) end
        from (select case
          when ${aheadMs('s.last_issued_at')} > $8::float8 then null
          when $5::bigint > 0 then case when $5::bigint <= least(s.last_ordinal + $6::bigint, ${MAX_ORDINAL}) then $5::bigint end
          when cardinality(s.free_ordinals) > 0 then (select min(f) from unnest(s.free_ordinals) f)
          when s.last_ordinal < ${MAX_ORDINAL} then s.last_ordinal + 1
        end::bigint as chosen) choice)
      from mine
      where s.environment = mine.environment and s.tcr_code = $3 and s.year = $4
        and abs(mine.clock_ms) <= $8::float8
      returning s.given_ordinal, s.last_ordinal, s.last_issued_at
    ), numbered as (
      update invoice i
      set tcr_code = $3, year = $4, ordinal = s.given_ordinal, issued_at = s.last_issued_at,
          updated_at = now()
      from sequence s where i.id = $1 and s.given_ordinal is not null
    ), recorded as (
      insert into number_ledger
        (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event)
      select mine.environment, mine.cash_register_id, $3, $4, s.given_ordinal, mine.id, 'given'
      from mine, sequence s where s.given_ordinal is not null
    )
    select s.given_ordinal as ordinal, s.last_ordinal as highest, s.last_issued_at as issued_at,
           s.last_ordinal is not null as has_row, mine.clock_ms,
           ${aheadMs('s.last_issued_at')} as row_ms
    from mine left join sequence s on true`,
};

/**
 * Only where a row has reached its top: the lowest numbers that no invoice has. They are remembered
 * as free, so that the row is read once for many invoices.
 */
const REMEMBER_GAP = {
  name: 'remember_gap',
  text: `
    with gap as (
      select previous + 1 as first, least(ordinal - 1, previous + ${GAP_LENGTH}) as last
      from (
        select ordinal, lag(ordinal, 1, 0::bigint) over (order by ordinal) as previous
        from invoice
        where environment = $1 and tcr_code = $2 and year = $3 and ordinal is not null
      ) used
      where ordinal > previous + 1 order by ordinal limit 1
    )
    update number_sequence s
    set free_ordinals = array(select generate_series(first, last) from gap)
    where s.environment = $1 and s.tcr_code = $2 and s.year = $3
      and cardinality(s.free_ordinals) = 0
    returning s.free_ordinals`,
};

interface AssignRow {
  ordinal: string | null;
  highest: string | null;
  /** The row's last one; that of this invoice where an ordinal is given. */
  issued_at: Date | null;
  has_row: boolean;
  clock_ms: number;
  row_ms: number | null;
}

/**
 * Gives a claimed invoice its number and issue time. Nothing is locked when it returns.
 * @throws ClaimLostError; then nothing was given.
 */
export async function assignNumber(
  db: Database,
  { invoice, claim }: ClaimedInvoice,
  source: NumberSource,
): Promise<Assignment> {
  const { tcrCode, year, maxAhead, now, clockToleranceMs } = source;
  const own = [invoice.id, claim.token, tcrCode, year, invoice.orderNumber, maxAhead];
  const values = [...own, now, clockToleranceMs];
  const row = [invoice.environment, tcrCode, year];
  for (;;) {
    const assigned = await assignOnce(db, values);
    if (assigned === 'taken') return { kind: 'taken' };
    if (assigned === null) throw new ClaimLostError(`invoice ${invoice.id} was taken over`);
    const { ordinal, highest, issued_at: issuedAt, has_row: hasRow } = assigned;
    if (ordinal !== null && issuedAt !== null) {
      return { kind: 'assigned', tcrCode, year, ordinal: Number(ordinal), issuedAt };
    }
    const wrongTime = findWrongTime(assigned, clockToleranceMs);
    if (wrongTime !== null) return wrongTime;
    if (!hasRow) await run(db.pool, OPEN_ROW, row);
    else if (invoice.orderNumber > 0) {
      const largest = largestOrderNumber(Number(highest), maxAhead);
      return { kind: 'too-far', reason: orderNumberTooFar(invoice.orderNumber, largest) };
    } else await rememberGap(db, row);
  }
}

/** Why the statement has given no issue time; null if times are not the reason. */
function findWrongTime(row: AssignRow, toleranceMs: number): Assignment | null {
  const { clock_ms: clockMs, row_ms: rowMs, issued_at: lastIssuedAt } = row;
  if (Math.abs(clockMs) > toleranceMs) return { kind: 'clocks-differ', aheadMs: clockMs };
  if (lastIssuedAt === null || rowMs === null || rowMs <= toleranceMs) return null;
  return { kind: 'row-ahead', lastIssuedAt, aheadMs: rowMs };
}

/** @returns null if the claim was lost. */
async function assignOnce(db: Database, values: unknown[]): Promise<AssignRow | 'taken' | null> {
  try {
    const [row] = await run<AssignRow>(db.pool, ASSIGN, values);
    return row ?? null;
  } catch (error) {
    if (violates(error, 'invoice_ordinal_key')) return 'taken';
    throw error;
  }
}

/** Somebody else may have remembered one meanwhile; then there is nothing to do. */
async function rememberGap(db: Database, row: unknown[]): Promise<void> {
  const [found] = await run<{ free_ordinals: string[] }>(db.pool, REMEMBER_GAP, row);
  if (found?.free_ordinals.length === 0) throw new Error('every number of the row is in use');
}

/** What is fixed with the first signature and stands in every message of an invoice. */
export interface SignedInvoice {
  issued: IssuedInvoice;
  issuer: Issuer;
}

const STORE_SIGNED = {
  name: 'store_signed_invoice',
  text: `
    with signed as (
      update invoice i
      set invoice_number = $9, issue_date_time = $10, iic = $11, iic_signature = $12, issuer = $13,
          iic_references = $14, updated_at = now()
      from work w
      where i.id = $1 and w.subject_id = i.id and w.token = $2
        and i.status = 'Pending' and i.iic is null
      returning i.id, i.cash_register_id
    )
    insert into submission (${SUBMISSION_COLUMNS})
    select $3, 'invoice', id, cash_register_id, $4, $5, $6, $7, $8 from signed
    returning id`,
};

/**
 * Stores what was signed with the number, and the first message, before it is sent.
 * @throws ClaimLostError; then nothing is stored.
 */
export async function storeSigned(
  db: Database,
  { invoice, claim }: ClaimedInvoice,
  { issued, issuer }: SignedInvoice,
  submission: NewSubmission,
): Promise<void> {
  const stored = await run(db.pool, STORE_SIGNED, [
    invoice.id,
    claim.token,
    ...submissionValues(submission),
    issued.invoiceNumber,
    issued.issueDateTime,
    issued.iic,
    issued.iicSignature,
    JSON.stringify(issuer),
    issued.iicReferences.length === 0 ? null : JSON.stringify(issued.iicReferences),
  ]);
  if (stored.length === 0) throw new ClaimLostError(`invoice ${invoice.id} was taken over`);
}
