// Gives an invoice its ordinal, in the transaction that stores what was signed with it (decisions
// §6). One sequence per cash register (with its TCR code) and calendar year; its row is locked while
// the number is given, so two invoices can neither share a number nor leave one out.

import { largestOrderNumber, MAX_ORDINAL, orderNumberTooFar } from '@fiscal/domain';
import type { IssuedInvoice } from '@fiscal/domain';
import type pg from 'pg';
import { inTransaction, run } from './client.ts';
import type { Database } from './client.ts';
import { ClaimLostError } from './invoice-claims.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';
import type { Issuer } from './invoices.ts';
import type { NewSubmission } from './submissions.ts';

/** The ordinal that the client asked for belongs to another invoice of the register and year. */
export class OrdinalTakenError extends Error {
  readonly code = 'ORDER_NUMBER_TAKEN';
  override readonly name = 'OrdinalTakenError';
}

/** The ordinal that the client asked for is too far beyond the highest in use; decisions §4. */
export class OrdinalTooFarError extends Error {
  readonly code = 'ORDER_NUMBER_TOO_FAR';
  override readonly name = 'OrdinalTooFarError';
}

/** A number of a cash register's row. */
export interface GivenNumber {
  tcrCode: string;
  /** Calendar year in Podgorica. */
  year: number;
  ordinal: number;
}

/** Which row of the cash register an invoice takes its number from. */
export interface NumberSource extends Pick<GivenNumber, 'tcrCode' | 'year'> {
  /** How far beyond the highest ordinal in use a client may choose one. Decisions §4. */
  maxAhead: number;
}

/** What signing with the given ordinal has made. */
export interface SignedInvoice {
  issued: IssuedInvoice;
  issuedAt: Date;
  issuer: Issuer;
  submission: NewSubmission;
}

/** Also used to free a number: whoever holds this row decides about the numbers. */
export const LOCK_SEQUENCE = {
  name: 'lock_number_sequence',
  text: `
    insert into number_sequence (cash_register_id, tcr_code, year) values ($1, $2, $3)
    on conflict (cash_register_id, tcr_code, year) do update set year = excluded.year
    returning last_ordinal, free_ordinals`,
};

/** How many numbers of a gap are remembered as free at once. */
const GAP_LENGTH = 100;

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
        where cash_register_id = $1 and tcr_code = $2 and year = $3 and ordinal is not null
      ) used
      where ordinal > previous + 1 order by ordinal limit 1
    )
    update number_sequence s
    set free_ordinals = array(select generate_series(first, last) from gap)
    where s.cash_register_id = $1 and s.tcr_code = $2 and s.year = $3
    returning s.last_ordinal, s.free_ordinals`,
};

const STORE = {
  name: 'store_signed_invoice',
  text: `
    with fixed as (
      update invoice
      set year = $3, ordinal = $4, invoice_number = $5, issued_at = $6, issue_date_time = $7,
          iic = $8, iic_signature = $9, issuer = $10, tcr_code = $17, iic_references = $18,
          updated_at = now()
      where id = $1 and claim_token = $2 and status = 'Pending'
      returning id, cash_register_id
    ), counted as (
      update number_sequence s
      set last_ordinal = greatest(s.last_ordinal, $4::bigint),
          free_ordinals = array_remove(s.free_ordinals, $4::bigint)
      from fixed
      where s.cash_register_id = fixed.cash_register_id and s.tcr_code = $17 and s.year = $3
    ), told as (
      insert into number_ledger (cash_register_id, tcr_code, year, ordinal, invoice_id, event)
      select cash_register_id, $17, $3, $4, id, 'given' from fixed
    ), sent as (
      insert into submission (id, kind, invoice_id, cash_register_id, certificate_id, request_uuid,
        send_date_time, subsequent_delivery, request)
      select $11, 'invoice', id, cash_register_id, $12, $13, $14, $15, $16 from fixed
    )
    select id from fixed`,
};

/**
 * Locks the sequence, lets `sign` make everything that depends on the ordinal, and stores it.
 * `sign` runs inside the transaction: it must not do I/O.
 * @param row the TCR code, and the calendar year of the issue time in Podgorica.
 * @throws OrdinalTakenError, OrdinalTooFarError, ClaimLostError; either way nothing is stored.
 */
export async function storeSigned(
  db: Database,
  claimed: ClaimedInvoice,
  row: NumberSource,
  sign: (ordinal: number) => Promise<SignedInvoice>,
): Promise<SignedInvoice> {
  const { invoice, claimToken } = claimed;
  try {
    return await inTransaction(db, async (client) => {
      const signed = await sign(await lockOrdinal(client, claimed, row));
      const { issued, submission } = signed;
      const stored = await run(client, STORE, [
        invoice.id,
        claimToken,
        row.year,
        issued.ordinal,
        issued.invoiceNumber,
        signed.issuedAt,
        issued.issueDateTime,
        issued.iic,
        issued.iicSignature,
        JSON.stringify(signed.issuer),
        submission.id,
        submission.certificateId,
        submission.requestUuid,
        submission.sendDateTime,
        submission.subsequentDelivery,
        submission.request,
        row.tcrCode,
        issued.iicReferences.length === 0 ? null : JSON.stringify(issued.iicReferences),
      ]);
      if (stored.length === 0) throw new ClaimLostError(`invoice ${invoice.id} was taken over`);
      return signed;
    });
  } catch (error) {
    if (claimed.invoice.orderNumber > 0 && isTaken(error)) {
      throw new OrdinalTakenError(`order number ${invoice.orderNumber} is taken`, { cause: error });
    }
    throw error;
  }
}

interface Sequence {
  last_ordinal: string;
  free_ordinals: string[];
}

/**
 * The client's own number, else the lowest freed one, else the one after the highest, else, where the
 * row has reached its top, the lowest that is free (decisions §4). The row stays locked.
 */
async function lockOrdinal(
  client: pg.PoolClient,
  { invoice }: ClaimedInvoice,
  { tcrCode, year, maxAhead }: NumberSource,
): Promise<number> {
  const values = [invoice.cashRegisterId, tcrCode, year];
  const [sequence] = await run<Sequence>(client, LOCK_SEQUENCE, values);
  if (!sequence) throw new Error('the number sequence could not be locked');
  const highest = Number(sequence.last_ordinal);
  const { orderNumber } = invoice;
  if (orderNumber > 0) {
    const largest = largestOrderNumber(highest, maxAhead);
    if (orderNumber <= largest) return orderNumber;
    throw new OrdinalTooFarError(orderNumberTooFar(orderNumber, largest));
  }
  if (sequence.free_ordinals.length > 0) return lowest(sequence);
  if (highest < MAX_ORDINAL) return highest + 1;
  const [withGap] = await run<Sequence>(client, REMEMBER_GAP, values);
  if (!withGap?.free_ordinals.length) throw new Error('every number of the row is in use');
  return lowest(withGap);
}

function lowest(sequence: Sequence): number {
  return Math.min(...sequence.free_ordinals.map(Number));
}

/**
 * Two invoices of one register with the same number are found by their number or, if they have the
 * same total and second, too, by their IIC, which is made from these.
 */
function isTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    (error.constraint === 'invoice_ordinal_key' || error.constraint === 'invoice_iic_key')
  );
}
