// How a worker takes an invoice in hand: compare-and-set with a lease and a fencing token. Whoever
// holds the newest token may write a result; everybody else is told that the claim is lost.

import type { OriginalReference, Seller } from '@fiscal/domain';
import { run } from './client.ts';
import type { Database } from './client.ts';
import { invoiceOf } from './invoices.ts';
import type { InvoiceRow, StoredInvoice } from './invoices.ts';

/** The cash register as it stands now; `tcrCode` is null until the authority has given it. */
export interface ClaimedCashRegister {
  tcrCode: string | null;
  businessUnitCode: string;
  softwareCode: string;
  operatorCode: string;
  maintainerCode: string;
}

/** The newest message of an invoice. */
export interface LastSubmission {
  id: string;
  /** Null if no answer was written down: its worker may have died at any point. */
  outcome: 'registered' | 'refused' | 'unanswered' | null;
  /** False only if it is certain that the authority has not seen a byte of it. */
  wasSent: boolean | null;
}

/** Everything that signing and sending needs, read with the claim itself. */
export interface ClaimedInvoice {
  invoice: StoredInvoice;
  claimToken: string;
  /** The company as it stands now. */
  company: Seller;
  /** Whether the company hands invoices out when the authority does not answer. */
  offlineIssuing: boolean;
  cashRegister: ClaimedCashRegister;
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  /** The original's IIC and legal issue time, for a corrective. */
  original: { iic: OriginalReference['id']; issueDateTime: string } | null;
  /** The newest message sent for it; null if none was. */
  lastSubmission: LastSubmission | null;
}

interface ClaimRow extends InvoiceRow {
  claim_token: string;
  tin: string;
  company_name: string;
  address: string;
  town: string;
  country: string;
  is_in_vat: boolean;
  vat_number: string | null;
  bank_account: string | null;
  offline_issuing: boolean;
  tcr_code: string | null;
  business_unit_code: string;
  software_code: string;
  operator_code: string;
  maintainer_code: string;
  certificate_id: string | null;
  original_iic: string | null;
  original_issue_date_time: string | null;
  submission_id: string | null;
  submission_outcome: LastSubmission['outcome'];
  submission_was_sent: boolean | null;
}

const CLAIM = {
  name: 'claim_invoice',
  text: `
    with claimed as (
      update invoice
      set claim_token = claim_token + 1, attempts = attempts + 1, updated_at = now(),
          leased_until = now() + $3 * interval '1 millisecond'
      where id = $1 and status = $2::invoice_status
        and (leased_until is null or leased_until < now())
      returning *
    )
    select i.*, c.tin, c.name as company_name, c.address, c.town, c.country, c.is_in_vat,
           c.vat_number, c.bank_account, c.offline_issuing,
           r.tcr_code, r.business_unit_code, r.software_code, r.operator_code, r.maintainer_code,
           k.id as certificate_id,
           o.iic as original_iic, o.issue_date_time as original_issue_date_time,
           s.id as submission_id, s.outcome as submission_outcome,
           s.was_sent as submission_was_sent
    from claimed i
    join company c on c.id = i.company_id
    join cash_register r on r.id = i.cash_register_id
    left join certificate k
      on k.company_id = i.company_id and k.environment = i.environment and k.is_active
    left join invoice o on o.id = i.original_id
    left join lateral (
      select id, outcome, was_sent from submission
      where invoice_id = i.id order by created_at desc, id desc limit 1
    ) s on true`,
};

/**
 * Takes the invoice in hand for `leaseMs`.
 * @param status `Pending` to fiscalize, `Offline` to deliver.
 * @returns null if it is in another state, or in somebody else's hands.
 */
export async function claimInvoice(
  db: Database,
  id: string,
  status: 'Pending' | 'Offline',
  leaseMs: number,
): Promise<ClaimedInvoice | null> {
  const [row] = await run<ClaimRow>(db.pool, CLAIM, [id, status, leaseMs]);
  return row ? claimedOf(row) : null;
}

function claimedOf(row: ClaimRow): ClaimedInvoice {
  return {
    invoice: invoiceOf(row),
    claimToken: row.claim_token,
    company: {
      tin: row.tin,
      name: row.company_name,
      address: row.address,
      town: row.town,
      country: row.country,
      isInVat: row.is_in_vat,
      vatNumber: row.vat_number,
      bankAccount: row.bank_account,
    },
    offlineIssuing: row.offline_issuing,
    cashRegister: {
      tcrCode: row.tcr_code,
      businessUnitCode: row.business_unit_code,
      softwareCode: row.software_code,
      operatorCode: row.operator_code,
      maintainerCode: row.maintainer_code,
    },
    certificateId: row.certificate_id,
    original:
      row.original_iic !== null && row.original_issue_date_time !== null
        ? { iic: row.original_iic, issueDateTime: row.original_issue_date_time }
        : null,
    lastSubmission:
      row.submission_id === null
        ? null
        : {
            id: row.submission_id,
            outcome: row.submission_outcome,
            wasSent: row.submission_was_sent,
          },
  };
}

/** The claim is lost: the lease ran out and another worker has taken the invoice. */
export class ClaimLostError extends Error {
  readonly code = 'CLAIM_LOST';
  override readonly name = 'ClaimLostError';
}
