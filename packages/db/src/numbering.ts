// Gives an invoice its ordinal, in the transaction that stores what was signed with it (decisions
// §6). One sequence per cash register (with its TCR code) and calendar year; its row is locked while
// the number is given, so two invoices can neither share a number nor leave one out.

import type { IssuedInvoice } from '@fiscal/domain';
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

/** A number of a cash register's row. */
export interface GivenNumber {
  tcrCode: string;
  /** Calendar year in Podgorica. */
  year: number;
  ordinal: number;
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

const STORE = {
  name: 'store_signed_invoice',
  text: `
    with fixed as (
      update invoice
      set year = $3, ordinal = $4, invoice_number = $5, issued_at = $6, issue_date_time = $7,
          iic = $8, iic_signature = $9, issuer = $10, tcr_code = $17, updated_at = now()
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
 * @throws OrdinalTakenError, ClaimLostError; either way nothing is stored.
 */
export async function storeSigned(
  db: Database,
  claimed: ClaimedInvoice,
  row: Pick<GivenNumber, 'tcrCode' | 'year'>,
  sign: (ordinal: number) => Promise<SignedInvoice>,
): Promise<SignedInvoice> {
  const { invoice, claimToken } = claimed;
  try {
    return await inTransaction(db, async (client) => {
      const [sequence] = await run<{ last_ordinal: string; free_ordinals: string[] }>(
        client,
        LOCK_SEQUENCE,
        [invoice.cashRegisterId, row.tcrCode, row.year],
      );
      if (!sequence) throw new Error('the number sequence could not be locked');
      const signed = await sign(nextOrdinal(sequence, invoice.orderNumber));
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

/** The client's own number, else the lowest freed one, else the one after the highest. */
function nextOrdinal(
  sequence: { last_ordinal: string; free_ordinals: string[] },
  requested: number,
): number {
  if (requested > 0) return requested;
  const free = sequence.free_ordinals.map(Number);
  return free.length > 0 ? Math.min(...free) : Number(sequence.last_ordinal) + 1;
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
