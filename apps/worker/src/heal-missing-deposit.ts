// Code 58: the authority knows no INITIAL deposit of the day, although ours says that there is one (the
// day changed while the sale was on its way, or the authority lost it). The deposit is registered and
// the invoice sent again, once, by itself (decisions §6).

import { answerSubmission } from '@fiscal/db';
import type { ClaimedInvoice, NewSubmission } from '@fiscal/db';
import type { InvoiceOutcome, Refused } from '@fiscal/efi';
import { faultOf } from '@fiscal/efi';
import type { Budget } from './authority/budget.ts';
import { prepareResend } from './prepare-invoice.ts';
import type { PreparedInvoice } from './prepare-invoice.ts';
import { registerDepositByHand, registerOf } from './register-cash-deposit.ts';
import type { SigningKey } from './signing-key.ts';
import { answerOf } from './work.ts';
import type { WorkContext } from './work.ts';

/** Whether registering the deposit of the day may help. */
export function isDepositMissing(outcome: InvoiceOutcome): outcome is Refused {
  return outcome.kind === 'refused' && faultOf(outcome.efiCode).class === 'deposit-missing';
}

/**
 * Registers the deposit and sends the invoice again.
 * @returns the message whose outcome counts: the repeated one, or the first where the deposit could
 * not be registered.
 */
export async function healMissingDeposit(
  context: WorkContext,
  task: { claimed: ClaimedInvoice; key: SigningKey; tcrCode: string; budget: Budget },
  prepared: PreparedInvoice,
  refused: Refused,
): Promise<{ submission: NewSubmission; outcome: InvoiceOutcome }> {
  const { claimed, key, tcrCode, budget } = task;
  const { fixed, issuedAt } = prepared;
  await answerSubmission(context.db, answerOf(prepared.submission.id, refused));
  const drawer = { ...registerOf(claimed), key, tcrCode, issuedAt, budget };
  const deposit = await registerDepositByHand(context, drawer, '0.00');
  context.logger.info(
    { invoiceId: claimed.invoice.id, deposit: deposit.kind },
    'deposit was missing',
  );
  if (deposit.kind !== 'registered') return { submission: prepared.submission, outcome: refused };
  const submission = await prepareResend(context, claimed, key, 'TECHNICALERROR', fixed);
  context.crashPoint('resend-prepared');
  const authority = context.efi[claimed.invoice.environment];
  return { submission, outcome: await authority.registerInvoice(submission, budget) };
}
