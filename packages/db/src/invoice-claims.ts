// How a worker takes an invoice in hand: compare-and-set with a lease and a fencing token. Whoever
// holds the newest token may write a result; everybody else is told that the claim is lost.
//
// A worker does not choose: it gets the most urgent invoice that nobody has in hand. Among Pending
// ones that is the earliest turn (fairness between companies, apps/api/src/turns.ts), among Offline ones
// the nearest deadline.

import type { DocumentType, Environment, OriginalReference, Seller } from '@fiscal/domain';
import { run } from './client.ts';
import { scopeValues } from './delivery-scope.ts';
import type { DeliveryScope } from './delivery-scope.ts';
import { SELLER } from './seller.ts';
import type { Database, Statement } from './client.ts';
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
  /** Why there was no answer: efi's UnansweredReason. */
  unansweredReason: string | null;
  /**
   * How long ago the newest message was stored that may have been registered without our knowing it,
   * milliseconds; null where there is none.
   */
  openForMs: number | null;
}

/** Everything that signing and sending needs, read with the claim itself. */
export interface ClaimedInvoice {
  invoice: StoredInvoice;
  claimToken: string;
  /** Who sells: as it was accepted, or as the company stands now where that was not kept yet. */
  seller: Seller;
  /** Whether the company hands invoices out when the authority does not answer. */
  offlineIssuing: boolean;
  cashRegister: ClaimedCashRegister;
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  /** What a corrective's message says of its original, and of which kind the original is. */
  original: { iic: OriginalReference['id']; issueDateTime: string; type: DocumentType } | null;
  /** The newest message sent for it; null if none was. */
  lastSubmission: LastSubmission | null;
}

interface ClaimRow extends InvoiceRow {
  claim_token: string;
  company_seller: Seller;
  offline_issuing: boolean;
  register_tcr_code: string | null;
  business_unit_code: string;
  software_code: string;
  operator_code: string;
  maintainer_code: string;
  certificate_id: string | null;
  original_iic: string | null;
  original_issue_date_time: string | null;
  original_document_type: DocumentType | null;
  submission_id: string | null;
  submission_outcome: LastSubmission['outcome'];
  submission_was_sent: boolean | null;
  unanswered_reason: string | null;
  open_for_ms: number | null;
}

/** @param next a statement that selects the id of the invoice to take and locks it. */
function claimStatement(name: string, next: string): Statement {
  return {
    name,
    text: `
    with next as (${next}), claimed as (
      update invoice
      set claim_token = claim_token + 1, attempts = attempts + 1, updated_at = now(),
          leased_until = now() + $1 * interval '1 millisecond'
      from next where invoice.id = next.id
      returning invoice.*
    )
    select i.*, ${SELLER} as company_seller, c.offline_issuing,
           r.tcr_code as register_tcr_code, r.business_unit_code, r.software_code,
           r.operator_code, r.maintainer_code,
           k.id as certificate_id,
           o.iic as original_iic, o.issue_date_time as original_issue_date_time,
           o.document_type as original_document_type,
           s.id as submission_id, s.outcome as submission_outcome,
           s.was_sent as submission_was_sent, s.unanswered_reason, s.open_for_ms
    from claimed i
    join company c on c.id = i.company_id
    join cash_register r on r.id = i.cash_register_id
    left join certificate k
      on k.company_id = i.company_id and k.environment = i.environment and k.is_active
    left join invoice o on o.id = i.original_id
    left join lateral (
      select id, outcome, was_sent, unanswered_reason,
             extract(epoch from now() - max(greatest(replaced_open_at, case
               when outcome is distinct from 'refused' and was_sent is distinct from false
               then created_at end)) over ())::float8 * 1000 as open_for_ms
      from submission where invoice_id = i.id order by created_at desc, id desc limit 1
    ) s on true`,
  };
}

const IS_FREE = '(leased_until is null or leased_until < now())';

const CLAIM_PENDING = claimStatement(
  'claim_pending',
  `select id from invoice
   where status = 'Pending' and environment = any($2::environment[]) and ${IS_FREE}
   order by turn_at limit 1 for update skip locked`,
);

/**
 * Takes the Pending invoice whose turn it is in hand for `leaseMs`.
 * @param environments whose invoices may be taken now.
 * @returns null if there is none that nobody has in hand.
 */
export async function claimNextPending(
  db: Database,
  environments: readonly Environment[],
  leaseMs: number,
): Promise<ClaimedInvoice | null> {
  const [row] = await run<ClaimRow>(db.pool, CLAIM_PENDING, [leaseMs, environments]);
  return row ? claimedOf(row) : null;
}

const CLAIM_OFFLINE = claimStatement(
  'claim_offline',
  `select id from invoice
   where status = 'Offline' and next_attempt_at <= now() and environment = any($2::environment[])
     and (environment, company_id) not in (select * from unnest($3::environment[], $4::uuid[]))
     and ${IS_FREE}
   order by deliver_before limit 1 for update skip locked`,
);

/**
 * Takes the Offline invoice with the nearest deadline, of those whose next attempt is due, in hand.
 * @param scope whose messages may go now.
 */
export async function claimNextOffline(
  db: Database,
  scope: DeliveryScope,
  leaseMs: number,
): Promise<ClaimedInvoice | null> {
  const [row] = await run<ClaimRow>(db.pool, CLAIM_OFFLINE, [leaseMs, ...scopeValues(scope)]);
  return row ? claimedOf(row) : null;
}

function claimedOf(row: ClaimRow): ClaimedInvoice {
  return {
    invoice: invoiceOf(row),
    claimToken: row.claim_token,
    seller: row.seller ?? row.company_seller,
    offlineIssuing: row.offline_issuing,
    cashRegister: {
      tcrCode: row.register_tcr_code,
      businessUnitCode: row.business_unit_code,
      softwareCode: row.software_code,
      operatorCode: row.operator_code,
      maintainerCode: row.maintainer_code,
    },
    certificateId: row.certificate_id,
    original: originalOf(row),
    lastSubmission:
      row.submission_id === null
        ? null
        : {
            id: row.submission_id,
            outcome: row.submission_outcome,
            wasSent: row.submission_was_sent,
            unansweredReason: row.unanswered_reason,
            openForMs: row.open_for_ms,
          },
  };
}

function originalOf(row: ClaimRow): ClaimedInvoice['original'] {
  const { original_iic: iic, original_issue_date_time: issueDateTime } = row;
  const type = row.original_document_type;
  if (iic === null || issueDateTime === null || type === null) return null;
  return { iic, issueDateTime, type };
}

/** The claim is lost: the lease ran out and another worker has taken the invoice. */
export class ClaimLostError extends Error {
  readonly code = 'CLAIM_LOST';
  override readonly name = 'ClaimLostError';
}
