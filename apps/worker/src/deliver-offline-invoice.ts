// Delivers what was handed out offline, the nearest deadline first. An invoice stays Offline until the
// authority has answered; nothing that is missing on our side makes it fail.

import { needsInitialDeposit } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { ClaimLostError, claimNextOffline, postponeDelivery } from '@fiscal/db';
import type { ClaimedInvoice } from '@fiscal/db';
import { openBudget } from './authority/budget.ts';
import type { Budget } from './authority/budget.ts';
import { findWrongClock } from './find-wrong-clock.ts';
import { registerOf } from './register-cash-deposit.ts';
import type { EnsureInitialDeposit } from './register-cash-deposit.ts';
import { findReceipt, resend } from './resend-invoice.ts';
import { signingKeyOf } from './signing-key.ts';
import { backoffMs } from './work.ts';
import type { WorkContext } from './work.ts';

/**
 * Delivers the offline invoice with the nearest deadline, of those whose next attempt is due.
 * @param environments whose authority can be spoken to now.
 * @returns false if there is none.
 */
export async function deliverNextInvoice(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  environments: readonly Environment[],
): Promise<boolean> {
  const budget = openBudget('delivery', context.onlineBudgetMs);
  const claimed = await claimNextOffline(context.db, environments, context.leaseMs);
  if (!claimed) return false;
  context.crashPoint('delivery-claimed');
  try {
    await deliver(context, ensureInitialDeposit, claimed, budget);
  } catch (error) {
    if (!(error instanceof ClaimLostError)) throw error;
    context.logger.warn({ invoiceId: claimed.invoice.id }, error.message);
  }
  return true;
}

async function deliver(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  claimed: ClaimedInvoice,
  budget: Budget,
): Promise<void> {
  if (await findReceipt(context, claimed, budget)) return;
  const { issuedAt, issuer, request, environment } = claimed.invoice;
  const wrongClock = findWrongClock(context, environment);
  if (wrongClock !== null) return postpone(context, claimed, wrongClock);
  const key = await signingKeyOf(context, claimed);
  if (key.kind === 'unusable') return postpone(context, claimed, key.reason);
  if (issuedAt === null || issuer === null) throw new Error('an offline invoice is not signed');
  const { tcrCode } = issuer.codes;
  if (needsInitialDeposit(request.typeOfInvoice)) {
    const register = registerOf(claimed);
    const deposit = await ensureInitialDeposit({ ...register, key, tcrCode, issuedAt, budget });
    if (deposit.kind === 'refused') return postpone(context, claimed, deposit.failure.error);
    if (deposit.kind === 'unanswered') return postpone(context, claimed, deposit.detail);
  }
  await resend(context, claimed, key, tcrCode, budget);
}

async function postpone(
  context: WorkContext,
  claimed: ClaimedInvoice,
  reason: string,
): Promise<void> {
  const waitMs = backoffMs(context, claimed.invoice.attempts);
  await postponeDelivery(context.db, claimed, null, waitMs);
  context.logger.warn({ invoiceId: claimed.invoice.id, reason, waitMs }, 'postponed');
}
