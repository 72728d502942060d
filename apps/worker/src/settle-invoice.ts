// Step 5 of an invoice's life: the outcome of a message becomes the state of the invoice. State by
// state in packages/db/src/settlement.ts; which of its statements is called is decided here.

import {
  postponeDelivery,
  settleFailed,
  settleOffline,
  settleRefused,
  settleRegistered,
} from '@fiscal/db';
import type { ClaimedInvoice, GivenNumber, NewSubmission } from '@fiscal/db';
import type { InvoiceOutcome, Refused, Unanswered } from '@fiscal/efi';
import type { Settlement } from './events.ts';
import { refusalFailure, REPEAT_FISCALIZE, unavailableFailure } from './failures.ts';
import { whyUnanswered } from './why-unanswered.ts';
import { answerOf, backoffMs } from './work.ts';
import type { WorkContext } from './work.ts';

/** A message that was sent. */
export interface Sent {
  submission: NewSubmission;
  tcrCode: string;
  /**
   * The number that a refusal frees, because every message with this IIC was refused. Null if it must
   * be kept: the invoice was handed out, or an earlier message may have been registered.
   */
  freeable: GivenNumber | null;
}

/** Writes down the outcome and points at what follows from it. */
export async function settleInvoice(
  context: WorkContext,
  claimed: ClaimedInvoice,
  sent: Sent,
  outcome: InvoiceOutcome,
): Promise<void> {
  const { id } = claimed.invoice;
  const settled = await settle(context, claimed, sent, outcome);
  const { logger } = context;
  if (!settled) {
    logger.warn({ invoiceId: id, outcome: outcome.kind }, 'the claim was lost; nothing is settled');
    return;
  }
  logger.info({ invoiceId: id, outcome: outcome.kind }, 'settled');
  const settlement = settlementOf(claimed, outcome);
  if (settlement !== null) context.events.emit('settled', claimed.invoice.environment, settlement);
  context.crashPoint('settled');
  if (outcome.kind !== 'refused') context.pointAt({ name: 'render-pdf', id });
}

/** The state that the invoice came into; null where it stays what it was. */
function settlementOf(claimed: ClaimedInvoice, outcome: InvoiceOutcome): Settlement | null {
  switch (outcome.kind) {
    case 'registered':
      return 'fiscalized';
    case 'refused':
      return 'failed';
    case 'unanswered':
      if (claimed.invoice.status === 'Offline') return null;
      return goesOffline(claimed) ? 'offline' : 'failed';
  }
}

/** An invoice that was handed out stays handed out, whatever the company's setting says today. */
function goesOffline({ offlineIssuing, invoice }: ClaimedInvoice): boolean {
  return offlineIssuing || invoice.offlineSince !== null;
}

function settle(
  context: WorkContext,
  claimed: ClaimedInvoice,
  sent: Sent,
  outcome: InvoiceOutcome,
): Promise<boolean> {
  switch (outcome.kind) {
    case 'registered': {
      const answer = answerOf(sent.submission.id, outcome);
      return settleRegistered(context.db, claimed, answer, outcome.fic);
    }
    case 'refused':
      return settleRefusal(context, claimed, sent, outcome);
    case 'unanswered':
      return settleSilence(context, claimed, sent, outcome);
  }
}

function settleRefusal(
  context: WorkContext,
  claimed: ClaimedInvoice,
  sent: Sent,
  outcome: Refused,
): Promise<boolean> {
  const answer = answerOf(sent.submission.id, outcome);
  const failure = refusalFailure(outcome, sent.tcrCode);
  if (sent.freeable === null) return settleFailed(context.db, claimed, answer, failure);
  return settleRefused(context.db, claimed, answer, failure, sent.freeable);
}

function settleSilence(
  context: WorkContext,
  claimed: ClaimedInvoice,
  sent: Sent,
  outcome: Unanswered,
): Promise<boolean> {
  const { db } = context;
  const answer = answerOf(sent.submission.id, outcome);
  const next = backoffMs(context, claimed.invoice.attempts);
  if (claimed.invoice.status === 'Offline') {
    return postponeDelivery(db, claimed, answer, next);
  }
  if (goesOffline(claimed)) return settleOffline(db, claimed, answer, next);
  const failure = unavailableFailure(whyUnanswered(outcome), sent.tcrCode, REPEAT_FISCALIZE);
  return settleFailed(db, claimed, answer, failure);
}
