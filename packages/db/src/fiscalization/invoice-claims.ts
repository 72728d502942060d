// How a worker takes an invoice in hand. It does not choose: it gets the one that comes next and that
// nobody has in hand. Among sales that is the earliest turn (fairness between companies,
// apps/api/src/turns.ts), among deliveries that are due the nearest deadline.

import type { DocumentType, Environment, OriginalReference, Seller } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import { scopeValues } from './delivery-scope.ts';
import type { DeliveryScope } from './delivery-scope.ts';
import { SELLER } from '../company/seller.ts';
import type { Database, Statement } from '../connection/client.ts';
import { INVOICE_COLUMNS, invoiceOf, JOIN_CONTENT } from '../invoice/stored-invoice.ts';
import type { InvoiceRow, StoredInvoice } from '../invoice/stored-invoice.ts';
import { IS_FREE, taking } from '../work/work.ts';
import type { Claim } from '../work/work.ts';

/** The cash register as it stands now; `tcrCode` is null until the authority has given it. */
export interface ClaimedCashRegister {
  tcrCode: string | null;
  businessUnitCode: string;
  softwareCode: string;
  operatorCode: string;
  maintainerCode: string;
}

/** The newest message of an invoice, of those with the IIC that it has now. */
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
  claim: Claim;
  /** How often it was taken in hand since it was asked for, this time included. */
  attempts: number;
  /** How long ago it was asked for, milliseconds. */
  waitedMs: number;
  /** Who sells: as it was accepted, or as the company stands now where that was not kept yet. */
  seller: Seller;
  /** Whether the company hands invoices out when the authority does not answer. */
  offlineIssuing: boolean;
  /** Whether the company has its invoices printed with their outcomes. */
  printsAtOnce: boolean;
  cashRegister: ClaimedCashRegister;
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  /** What a corrective's message says of its original, and of which kind the original is. */
  original: { iic: OriginalReference['id']; issueDateTime: string; type: DocumentType } | null;
  /** The newest message sent for it; null if none was. */
  lastSubmission: LastSubmission | null;
}

export interface ClaimRow extends InvoiceRow {
  token: string;
  work_attempts: number;
  waited_ms: number;
  company_seller: Seller;
  offline_issuing: boolean;
  prints_at_once: boolean;
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

/** For how long work may be taken, and where the search for it begins. */
export interface ClaimOptions {
  leaseMs: number;
  /** See readSalesHorizon. */
  horizon: Date;
}

/** Which deliveries may be taken. */
export interface DeliveryClaimOptions extends ClaimOptions, DeliveryScope {
  /** Companies that have their share in hand. */
  busyCompanies?: readonly string[];
}

// What was sent with a number that was given back since is no message of the invoice as it is now: it
// was certain then that nothing of it is registered.
const HAS_ITS_IIC = 'strpos(request, i.iic) > 0';

/** The work that `next` selects and locks is taken in hand, as `claimed`. @param lease its parameter. */
const takes = (next: string, lease = '$1') => `
    next as (${next}), claimed as (
      update work w set ${taking(lease)}
      from next where w.subject_id = next.subject_id and w.kind = next.kind
      returning w.subject_id, w.token, w.attempts, w.created_at
    )`;

/** Everything about what was taken in hand. */
export const READ_CLAIMED = `
    select ${INVOICE_COLUMNS}, claimed.token, claimed.attempts as work_attempts,
           extract(epoch from now() - claimed.created_at)::float8 * 1000 as waited_ms,
           ${SELLER} as company_seller, c.offline_issuing, c.prints_at_once,
           r.tcr_code as register_tcr_code, r.business_unit_code, r.software_code,
           r.operator_code, r.maintainer_code,
           k.id as certificate_id,
           o.iic as original_iic, o.issue_date_time as original_issue_date_time,
           o.document_type as original_document_type,
           s.id as submission_id, s.outcome as submission_outcome,
           s.was_sent as submission_was_sent, s.unanswered_reason, s.open_for_ms
    from claimed
    join invoice i on i.id = claimed.subject_id ${JOIN_CONTENT}
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
      from submission where invoice_id = i.id and ${HAS_ITS_IIC}
      order by created_at desc, id desc limit 1
    ) s on true`;

/**
 * Takes the sale whose turn it is. One that has not come yet is no reason to wait where nobody else does.
 * @param only what else must hold of it.
 */
export const takesSale = (
  [lease, horizon, environment]: readonly [string, string, string],
  only = 'true',
): string =>
  takes(
    `select subject_id, kind from work
     where kind = 'fiscalize' and environment = ${environment} and scheduled_at >= ${horizon}
       and ${IS_FREE} and ${only}
     order by scheduled_at limit 1 for update skip locked`,
    lease,
  );

const CLAIM_SALE: Statement = {
  name: 'claim_sale',
  text: `with ${takesSale(['$1', '$2', '$3'])} ${READ_CLAIMED}`,
};

/** Of so many deliveries that have been due for the longest, the one with the nearest deadline. */
const CANDIDATES = 50;
const CLAIM_DELIVERY: Statement = {
  name: 'claim_delivery',
  text: `with ${takes(
    `select subject_id, kind from work
     where kind = 'deliver' and ${IS_FREE} and subject_id = any(array(
       select subject_id from work
       where kind = 'deliver' and scheduled_at between $2 and now() and ${IS_FREE}
         and company_id <> all($3::uuid[]) and environment = any($4::environment[])
         and (environment, company_id) not in (select * from unnest($5::environment[], $6::uuid[]))
       order by scheduled_at limit ${CANDIDATES}))
     order by created_at limit 1 for update skip locked`,
  )} ${READ_CLAIMED}`,
};

/** Takes the sale whose turn it is; null if the environment has none that nobody has in hand. */
export function claimNextSale(
  db: Database,
  environment: Environment,
  { leaseMs, horizon }: ClaimOptions,
): Promise<ClaimedInvoice | null> {
  return claimNext(db, CLAIM_SALE, [leaseMs, horizon, environment]);
}

/** Takes an invoice whose delivery, or whose repetition, is due. */
export function claimNextDelivery(
  db: Database,
  { leaseMs, horizon, busyCompanies = [], ...scope }: DeliveryClaimOptions,
): Promise<ClaimedInvoice | null> {
  const values = [leaseMs, horizon, busyCompanies, ...scopeValues(scope)];
  return claimNext(db, CLAIM_DELIVERY, values);
}

async function claimNext(
  db: Database,
  statement: Statement,
  values: unknown[],
): Promise<ClaimedInvoice | null> {
  const [row] = await run<ClaimRow>(db.pool, statement, values);
  return row ? claimedOf(row) : null;
}

export function claimedOf(row: ClaimRow): ClaimedInvoice {
  return {
    invoice: invoiceOf(row),
    claim: { subjectId: row.id, token: row.token },
    attempts: row.work_attempts,
    waitedMs: row.waited_ms,
    seller: row.seller ?? row.company_seller,
    offlineIssuing: row.offline_issuing,
    printsAtOnce: row.prints_at_once,
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
