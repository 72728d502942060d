// What was signed with a number, stored before anything of it is sent.

import type { IssuedInvoice } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Issuer } from '../invoice/stored-invoice.ts';
import { ClaimLostError, heldWorkOf } from '../work/work.ts';
import type { HeldWork } from '../work/work.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';
import { insertSubmission } from './submissions.ts';
import type { NewSubmission } from './submissions.ts';

/** What is fixed with the first signature and stands in every message of an invoice. */
export interface SignedInvoice {
  issued: IssuedInvoice;
  issuer: Issuer;
}

const store = statement.run<
  HeldWork & NewSubmission & Omit<IssuedInvoice, 'iicReferences'> & StoredIssue
>(
  'store_signed_invoice',
  `with signed as (
     update invoice i
     set invoice_number = :invoiceNumber, issue_date_time = :issueDateTime, iic = :iic,
         iic_signature = :iicSignature, issuer = :issuer,
         updated_at = now()
     from work w
     where i.id = :invoiceId and w.subject_id = i.id and w.token = :token
       and i.status = 'Pending' and i.iic is null
     returning i.id, i.cash_register_id
   ) ${insertSubmission('invoice_id', 'signed')}`,
);

/** JSON. */
interface StoredIssue {
  issuer: string;
}

/**
 * Stores what was signed with the number, and the first message, before it is sent.
 * @throws ClaimLostError; then nothing is stored.
 */
export async function storeSigned(
  db: Database,
  claimed: ClaimedInvoice,
  { issued, issuer }: SignedInvoice,
  submission: NewSubmission,
): Promise<void> {
  const json = { issuer: JSON.stringify(issuer) };
  const values = { ...heldWorkOf(claimed.claim), ...submission, ...issued, ...json };
  const count = await store(db, values);
  if (count === 0) throw new ClaimLostError(`invoice ${claimed.invoice.id} was taken over`);
}
