// Delivers an invoice that was handed out offline, in a lane of its own. It stays Offline until the
// authority has answered; nothing that is missing on our side makes it fail.

import { needsInitialDeposit } from '@fiscal/domain';
import { ClaimLostError, claimInvoice, postponeDelivery } from '@fiscal/db';
import type { ClaimedInvoice } from '@fiscal/db';
import { registerOf } from './register-cash-deposit.ts';
import type { EnsureInitialDeposit } from './register-cash-deposit.ts';
import { findReceipt, resend } from './resend-invoice.ts';
import { signingKeyOf } from './signing-key.ts';
import { nextAttemptAt } from './work.ts';
import type { WorkContext } from './work.ts';

/** The job of one offline invoice. Returns quietly if somebody else has it or it is delivered. */
export async function deliverOfflineInvoice(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  id: string,
): Promise<void> {
  const claimed = await claimInvoice(context.db, id, 'Offline', context.leaseMs);
  if (!claimed) return;
  try {
    await deliver(context, ensureInitialDeposit, claimed);
  } catch (error) {
    if (!(error instanceof ClaimLostError)) throw error;
    context.logger.warn({ invoiceId: id }, error.message);
  }
}

async function deliver(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  claimed: ClaimedInvoice,
): Promise<void> {
  const signal = AbortSignal.timeout(context.onlineBudgetMs);
  if (await findReceipt(context, claimed, signal)) return;
  const { issuedAt, issuer, request } = claimed.invoice;
  const key = await signingKeyOf(context, claimed);
  if (key.kind === 'unusable') return postpone(context, claimed, key.reason);
  if (issuedAt === null || issuer === null) throw new Error('an offline invoice is not signed');
  const { tcrCode } = issuer.codes;
  if (needsInitialDeposit(request.typeOfInvoice)) {
    const register = registerOf(claimed);
    const deposit = await ensureInitialDeposit({ ...register, key, tcrCode, issuedAt, signal });
    if (deposit.kind === 'refused') return postpone(context, claimed, deposit.failure.error);
    if (deposit.kind === 'unanswered') return postpone(context, claimed, deposit.detail);
  }
  await resend(context, claimed, key, tcrCode, signal);
}

async function postpone(
  context: WorkContext,
  claimed: ClaimedInvoice,
  reason: string,
): Promise<void> {
  const next = nextAttemptAt(context, claimed.invoice.attempts);
  await postponeDelivery(context.db, claimed, null, next);
  context.logger.warn({ invoiceId: claimed.invoice.id, reason, next }, 'postponed');
}
