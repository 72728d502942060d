// Records what a run over an invoice came to: status, codes, the answer's bytes, audit and, where the
// company prints at once, the missing print, in one statement, and only for the holder of
// the newest claim, whose work goes away with it. Which of them it is, domain's advanceInvoice decides.
// Who has lost the answer of PostgreSQL repeats the call and is told true where the first one took effect.

import { inTransaction, run } from '../connection/client.ts';
import type { Database, Statement } from '../connection/client.ts';
import { claimedOf, READ_CLAIMED, takesSale } from './invoice-claims.ts';
import type { ClaimedInvoice, ClaimOptions, ClaimRow } from './invoice-claims.ts';
import type { Failure } from '../invoice/stored-invoice.ts';
import type { GivenNumber } from '../number/numbering.ts';
import { ANSWER_SUBMISSION, answerValues } from './submissions.ts';
import type { SubmissionAnswer } from './submissions.ts';
import { OF_PRINT } from '../work/work.ts';

// Locked: whoever holds an older token, or none, finds nothing, and nobody takes it meanwhile.
const HELD = `
  select subject_id, attempts, scheduled_at from work
  where subject_id = $9 and token = $10 for update`;

const DONE = `
  delete from work w using recorded where w.subject_id = recorded.id and w.token = $10`;

/**
 * It becomes a delivery. @param wait the parameter that says in how many milliseconds it is due: cut to
 * whole ones, because a moment that PostgreSQL rounds up is not due at once.
 */
const PUT_OFF = (wait: string) => `
  kind = 'deliver', leased_until = null,
  scheduled_at = coalesce(
    date_trunc('milliseconds', now()) + ${wait} * interval '1 millisecond', 'infinity')`;

const AUDIT = `
  insert into audit_log (actor, company_id, action, entity_id, after)
  select 'worker', company_id, $11, id, $12::jsonb from recorded`;

/** $14 is whether the company prints at once. Its turn is within the last minute: see readWorkHorizon. */
const PRINT = `
  insert into work (subject_id, kind, company_id, environment, scheduled_at)
  select id, 'print_at_once', company_id, environment,
         greatest(scheduled_at, now() - interval '30 seconds')
  from recorded, held where $14::boolean
  on conflict do nothing`;

/** Who prints the invoice without its FIC at this moment does not end the work: the FIC is missing. */
const PRINT_ANEW = `
  update work w set token = null, leased_until = null, attempts = 0, scheduled_at = now()
  from recorded where w.subject_id = recorded.id and w.${OF_PRINT}`;

/** Of `recorded`, and of a call before with the same claim whose answer got lost. */
const RECORDED = `
  select id, true as is_new from recorded
  union all
  select id, false from invoice where id = $9 and recorded_with = $10`;

const RECORD_FISCALIZED = `
    with answered as (${ANSWER_SUBMISSION}), held as (${HELD}), recorded as (
      update invoice i
      set status = 'Fiscalized', fic = $13, failure = null, attempts = i.attempts + held.attempts,
          recorded_with = $10,
          updated_at = now()
      from held where i.id = held.subject_id and i.status in ('Pending', 'Offline')
      returning i.id, i.company_id, i.environment
    ), done as (${DONE}), audited as (${AUDIT})`;

const FISCALIZED: Statement = {
  name: 'record_fiscalized',
  text: `${RECORD_FISCALIZED} ${RECORDED}`,
};
const FISCALIZED_AND_PRINTED: Statement = {
  name: 'record_fiscalized_and_printed',
  text: `
    ${RECORD_FISCALIZED}, printed as (${PRINT}), printed_anew as (${PRINT_ANEW})
    ${RECORDED}`,
};
// The row that ends here is free, too, where its lease ran out: it is deleted, not taken.
const FISCALIZED_AND_CLAIMED: Statement = {
  name: 'record_fiscalized_and_claim_sale',
  text: `
    ${RECORD_FISCALIZED},
    ${takesSale(['$14', '$15', '$16'], 'subject_id <> $9 and exists (select from recorded)')}
    select ended.is_new, next.* from (${RECORDED}) ended left join (${READ_CLAIMED}) next on true`,
};

/** The authority has registered the invoice. @returns false if the claim was lost. */
export async function recordFiscalized(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer,
  fic: string,
): Promise<boolean> {
  const values = fiscalizedValues(claimed, answer, fic);
  const { printsAtOnce } = claimed;
  const recorded = hasPrint(claimed)
    ? run(db.pool, FISCALIZED_AND_PRINTED, [...values, printsAtOnce])
    : run(db.pool, FISCALIZED, values);
  return (await recorded).length === 1;
}

/**
 * As recordFiscalized, and takes the next sale of the environment in hand with the same statement; none
 * where the claim was lost or where a print is missing.
 */
export async function recordFiscalizedAndClaim(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer,
  fic: string,
  { leaseMs, horizon }: ClaimOptions,
): Promise<{ isRecorded: boolean; next: ClaimedInvoice | null }> {
  if (hasPrint(claimed)) {
    return { isRecorded: await recordFiscalized(db, claimed, answer, fic), next: null };
  }
  const [row] = await run<ClaimRow | { token: null }>(db.pool, FISCALIZED_AND_CLAIMED, [
    ...fiscalizedValues(claimed, answer, fic),
    ...[leaseMs, horizon, claimed.invoice.environment],
  ]);
  return { isRecorded: row !== undefined, next: row?.token ? claimedOf(row) : null };
}

/** What was never handed out and is not printed at once has no print, and asks for none. */
function hasPrint({ printsAtOnce, invoice }: ClaimedInvoice): boolean {
  return printsAtOnce || invoice.offlineSince !== null;
}

/** Parameters $1 … $13. */
function fiscalizedValues(claimed: ClaimedInvoice, answer: SubmissionAnswer, fic: string) {
  return [...head(claimed, answer), 'invoice.fiscalized', JSON.stringify({ fic }), fic];
}

const OFFLINE: Statement = {
  name: 'record_offline',
  text: `
    with answered as (${ANSWER_SUBMISSION}), held as (${HELD}), recorded as (
      update invoice i
      set status = 'Offline', offline_since = coalesce(i.offline_since, now()), failure = null,
          deliver_before = i.issued_at + interval '48 hours', recorded_with = $10,
          updated_at = now()
      from held where i.id = held.subject_id and i.status = 'Pending'
      returning i.id, i.company_id, i.environment, i.issued_at
    ), put_off as (
      update work w set ${PUT_OFF('$13')}, created_at = recorded.issued_at
      from recorded where w.subject_id = recorded.id and w.token = $10
    ), printed as (${PRINT}), audited as (${AUDIT})
    ${RECORDED}`,
};

/** No answer came: the invoice is handed out with its IIC and delivered later. */
export async function recordOffline(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer,
  nextAttemptMs: number,
): Promise<boolean> {
  const audit = ['invoice.offline', JSON.stringify({ detail: answer.detail })];
  const values = [...head(claimed, answer), ...audit, nextAttemptMs, claimed.printsAtOnce];
  return (await run(db.pool, OFFLINE, values)).length === 1;
}

const POSTPONE: Statement = {
  name: 'postpone_invoice',
  text: `
    with answered as (${ANSWER_SUBMISSION})
    update work set ${PUT_OFF('$11')}
    where subject_id = $9 and token = $10
    returning subject_id`,
};

/**
 * Nothing is decided yet: it is taken in hand again later.
 * @param answer null if nothing was sent.
 * @param nextAttemptMs null for never by itself.
 */
export async function postponeInvoice(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer | null,
  nextAttemptMs: number | null,
): Promise<boolean> {
  const values = [...head(claimed, answer), nextAttemptMs];
  return (await run(db.pool, POSTPONE, values)).length === 1;
}

const FAILED: Statement = {
  name: 'record_failed',
  text: `
    with answered as (${ANSWER_SUBMISSION}), held as (${HELD}), recorded as (
      update invoice i
      set status = 'Failed', failure = $13, attempts = i.attempts + held.attempts,
          recorded_with = $10,
          updated_at = now()
      from held where i.id = held.subject_id and i.status in ('Pending', 'Offline')
      returning i.id, i.company_id
    ), done as (${DONE}), audited as (${AUDIT})
    ${RECORDED}`,
};

/**
 * The invoice failed and keeps what it has: because it was handed out, because its outcome is open,
 * or because it has no number.
 * @param answer null if no message was sent.
 */
export async function recordFailed(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer | null,
  failure: Failure,
): Promise<boolean> {
  const text = JSON.stringify(failure);
  const values = [...head(claimed, answer), 'invoice.failed', text, text];
  return (await run(db.pool, FAILED, values)).length === 1;
}

const FAILED_UNREGISTERED: Statement = {
  name: 'record_failed_unregistered',
  text: `
    with answered as (${ANSWER_SUBMISSION}), held as (${HELD}), recorded as (
      update invoice i
      set status = 'Failed', failure = $13, attempts = i.attempts + held.attempts,
          recorded_with = $10,
          year = null, ordinal = null, invoice_number = null, issued_at = null,
          issue_date_time = null, iic = null, iic_signature = null, issuer = null, tcr_code = null,
          iic_references = null, updated_at = now()
      from held where i.id = held.subject_id and i.status = 'Pending' and i.offline_since is null
      returning i.id, i.company_id, i.environment, i.cash_register_id
    ), done as (${DONE}), audited as (${AUDIT}), ledger as (
      insert into number_ledger
        (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, reason)
      select environment, cash_register_id, $16, $14, $15, id, 'freed',
             coalesce($6, $13::json ->> 'error')
      from recorded
    )
    ${RECORDED}`,
};

const LOCK_ROW = {
  name: 'lock_number_sequence',
  text: `
    select 1 from number_sequence
    where environment = $1 and tcr_code = $2 and year = $3 for update`,
};

/**
 * Frees an ordinal. Where it is the highest, a client may have chosen it far ahead: the row goes back
 * to the highest in use, never below its floor, so that no hole is left behind.
 */
const FREE_ORDINAL = {
  name: 'free_ordinal',
  text: `
    with used as (
      select greatest(s.floor_ordinal, (
        select coalesce(max(i.ordinal), 0) from invoice i
        where i.environment = $1 and i.tcr_code = $2 and i.year = $3
      )) as highest
      from number_sequence s
      where s.environment = $1 and s.tcr_code = $2 and s.year = $3
    )
    update number_sequence s
    set (last_ordinal, free_ordinals) = (
      select highest, array(
        select f from unnest(array_append(s.free_ordinals, $4::bigint)) f
        where f <= highest order by f)
      from (select case when s.last_ordinal = $4 then used.highest else s.last_ordinal end
            as highest) row)
    from used
    where s.environment = $1 and s.tcr_code = $2 and s.year = $3`,
};

/**
 * The invoice failed, and it is certain that nothing of it is registered or on paper: its number is
 * free again, and a repeated fiscalize signs anew (decisions §6).
 */
export async function recordFailedUnregistered(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer | null,
  failure: Failure,
  { tcrCode, year, ordinal }: GivenNumber,
): Promise<boolean> {
  const row = [claimed.invoice.environment, tcrCode, year];
  const text = JSON.stringify(failure);
  const action = answer?.outcome === 'refused' ? 'invoice.refused' : 'invoice.failed';
  return inTransaction(db, async (client) => {
    // In the order of assign_number: the work, the invoice, the row of numbers.
    const [recorded] = await run<{ is_new: boolean }>(client, FAILED_UNREGISTERED, [
      ...head(claimed, answer),
      ...[action, text, text, year, ordinal, tcrCode],
    ]);
    if (!recorded?.is_new) return recorded !== undefined;
    await run(client, LOCK_ROW, row);
    await run(client, FREE_ORDINAL, [...row, ordinal]);
    return true;
  });
}

/** Parameters $1 … $10 of every statement here: the answer, the invoice and the token. */
function head(claimed: ClaimedInvoice, answer: SubmissionAnswer | null): unknown[] {
  return [...answerValues(answer), claimed.invoice.id, claimed.claim.token];
}
