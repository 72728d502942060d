// Messages to the authority. Each is stored with its bytes before the socket opens and keeps them;
// its reply is recorded once, mostly with the outcome (outcomes.ts).

import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { ClaimLostError, heldWorkOf } from '../work/work.ts';
import type { HeldWork } from '../work/work.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';

/** A message before it is sent. */
export interface NewSubmission {
  /**
   * A UUID of version 7 that begins with PostgreSQL's time of the claim: messages are looked for by
   * it.
   */
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
export interface SubmissionReply {
  submissionId: string;
  outcome: 'registered' | 'refused' | 'unanswered';
  httpStatus: number | null;
  /** What came back, byte for byte; null where nothing did. */
  response: Uint8Array | null;
  efiCode: number | null;
  detail: string | null;
  /** False only if it is certain that the authority has not seen a byte of the message. */
  wasSent: boolean;
  /** Why there was no reply; null where there was one. */
  unansweredReason: string | null;
}

/**
 * Where a message is about what: the column, and the statement's own value of `submission_kind`.
 */
const SUBJECTS = {
  invoice_id: 'invoice',
  cash_deposit_id: 'cash_deposit',
  key_operation_id: 'tcr',
} as const;

/**
 * Stores the values of a NewSubmission.
 * @param from rows with the `id` of the subject and `cash_register_id`.
 */
export const insertSubmission = (subject: keyof typeof SUBJECTS, from: string): string => `
  insert into submission (id, kind, ${subject}, cash_register_id, certificate_id, request_uuid,
    send_date_time, subsequent_delivery, request)
  select :id, '${SUBJECTS[subject]}', about.id, about.cash_register_id, :certificateId, :requestUuid,
    :sendDateTime, :subsequentDelivery, :request
  from ${from} about
  returning id`;

const store = statement.run<NewSubmission & HeldWork>(
  'store_submission',
  insertSubmission(
    'invoice_id',
    `(select i.id, i.cash_register_id from work w join invoice i on i.id = w.subject_id
      where w.subject_id = :invoiceId and w.token = :token)`,
  ),
);

/**
 * Stores another message of an invoice that is signed already, before it is sent.
 * @throws ClaimLostError
 */
export async function storeSubmission(
  db: Database,
  claimed: ClaimedInvoice,
  submission: NewSubmission,
): Promise<void> {
  const count = await store(db, { ...submission, ...heldWorkOf(claimed.claim) });
  if (count === 0) throw new ClaimLostError(`invoice ${claimed.invoice.id} was taken over`);
}

export type ReplyValues = { [Key in keyof SubmissionReply]: SubmissionReply[Key] | null };

const NO_REPLY: ReplyValues = {
  submissionId: null,
  outcome: null,
  httpStatus: null,
  response: null,
  efiCode: null,
  detail: null,
  wasSent: null,
  unansweredReason: null,
};

/** @param reply null if nothing was sent. */
export function replyValues(reply: SubmissionReply | null): ReplyValues {
  return reply ?? NO_REPLY;
}

/**
 * Records the reply to a submission; one that is there already is kept. The view changes the
 * row of the message, in its month alone.
 */
export const RECORD_REPLY = `
  insert into submission_answer (submission_id, outcome, http_status, response_bytes, efi_code,
    detail, was_sent, unanswered_reason)
  values (:submissionId, :outcome, :httpStatus, :response, :efiCode, :detail, :wasSent,
    :unansweredReason)`;

/** Records the reply to a message that is not the last one of its run. */
export const recordReply = statement.run<SubmissionReply>('answer_submission', RECORD_REPLY);
