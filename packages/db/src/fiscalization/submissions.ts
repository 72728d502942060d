// Messages to the authority. Each is stored with its bytes before the socket opens and keeps them
// for ever; its answer is written once, with the outcome (outcomes.ts).

import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';
import { ClaimLostError } from '../work/work.ts';

/** A message about to be sent. */
export interface NewSubmission {
  id: string;
  certificateId: string;
  /** XSD Header UUID, new for every message. */
  requestUuid: string;
  /** XSD SendDateTime. */
  sendDateTime: string;
  /** XSD SubseqDelivType; null on the first direct send. */
  subsequentDelivery: string | null;
  /** The signed request element, byte for byte. */
  request: string;
}

/** What came of a message. */
export interface SubmissionAnswer {
  submissionId: string;
  outcome: 'registered' | 'refused' | 'unanswered';
  httpStatus: number | null;
  /** What came back, byte for byte; null where nothing did. */
  response: Uint8Array | null;
  efiCode: number | null;
  detail: string | null;
  /** False only if it is certain that the authority has not seen a byte of the message. */
  wasSent: boolean;
  /** Why there was no answer; null where there was one. */
  unansweredReason: string | null;
}

/** Of a message about an invoice. */
export const SUBMISSION_COLUMNS = `
  id, kind, invoice_id, cash_register_id, certificate_id, request_uuid, send_date_time,
  subsequent_delivery, request`;

/** The values that a message brings itself, in the order of its columns. */
export function submissionValues(submission: NewSubmission): unknown[] {
  return [
    submission.id,
    submission.certificateId,
    submission.requestUuid,
    submission.sendDateTime,
    submission.subsequentDelivery,
    submission.request,
  ];
}

const STORE = {
  name: 'store_submission',
  text: `
    insert into submission (${SUBMISSION_COLUMNS})
    select $3, 'invoice', i.id, i.cash_register_id, $4, $5, $6, $7, $8
    from work w join invoice i on i.id = w.subject_id
    where w.subject_id = $1 and w.token = $2
    returning id`,
};

/**
 * Stores another message of an invoice that is signed already, before it is sent.
 * @throws ClaimLostError
 */
export async function storeSubmission(
  db: Database,
  { invoice, claim }: ClaimedInvoice,
  submission: NewSubmission,
): Promise<void> {
  const values = [invoice.id, claim.token, ...submissionValues(submission)];
  const stored = await run(db.pool, STORE, values);
  if (stored.length === 0) throw new ClaimLostError(`invoice ${invoice.id} was taken over`);
}

/** The answer as parameters $1 … $8 of ANSWER_SUBMISSION. @param answer null if nothing was sent. */
export function answerValues(answer: SubmissionAnswer | null): unknown[] {
  return [
    answer?.submissionId,
    answer?.outcome,
    answer?.httpStatus,
    answer?.response,
    answer?.efiCode,
    answer?.detail,
    answer?.wasSent,
    answer?.unansweredReason,
  ];
}

/** Updates a submission from parameters $1 … $8; an answer that is there already is kept. */
export const ANSWER_SUBMISSION = `
  update submission
  set answered_at = now(), outcome = $2::submission_outcome, http_status = $3, response_bytes = $4,
      efi_code = $5, detail = $6, was_sent = $7, unanswered_reason = $8
  where id = $1 and outcome is null`;

const ANSWER = { name: 'answer_submission', text: ANSWER_SUBMISSION };

/** Writes down the answer of a message that is not the last one of its run. */
export async function answerSubmission(db: Database, answer: SubmissionAnswer): Promise<void> {
  await run(db.pool, ANSWER, answerValues(answer));
}
