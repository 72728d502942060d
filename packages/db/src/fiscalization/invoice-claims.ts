// How a worker claims an invoice. It does not choose: it gets the next one that is free. Among
// sales that is the one scheduled the earliest (a fair queue of the companies), among deliveries
// that are due the one with the nearest deadline.

import type { Environment, OriginalReference } from '@fiscal/domain';
import { LAST_DAY } from '../company/cash-registers.ts';
import type { EnteredCodes, RegisterEnd } from '../company/cash-registers.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import {
  CONTENT_OF_ONE,
  INVOICE_COLUMNS,
  invoiceOf,
  noWorkColumns,
} from '../invoice/stored-invoice.ts';
import type { InvoiceRow, StoredInvoice } from '../invoice/stored-invoice.ts';
import { CLAIMING, inScope, IS_FREE, IS_OF_NEWER_FORM, scopeValues } from '../work/work.ts';
import type { Claim, DeliveryScope, ScopeValues } from '../work/work.ts';

/** The newest message of an invoice, of those with the IIC that it has now. */
export interface LastSubmission {
  id: string;
  /** Null if no reply was written down: its worker may have died at any point. */
  outcome: 'registered' | 'refused' | 'unanswered' | null;
  /** False only if it is certain that the authority has not seen a byte of it. */
  wasSent: boolean | null;
  /** Why there was no reply: efi's UnansweredReason. */
  unansweredReason: string | null;
  /**
   * How long ago the newest message was stored that may have been registered without our knowing
   * it, milliseconds; null where there is none.
   */
  openForMs: number | null;
}

/** Everything that signing and sending needs, read with the claim itself. */
export interface ClaimedInvoice {
  invoice: StoredInvoice;
  claim: Claim;
  /** How often it was claimed since it was asked for, this time included. */
  attempts: number;
  /** By PostgreSQL's clock. */
  claimedAt: Date;
  /** How long ago it was asked for, milliseconds. */
  waitedMs: number;
  /** What asked for it, as `traceparent`; null where nothing was traced. */
  trace: string | null;
  /** Whether the company hands invoices out when the authority does not reply. */
  offlineIssuing: boolean;
  /** Whether the company has its invoices printed with their outcomes. */
  printsAtOnce: boolean;
  /** As it stands now. */
  cashRegister: EnteredCodes & RegisterEnd;
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  /** What a corrective's message says of its original. */
  original: { iic: OriginalReference['id']; issueDateTime: string } | null;
  /** The newest message sent for it; null if none was. */
  lastSubmission: LastSubmission | null;
}

/**
 * As READ_CLAIMED reads it: what is not of the invoice under the names of ClaimedInvoice, and
 * beside it.
 */
export type ClaimRow = InvoiceRow &
  Omit<ClaimedInvoice, 'invoice' | 'claim' | 'attempts'> & {
    token: string;
    claimAttempts: number;
  };

/** For how long work is claimed, and where the search for it begins. */
export interface ClaimOptions {
  leaseMs: number;
  /** See readHorizons. */
  horizon: Date;
}

interface DeliveryClaimOptions extends ClaimOptions, DeliveryScope {
  /** Companies whose share is claimed already. */
  busyCompanies?: readonly string[];
}

// What was sent with a number that was given back since is no message of the invoice as it is now:
// it was certain then that nothing of it is registered.
const HAS_ITS_IIC = 'strpos(request, i.iic) > 0';

/** Claims the work that `next` selects and locks, for :leaseMs. */
const claims = (next: string) => `
    next as (${next}), claimed as (
      update work w set ${CLAIMING}
      from next where w.subject_id = next.subject_id and w.kind = next.kind
      returning w.subject_id, w.token, w.attempts, w.created_at, w.trace
    )`;

export const READ_CLAIMED = `
    select ${INVOICE_COLUMNS}, ${noWorkColumns('claimed.attempts')},
           claimed.token, claimed.attempts as "claimAttempts", claimed.trace,
           now() as "claimedAt", extract(epoch from now() - claimed.created_at)::float8 * 1000 as "waitedMs",
           c.offline_issuing as "offlineIssuing",
           c.prints_at_once as "printsAtOnce",
           json_build_object('tcrCode', r.tcr_code, 'businessUnitCode', r.business_unit_code,
             'softwareCode', r.software_code, 'operatorCode', r.operator_code,
             'maintainerCode', r.maintainer_code, 'lastDay', ${LAST_DAY}) as "cashRegister",
           k.id as "certificateId",
           case when o.iic is not null then json_build_object('iic', o.iic,
             'issueDateTime', o.issue_date_time) end as original,
           case when s.id is not null then json_build_object('id', s.id, 'outcome', s.outcome,
             'wasSent', s.was_sent, 'unansweredReason', s.unanswered_reason,
             'openForMs', s.open_for_ms) end as "lastSubmission"
    from claimed
    join invoice i on i.id = claimed.subject_id ${CONTENT_OF_ONE}
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
      from messages_of_invoice(i.id) where i.iic is not null and ${HAS_ITS_IIC}
      order by created_at desc, id desc limit 1
    ) s on true`;

/**
 * Claims the sale of :environment that is scheduled the earliest. That its time has not come yet is
 * no reason to wait where no other is before it.
 * @param only what else must hold of its work.
 */
export const claimsSale = (only = 'true'): string =>
  claims(
    `select subject_id, kind from work
     where kind = 'fiscalize' and environment = :environment and scheduled_at >= :horizon
       and ${IS_FREE} and not (${IS_OF_NEWER_FORM}) and ${only}
     order by scheduled_at limit 1 for update skip locked`,
  );

const claimSale = statement.maybe<ClaimOptions & { environment: Environment }, ClaimRow>(
  'claim_sale',
  `with ${claimsSale()} ${READ_CLAIMED}`,
);

/** Of so many deliveries that have been due for the longest, the one with the nearest deadline. */
const CANDIDATES = 50;
const claimDelivery = statement.maybe<
  ClaimOptions & ScopeValues & { busyCompanies: readonly string[] },
  ClaimRow
>(
  'claim_delivery',
  `with ${claims(
    `select subject_id, kind from work
     where kind = 'deliver' and ${IS_FREE} and subject_id = any(array(
       select subject_id from work
       where kind = 'deliver' and scheduled_at between :horizon and now() and ${IS_FREE}
         and not (${IS_OF_NEWER_FORM})
         and company_id <> all(:busyCompanies::uuid[]) and ${inScope('environment', 'company_id')}
       order by scheduled_at limit ${CANDIDATES}))
     order by created_at limit 1 for update skip locked`,
  )} ${READ_CLAIMED}`,
);

/**
 * Claims the sale that is scheduled the earliest; null if the environment has none that is free.
 */
export async function claimNextSale(
  db: Database,
  environment: Environment,
  { leaseMs, horizon }: ClaimOptions,
): Promise<ClaimedInvoice | null> {
  return claimedOf(await claimSale(db, { leaseMs, horizon, environment }));
}

/** Claims an invoice whose delivery, or whose repetition, is due. */
export async function claimNextDelivery(
  db: Database,
  { leaseMs, horizon, busyCompanies = [], ...scope }: DeliveryClaimOptions,
): Promise<ClaimedInvoice | null> {
  const values = { leaseMs, horizon, busyCompanies, ...scopeValues(scope) };
  return claimedOf(await claimDelivery(db, values));
}

/** A claimed invoice as READ_CLAIMED has read it; null for no row. */
export function claimedOf(row: ClaimRow | null): ClaimedInvoice | null {
  if (row === null) return null;
  const { token, claimAttempts, claimedAt, waitedMs, trace, ...others } = row;
  const { offlineIssuing, printsAtOnce, cashRegister, certificateId, original, ...rest } = others;
  const { lastSubmission, ...invoice } = rest;
  const elsewhere = row.originalId === null ? row.rootElsewhere : null;
  return {
    invoice: invoiceOf(invoice),
    claim: { subjectId: row.id, token },
    attempts: claimAttempts,
    claimedAt,
    waitedMs,
    trace,
    offlineIssuing,
    printsAtOnce,
    cashRegister,
    certificateId,
    lastSubmission,
    original: original ?? elsewhere,
  };
}
