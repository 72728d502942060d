// Writes down what came of a message: status, codes, raw answer, audit and the next job, in one
// statement, and only for the holder of the newest claim. State by state:
//   Pending, Offline → Fiscalized   the authority registered it
//   Pending → Failed                refused before it was handed out: its number is free again
//   Offline → Failed                refused after it was handed out: it keeps its number
//   Pending → Offline               unanswered: handed out, delivered later
//   Pending → Failed                unanswered, and the company does not issue offline: keeps its IIC
//   Offline → Offline               still unanswered: later again

import { inTransaction, run } from './client.ts';
import type { Database, Statement } from './client.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';
import type { Failure } from './invoices.ts';
import { LOCK_SEQUENCE } from './numbering.ts';
import type { GivenNumber } from './numbering.ts';
import { ANSWER_SUBMISSION, answerValues } from './submissions.ts';
import type { SubmissionAnswer } from './submissions.ts';

const AUDIT = `
  insert into audit_log (actor, company_id, action, entity_id, after)
  select 'worker', company_id, $11, id, $12::jsonb from settled`;

const PRINT = `
  insert into print_request (invoice_id, company_id, turn_at)
  select id, company_id, turn_at from settled`;

const SETTLE_REGISTERED: Statement = {
  name: 'settle_registered',
  text: `
    with answered as (${ANSWER_SUBMISSION}), settled as (
      update invoice
      set status = 'Fiscalized', fic = $13, failure = null, leased_until = null,
          next_attempt_at = null, updated_at = now()
      where id = $9 and claim_token = $10 and status in ('Pending', 'Offline')
      returning id, company_id, turn_at
    ), printed as (${PRINT}), audited as (${AUDIT})
    select id from settled`,
};

/** The authority has registered the invoice. @returns false if the claim was lost. */
export async function settleRegistered(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer,
  fic: string,
): Promise<boolean> {
  const values = [...head(claimed, answer), 'invoice.fiscalized', JSON.stringify({ fic }), fic];
  return (await run(db.pool, SETTLE_REGISTERED, values)).length === 1;
}

const SETTLE_OFFLINE: Statement = {
  name: 'settle_offline',
  text: `
    with answered as (${ANSWER_SUBMISSION}), settled as (
      update invoice
      set status = 'Offline', offline_since = coalesce(offline_since, now()), failure = null,
          deliver_before = issued_at + interval '48 hours', leased_until = null,
          next_attempt_at = now() + $13 * interval '1 millisecond', updated_at = now()
      where id = $9 and claim_token = $10 and status = 'Pending'
      returning id, company_id, turn_at
    ), printed as (${PRINT}), audited as (${AUDIT})
    select id from settled`,
};

/** No answer came: the invoice is handed out with its IIC and delivered later. */
export async function settleOffline(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer,
  nextAttemptMs: number,
): Promise<boolean> {
  const story = JSON.stringify({ detail: answer.detail });
  const values = [...head(claimed, answer), 'invoice.offline', story, nextAttemptMs];
  return (await run(db.pool, SETTLE_OFFLINE, values)).length === 1;
}

const POSTPONE: Statement = {
  name: 'postpone_delivery',
  text: `
    with answered as (${ANSWER_SUBMISSION})
    update invoice
    set leased_until = null, next_attempt_at = now() + $11 * interval '1 millisecond', updated_at = now()
    where id = $9 and claim_token = $10 and status = 'Offline'
    returning id`,
};

/** Still no answer to an offline invoice. @param answer null if no message was sent. */
export async function postponeDelivery(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer | null,
  nextAttemptMs: number,
): Promise<boolean> {
  const values = [...head(claimed, answer), nextAttemptMs];
  return (await run(db.pool, POSTPONE, values)).length === 1;
}

const FAIL: Statement = {
  name: 'settle_failed',
  text: `
    with answered as (${ANSWER_SUBMISSION}), settled as (
      update invoice
      set status = 'Failed', failure = $13, leased_until = null, next_attempt_at = null,
          updated_at = now()
      where id = $9 and claim_token = $10 and status in ('Pending', 'Offline')
      returning id, company_id
    ), audited as (${AUDIT})
    select id from settled`,
};

/**
 * The invoice failed and keeps what was fixed when it was signed: because it was handed out
 * offline, because the outcome is open, or because nothing had been fixed.
 * @param answer null if no message was sent.
 */
export async function settleFailed(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer | null,
  failure: Failure,
): Promise<boolean> {
  const text = JSON.stringify(failure);
  const values = [...head(claimed, answer), 'invoice.failed', text, text];
  return (await run(db.pool, FAIL, values)).length === 1;
}

const REFUSE: Statement = {
  name: 'settle_refused',
  text: `
    with answered as (${ANSWER_SUBMISSION}), settled as (
      update invoice
      set status = 'Failed', failure = $13, leased_until = null, next_attempt_at = null,
          year = null, ordinal = null, invoice_number = null, issued_at = null,
          issue_date_time = null, iic = null, iic_signature = null, issuer = null, tcr_code = null,
          iic_references = null, updated_at = now()
      where id = $9 and claim_token = $10 and status = 'Pending' and offline_since is null
      returning id, company_id, cash_register_id
    ), audited as (${AUDIT}), told as (
      insert into number_ledger (cash_register_id, tcr_code, year, ordinal, invoice_id, event, reason)
      select cash_register_id, $16, $14, $15, id, 'freed', $6 from settled
    )
    select id from settled`,
};

/**
 * Frees the ordinal. The highest one goes back to the highest that is used, so that a number the
 * client chose far ahead and that was refused leaves no hole behind.
 */
const FREE_ORDINAL: Statement = {
  name: 'free_ordinal',
  text: `
    with used as (
      select coalesce(max(ordinal), 0) as highest from invoice
      where cash_register_id = $1 and tcr_code = $2 and year = $3
    )
    update number_sequence s
    set last_ordinal = used.highest,
        free_ordinals = array(
          select f from unnest(array_append(s.free_ordinals, $4::bigint)) f
          where f < used.highest order by f)
    from used
    where s.cash_register_id = $1 and s.tcr_code = $2 and s.year = $3`,
};

/**
 * The authority refused an invoice that was never handed out: nothing is registered, its number is
 * free again, and a repeated fiscalize signs anew (decisions §6).
 */
export async function settleRefused(
  db: Database,
  claimed: ClaimedInvoice,
  answer: SubmissionAnswer,
  failure: Failure,
  number: GivenNumber,
): Promise<boolean> {
  const { cashRegisterId } = claimed.invoice;
  const text = JSON.stringify(failure);
  return inTransaction(db, async (client) => {
    const { tcrCode, year, ordinal } = number;
    await run(client, LOCK_SEQUENCE, [cashRegisterId, tcrCode, year]);
    const settled = await run(client, REFUSE, [
      ...head(claimed, answer),
      'invoice.refused',
      text,
      text,
      year,
      ordinal,
      tcrCode,
    ]);
    if (settled.length === 0) return false;
    await run(client, FREE_ORDINAL, [cashRegisterId, tcrCode, year, ordinal]);
    return true;
  });
}

/** Parameters $1 … $10 of every settlement: the answer, the invoice and the claim. */
function head(claimed: ClaimedInvoice, answer: SubmissionAnswer | null): unknown[] {
  return [...answerValues(answer), claimed.invoice.id, claimed.claimToken];
}
