// The end of a run: what advanceInvoice decided becomes the state of the invoice, with the reply
// of its message. A database that is away is asked again for a minute: a signed FIC is not dropped
// for it.

import { faultOf, sentence } from '@fiscal/domain';
import type { Cause, Failure, NumberOutcome, Step } from '@fiscal/domain';
import { storageUnavailabilityOf } from '@fiscal/db/connection';
import {
  postponeInvoice,
  recordFailed,
  recordFailedUnregistered,
  recordFiscalized,
  recordFiscalizedAndClaim,
  recordOffline,
} from '@fiscal/db/fiscalization';
import type { SubmissionReply } from '@fiscal/db/fiscalization';
import type { Unanswered } from '@fiscal/efi';
import { noteInSpan } from '@fiscal/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { notSent } from '../authority/authority.ts';
import type { RecordedOutcome } from '../events.ts';
import { refusalFailure, REPEAT_FISCALIZE, REPEAT_UNSENT, unavailableFailure } from './failures.ts';
import { whyUnanswered } from '../authority/why-unanswered.ts';
import { replyOf, backoffMs, repetitionMs } from '../work/work.ts';
import { required, tcrCodeOf } from './run.ts';
import type { Run, ClaimedSale } from './run.ts';

/** How soon PostgreSQL is asked again: at first, and at most. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** For so long; the fencing token keeps what another worker has recorded meanwhile. */
const WRITE_FOR_MS = 60_000;

/**
 * Fiscalized: by the authority's reply, or as the receipt check says.
 * @returns the next sale where it was claimed with the outcome.
 */
export async function recordFic(run: Run): Promise<ClaimedSale | null> {
  const { context, claimed } = run;
  const { reply, fic } = registrationOf(run);
  let claimedNext: ClaimedSale | null = null;
  await record(run, 'fiscalized', async () => {
    const asked = run.askNext();
    if (asked === null) return recordFiscalized(context.db, claimed, reply, fic);
    const { options } = asked;
    const recorded = await recordFiscalizedAndClaim(context.db, claimed, reply, fic, options);
    claimedNext = recorded.next && { ...asked, claimed: recorded.next };
    return recorded.isRecorded;
  });
  wakePrinter(run);
  return claimedNext;
}

function registrationOf({ outcome, submission, foundFic, claimed }: Run) {
  if (outcome?.kind === 'registered') {
    const reply = replyOf(required(submission, 'message').id, outcome);
    return { reply, fic: outcome.fic };
  }
  const reply: SubmissionReply = {
    submissionId: required(claimed.lastSubmission, 'earlier message').id,
    outcome: 'registered',
    httpStatus: null,
    response: null,
    efiCode: null,
    detail: sentence('foundByReceiptCheck'),
    wasSent: true,
    unansweredReason: null,
  };
  return { reply, fic: required(foundFic, 'FIC') };
}

/** Offline: handed out with its IIC, and delivered later. */
export async function recordOfflineIssue(run: Run): Promise<void> {
  const { context, claimed } = run;
  const reply = replyOfRun(run);
  const wait = repetitionMs(context, claimed.invoice, claimed.attempts);
  await record(run, 'offline', () => recordOffline(context.db, claimed, reply, wait));
  context.logger[levelOf(run)](
    { invoiceId: claimed.invoice.id, reason: reasonOf(run) },
    'issued offline',
  );
  wakePrinter(run);
}

/** The outcome was stored with the row of its print only where the company prints at once. */
function wakePrinter({ context, claimed }: Run): void {
  if (claimed.printsAtOnce) context.events.emit('work', 'printing');
}

/** Failed, with its failure body. */
export async function recordFailure(
  run: Run,
  { cause, number: numberOutcome }: Extract<Step, { kind: 'record-failed' }>,
): Promise<void> {
  const { db } = run.context;
  const { claimed, number } = run;
  const failure = failureOf(run, cause, numberOutcome);
  const reply = replyOfRun(run);
  const isFreed = numberOutcome === 'freed' && number !== null;
  await record(run, 'failed', () =>
    isFreed
      ? recordFailedUnregistered(db, claimed, reply, failure, number)
      : recordFailed(db, claimed, reply, failure),
  );
  run.context.logger.info({ invoiceId: claimed.invoice.id, code: failure.code }, 'failed');
}

/** Nothing is decided yet: the invoice is claimed again later, or by a person. */
export async function postpone(run: Run, cause: Cause): Promise<void> {
  const { context, claimed } = run;
  const waitMs = waitMsOf(run, cause);
  const reply = replyOfRun(run);
  await record(run, null, () => postponeInvoice(context.db, claimed, reply, waitMs));
  const words = { invoiceId: claimed.invoice.id, cause, reason: reasonOf(run), waitMs };
  context.logger[levelOf(run)](words, 'postponed');
}

/** Why it is not registered yet; null where nothing was tried. */
function reasonOf({ outcome, failure, depositDetail, claimed }: Run): string | null {
  if (failure !== null) return failure.error;
  if (outcome?.kind === 'refused') return refusalFailure(outcome, tcrCodeOf(claimed)).error;
  return outcome?.kind === 'unanswered' ? `${outcome.reason}: ${outcome.detail}` : depositDetail;
}

/**
 * An alarm where what a customer holds is kept back by the authority's refusal of the sender.
 * Decisions §6.
 */
function levelOf({ outcome, failure }: Run): 'warn' | 'error' {
  const efiCode = outcome?.kind === 'refused' ? outcome.efiCode : (failure?.efiCode ?? null);
  return faultOf(efiCode).isOfSender ? 'error' : 'warn';
}

/** Null for never by itself. */
function waitMsOf({ context, claimed: { invoice } }: Run, cause: Cause): number | null {
  if (cause === 'overdue') return null;
  if (cause === 'unanswered') return repetitionMs(context, invoice, invoice.attempts);
  return backoffMs(context, invoice.attempts);
}

function failureOf(run: Run, cause: Cause, numberOutcome: NumberOutcome): Failure {
  const { outcome, claimed } = run;
  const tcrCode = tcrCodeOf(claimed);
  if (cause === 'refused' && outcome?.kind === 'refused') return refusalFailure(outcome, tcrCode);
  if (cause === 'unanswered') {
    const why = whyUnanswered(silenceOf(run));
    return unavailableFailure(
      why,
      tcrCode,
      numberOutcome === 'kept' ? REPEAT_FISCALIZE : REPEAT_UNSENT,
    );
  }
  return required(run.failure, 'failure');
}

/** What came of the message of this run; null where there is none. */
function replyOfRun(run: Run): SubmissionReply | null {
  if (run.submission === null) return null;
  return replyOf(run.submission.id, run.outcome ?? silenceOf(run));
}

/** A message that waits for the deposit of its day is not sent. */
function silenceOf({ outcome, depositDetail }: Run): Unanswered {
  return outcome?.kind === 'unanswered' ? outcome : notSent('withheld', depositDetail ?? '');
}

async function record(
  run: Run,
  outcome: RecordedOutcome | null,
  write: () => Promise<boolean>,
): Promise<void> {
  const { context, claimed } = run;
  const { id: invoiceId, environment } = claimed.invoice;
  const wasRecorded = await writeWithinClaim(run, write);
  if (!wasRecorded) {
    context.logger.warn({ invoiceId, outcome }, 'the claim was lost; nothing is recorded');
    return;
  }
  if (outcome === null) return;
  noteInSpan({ 'fiscal.outcome': outcome });
  context.logger.info({ invoiceId, outcome }, 'recorded');
  context.events.emit('recorded', environment, outcome);
}

/** A write that is repeated knows it where the first one took effect; see outcomes.ts. */
async function writeWithinClaim(run: Run, write: () => Promise<boolean>): Promise<boolean> {
  const { logger, random } = run.context;
  const giveUpAt = performance.now() + WRITE_FOR_MS;
  for (let longest = FIRST_RETRY_MS; ; longest = Math.min(2 * longest, LONGEST_RETRY_MS)) {
    try {
      const isRecorded = await write();
      // One that waited for the first to take effect does not see yet that it has.
      return isRecorded || longest === FIRST_RETRY_MS ? isRecorded : await write();
    } catch (error) {
      const waitMs = longest * (0.5 + random() / 2);
      const isInTime = performance.now() + waitMs < giveUpAt;
      if (storageUnavailabilityOf(error) === null || !isInTime) throw error;
      const { id: invoiceId } = run.claimed.invoice;
      logger.warn({ err: error, invoiceId, waitMs }, 'the outcome is written again');
      await sleep(waitMs);
    }
  }
}
