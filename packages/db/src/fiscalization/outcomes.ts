// Records what a run over an invoice came to: status, codes, the reply's bytes, audit and, where
// the company prints at once, the missing print, in one statement, and only for the holder of the
// newest claim, whose work is deleted with it. Which outcome it is, domain's advanceInvoice
// decides. A call that is repeated, because PostgreSQL's result got lost, returns true where
// the first one took effect.

import { DELIVERY_WINDOW_HOURS } from '@fiscal/domain';
import type { Environment, Failure } from '@fiscal/domain';
import { insertAudit } from '../audit/audit-row.ts';
import type { ComposedAction } from '../audit/audit-row.ts';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { freeOrdinal, lockRow, MAY_BE_ANOTHERS } from '../number/freed-ordinal.ts';
import type { GivenNumber } from '../number/numbering.ts';
import { heldWorkOf, OF_PRINT } from '../work/work.ts';
import type { HeldWork } from '../work/work.ts';
import { claimedOf, claimsSale, READ_CLAIMED } from './invoice-claims.ts';
import type { ClaimedInvoice, ClaimOptions, ClaimRow } from './invoice-claims.ts';
import { RECORD_REPLY, replyValues } from './submissions.ts';
import type { ReplyValues, SubmissionReply } from './submissions.ts';

/** What every outcome names: the claim that it is recorded with, and the reply. */
type Head = ReplyValues & HeldWork;

function headOf(claimed: ClaimedInvoice, reply: SubmissionReply | null): Head {
  return { ...replyValues(reply), ...heldWorkOf(claimed.claim) };
}

type Outcome = 'fiscalized' | 'offline' | 'failed' | 'refused';
type RecordedAction = `invoice.${Outcome}` | ComposedAction<`invoice.${Outcome}`>;

/**
 * The reply, the outcome and its audit row. The work is locked: who holds an older token, or none,
 * finds nothing, and no other claim is made meanwhile.
 * @param set what changes of an invoice for which `where` holds.
 * @param after the jsonb of the audit row.
 */
const recording = (
  { action, after }: { action: RecordedAction; after: string },
  { set, where }: { set: string; where: string },
): string => `
    with replied as (${RECORD_REPLY}), held as (
      select subject_id, attempts, scheduled_at, trace from work
      where subject_id = :invoiceId and token = :token for update
    ), recorded as (
      update invoice i set ${set}, recorded_with = :token, updated_at = now()
      from held where i.id = held.subject_id and ${where}
      returning i.id, i.company_id, i.environment, i.cash_register_id, i.issued_at
    ), audited as (${insertAudit(
      { actor: `'worker'`, companyId: 'company_id', action, entityId: 'id', after },
      'recorded',
    )})`;

/** The work of an invoice that is not to be tried again by itself is deleted. */
const DONE = `done as (
  delete from work w using recorded where w.subject_id = recorded.id and w.token = :token)`;

/**
 * It becomes a delivery, due in :nextAttemptMs: cut to whole milliseconds, because a time that
 * PostgreSQL rounds up is not due at once.
 */
const PUT_OFF = `
  kind = 'deliver', leased_until = null,
  scheduled_at = coalesce(
    date_trunc('milliseconds', now()) + :nextAttemptMs * interval '1 millisecond', 'infinity')`;

/**
 * The print of a company that prints at once, on its paper; scheduled within the last minute, see
 * readHorizons.
 */
const PRINT = `printed as (
  insert into work (subject_id, kind, company_id, environment, scheduled_at, trace)
  select r.id, case c.paper when '80mm' then 'print_strip_at_once' else 'print_at_once' end::work_kind,
         r.company_id, r.environment, greatest(scheduled_at, now() - interval '30 seconds'), trace
  from recorded r join company c on c.id = r.company_id, held where :printsAtOnce::boolean
  on conflict do nothing)`;

/**
 * A claimed print shows the invoice without its FIC: its claim is lost, and it is printed again.
 */
const PRINT_ANEW = `printed_anew as (
  update work w set token = null, leased_until = null, attempts = 0, scheduled_at = now()
  from recorded where w.subject_id = recorded.id and w.${OF_PRINT})`;

/** Of this call, or of a call before with the same claim whose result got lost. */
const RECORDED = `
  select id, true as is_new from recorded
  union all
  select id, false from invoice where id = :invoiceId and recorded_with = :token`;

const RECORD_FISCALIZED = `${recording(
  { action: 'invoice.fiscalized', after: `jsonb_build_object('fic', :fic::text)` },
  {
    set: `status = 'Fiscalized', fic = :fic, failure = null, attempts = i.attempts + held.attempts`,
    where: `i.status in ('Pending', 'Offline')`,
  },
)}, ${DONE}`;

type Fiscalized = Head & { fic: string };

const fiscalized = statement.run<Fiscalized>(
  'record_fiscalized',
  `${RECORD_FISCALIZED} ${RECORDED}`,
);
const fiscalizedAndPrinted = statement.run<Fiscalized & { printsAtOnce: boolean }>(
  'record_fiscalized_and_printed',
  `${RECORD_FISCALIZED}, ${PRINT}, ${PRINT_ANEW} ${RECORDED}`,
);
// The row that ends here is free, too, where its lease ran out: it is deleted, not claimed.
const fiscalizedAndClaimed = statement.maybe<
  Fiscalized & ClaimOptions & { environment: Environment },
  ClaimRow | { token: null }
>(
  'record_fiscalized_and_claim_sale',
  `${RECORD_FISCALIZED},
   ${claimsSale('subject_id <> :invoiceId and exists (select from recorded)')}
   select next.* from (${RECORDED}) ended left join (${READ_CLAIMED}) next on true`,
);

/** The authority has registered the invoice. @returns false if the claim was lost. */
export async function recordFiscalized(
  db: Database,
  claimed: ClaimedInvoice,
  reply: SubmissionReply,
  fic: string,
): Promise<boolean> {
  const values = { ...headOf(claimed, reply), fic };
  const { printsAtOnce } = claimed;
  const count = hasPrint(claimed)
    ? await fiscalizedAndPrinted(db, { ...values, printsAtOnce })
    : await fiscalized(db, values);
  return count === 1;
}

/**
 * As recordFiscalized, and claims the next sale of the environment with the same statement; none
 * where the claim was lost or where a print is missing.
 */
export async function recordFiscalizedAndClaim(
  db: Database,
  claimed: ClaimedInvoice,
  reply: SubmissionReply,
  fic: string,
  { leaseMs, horizon }: ClaimOptions,
): Promise<{ isRecorded: boolean; next: ClaimedInvoice | null }> {
  if (hasPrint(claimed)) {
    return { isRecorded: await recordFiscalized(db, claimed, reply, fic), next: null };
  }
  const { environment } = claimed.invoice;
  const values = { ...headOf(claimed, reply), fic, leaseMs, horizon, environment };
  const row = await fiscalizedAndClaimed(db, values);
  return { isRecorded: row !== null, next: row?.token ? claimedOf(row) : null };
}

/** What was never handed out and is not printed at once has no print, and asks for none. */
function hasPrint({ printsAtOnce, invoice }: ClaimedInvoice): boolean {
  return printsAtOnce || invoice.offlineSince !== null;
}

const offline = statement.run<Head & { nextAttemptMs: number; printsAtOnce: boolean }>(
  'record_offline',
  `${recording(
    { action: 'invoice.offline', after: `jsonb_build_object('detail', :detail::text)` },
    {
      set: `
        status = 'Offline', offline_since = coalesce(i.offline_since, now()), failure = null,
        deliver_before = i.issued_at + interval '${DELIVERY_WINDOW_HOURS} hours'`,
      where: `i.status = 'Pending'`,
    },
  )}, put_off as (
    update work w set ${PUT_OFF}, created_at = recorded.issued_at
    from recorded where w.subject_id = recorded.id and w.token = :token
  ), ${PRINT} ${RECORDED}`,
);

/**
 * No reply came: the invoice is handed out with its IIC and delivered later. One that was handed
 * out before, and cannot be sent now, is Offline again.
 * @param reply null if nothing was sent.
 */
export async function recordOffline(
  db: Database,
  claimed: ClaimedInvoice,
  reply: SubmissionReply | null,
  nextAttemptMs: number,
): Promise<boolean> {
  const { printsAtOnce } = claimed;
  const values = { ...headOf(claimed, reply), nextAttemptMs, printsAtOnce };
  return (await offline(db, values)) === 1;
}

const postpone = statement.run<Head & { nextAttemptMs: number | null }>(
  'postpone_invoice',
  `with replied as (${RECORD_REPLY})
   update work set ${PUT_OFF}
   where subject_id = :invoiceId and token = :token
   returning subject_id`,
);

/**
 * Nothing is decided yet: it is claimed again later.
 * @param reply null if nothing was sent.
 * @param nextAttemptMs null for never by itself.
 */
export async function postponeInvoice(
  db: Database,
  claimed: ClaimedInvoice,
  reply: SubmissionReply | null,
  nextAttemptMs: number | null,
): Promise<boolean> {
  return (await postpone(db, { ...headOf(claimed, reply), nextAttemptMs })) === 1;
}

// What failed takes nothing back of a root elsewhere: when it is tried again, it is decided again.
const FAILING = `
  status = 'Failed', failure = :failure::json, attempts = i.attempts + held.attempts,
  root_elsewhere = i.root_elsewhere - 'confirmed'::text`;
const FAILURE = ':failure::json';

const failed = statement.run<Head & { failure: string }>(
  'record_failed',
  `${recording(
    { action: 'invoice.failed', after: FAILURE },
    { set: FAILING, where: `i.status in ('Pending', 'Offline')` },
  )}, ${DONE} ${RECORDED}`,
);

/**
 * The invoice failed and keeps what it has: because it was handed out, because its outcome is open,
 * or because it has no number.
 * @param reply null if no message was sent.
 */
export async function recordFailed(
  db: Database,
  claimed: ClaimedInvoice,
  reply: SubmissionReply | null,
  failure: Failure,
): Promise<boolean> {
  const values = { ...headOf(claimed, reply), failure: JSON.stringify(failure) };
  return (await failed(db, values)) === 1;
}

const failedUnregistered = statement.maybe<
  Head & GivenNumber & { failure: string },
  { is_new: boolean; event: 'freed' | 'lost' }
>(
  'record_failed_unregistered',
  `${recording(
    {
      action: {
        sql: `case :outcome::text when 'refused' then 'invoice.refused' else 'invoice.failed' end`,
      },
      after: FAILURE,
    },
    {
      set: `
        ${FAILING}, year = null, ordinal = null, invoice_number = null, issued_at = null,
        issue_date_time = null, iic = null, iic_signature = null, issuer = null, tcr_code = null,
        iic_references = null`,
      where: `i.status = 'Pending' and i.offline_since is null`,
    },
  )}, ${DONE}, ledger as (
    insert into number_ledger
      (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, reason)
    select environment, cash_register_id, :tcrCode, :year, :ordinal, id,
           case when ${MAY_BE_ANOTHERS} then 'lost' else 'freed' end,
           coalesce(:detail, :failure::json ->> 'error')
    from recorded
    returning event
  ) select ended.*, (select event from ledger) as event from (${RECORDED}) ended`,
);

/**
 * The invoice failed, and it is certain that nothing of it is registered or on paper: its number is
 * free again, and a repeated fiscalize signs anew (decisions §6). Only a number that may belong to
 * another invoice, see MAY_BE_ANOTHERS, is lost.
 */
export async function recordFailedUnregistered(
  db: Database,
  claimed: ClaimedInvoice,
  reply: SubmissionReply | null,
  failure: Failure,
  { tcrCode, year, ordinal }: GivenNumber,
): Promise<boolean> {
  const row = { environment: claimed.invoice.environment, tcrCode, year };
  const number = { tcrCode, year, ordinal, failure: JSON.stringify(failure) };
  return inTransaction(db, async (transaction) => {
    // In the order of assign_number: the work, the invoice, the row of numbers.
    const values = { ...headOf(claimed, reply), ...number };
    const recorded = await failedUnregistered(transaction, values);
    if (!recorded?.is_new) return recorded !== null;
    if (recorded.event === 'lost') return true;
    await lockRow(transaction, row);
    await freeOrdinal(transaction, { ...row, ordinal });
    return true;
  });
}
