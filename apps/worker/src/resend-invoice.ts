// Sends an invoice again whose number, time and IIC are fixed. It may have been registered by an
// earlier message, so the public receipt check is asked first (decisions §6), and every further
// message carries the subsequent-delivery mark, which makes the authority give its first FIC again.

import { settleRegistered } from '@fiscal/db';
import type { ClaimedInvoice } from '@fiscal/db';
import type { SubsequentDelivery } from '@fiscal/efi';
import type { Budget } from './authority/budget.ts';
import { prepareResend } from './prepare-invoice.ts';
import type { SigningKey } from './signing-key.ts';
import { settleInvoice } from './settle-invoice.ts';
import type { WorkContext } from './work.ts';

/** The receipt check may take this part of the time at the authority. */
const CHECK_SHARE = 4;

/**
 * Asks the public check whether an earlier message was registered, and if so takes its FIC.
 * @returns true if the invoice is settled by it. Not found and not reachable mean: send again.
 */
export async function findReceipt(
  context: WorkContext,
  claimed: ClaimedInvoice,
  budget: Budget,
): Promise<boolean> {
  const { invoice, lastSubmission } = claimed;
  const { iic, issueDateTime, issuer, environment, id } = invoice;
  // Where every message was refused or stayed here, there is nothing to look for.
  if (!lastSubmission?.mayBeRegistered) return false;
  if (iic === null || issueDateTime === null || issuer === null) return false;
  const receipt = { iic, issueDateTime, tin: issuer.seller.tin };
  const result = await context.efi[environment].checkReceipt(receipt, shareOf(context, budget));
  if (result.kind !== 'found') {
    context.logger.info({ invoiceId: id, result }, 'asked the receipt check');
    return false;
  }
  const answer = {
    submissionId: lastSubmission.id,
    outcome: 'registered' as const,
    httpStatus: null,
    response: null,
    efiCode: null,
    detail: 'Found by the public receipt check.',
    wasSent: true,
    unansweredReason: null,
  };
  const settled = await settleRegistered(context.db, claimed, answer, result.fic);
  context.logger.info({ invoiceId: id, settled }, 'found by the receipt check');
  if (!settled) return true;
  context.events.emit('settled', environment, 'fiscalized');
  context.pointAt({ name: 'render-pdf', id });
  return true;
}

/** A silent check must leave time to send the message. */
function shareOf({ onlineBudgetMs }: WorkContext, budget: Budget): Pick<Budget, 'signal'> {
  const share = AbortSignal.timeout(onlineBudgetMs / CHECK_SHARE);
  return { signal: AbortSignal.any([budget.signal, share]) };
}

/** Sends a new message with the same IIC and settles its outcome. */
export async function resend(
  context: WorkContext,
  claimed: ClaimedInvoice,
  key: SigningKey,
  tcrCode: string,
  budget: Budget,
): Promise<void> {
  const submission = await prepareResend(context, claimed, key, markOf(claimed));
  context.crashPoint('resend-prepared');
  const outcome = await context.efi[claimed.invoice.environment].registerInvoice(
    submission,
    budget,
  );
  context.crashPoint('sent');
  await settleInvoice(context, claimed, { submission, tcrCode, freeable: null }, outcome);
}

/**
 * Decisions §6: TECHNICALERROR where our worker died or no byte got out of our house, else SERVICE,
 * because the authority was silent.
 */
function markOf({ lastSubmission }: ClaimedInvoice): SubsequentDelivery {
  const { outcome, wasSent, unansweredReason } = lastSubmission ?? {};
  const gotNoFurther = wasSent === false && unansweredReason !== 'withheld';
  return outcome === null || gotNoFurther ? 'TECHNICALERROR' : 'SERVICE';
}
