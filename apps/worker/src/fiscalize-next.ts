// Takes the next invoice of a lane and runs it. Which one comes next is read from the rows.

import { ClaimLostError, claimNextOffline, claimNextPending, postponeInvoice } from '@fiscal/db';
import type { ClaimedInvoice, DeliveryScope } from '@fiscal/db';
import { openBudget } from './authority/budget.ts';
import type { Budget } from './authority/budget.ts';
import { beginRun } from './fiscalization/begin-run.ts';
import { runInvoice } from './fiscalization/run-invoice.ts';
import type { Place, Places } from './places.ts';
import type { EnsureInitialDeposit } from './register-cash-deposit.ts';
import { backoffMs } from './work.ts';
import type { WorkContext } from './work.ts';

/**
 * The Pending invoice whose turn it is, and those whose job found no place. Returns if there is none
 * that nobody has in hand.
 */
export async function fiscalizeNextInvoice(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  places: Places,
): Promise<void> {
  let isMore = true;
  while (isMore) {
    const place = places.take();
    try {
      await fiscalizeOne(context, ensureInitialDeposit, place);
    } finally {
      isMore = place.leave();
    }
  }
}

async function fiscalizeOne(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  place: Place,
): Promise<void> {
  const budget = openBudget('live', context.onlineBudgetMs);
  const claimed = await claimNextPending(context.db, place.environments, context.leaseMs);
  place.claimed(claimed?.invoice.environment ?? null);
  if (!claimed) return;
  context.crashPoint('claimed');
  await runClaimed(context, ensureInitialDeposit, claimed, budget);
}

/**
 * The offline invoice with the nearest deadline, of those whose next attempt is due.
 * @param scope whose messages may go now.
 * @returns false if there is none.
 */
export async function deliverNextInvoice(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  scope: DeliveryScope,
): Promise<boolean> {
  const budget = openBudget('delivery', context.onlineBudgetMs);
  const claimed = await claimNextOffline(context.db, scope, context.leaseMs);
  if (!claimed) return false;
  context.crashPoint('delivery-claimed');
  await runClaimed(context, ensureInitialDeposit, claimed, budget);
  return true;
}

async function runClaimed(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  claimed: ClaimedInvoice,
  budget: Budget,
): Promise<void> {
  const { id: invoiceId, attempts } = claimed.invoice;
  try {
    await runInvoice(await beginRun(context, ensureInitialDeposit, claimed, budget));
  } catch (error) {
    if (error instanceof ClaimLostError) {
      context.logger.warn({ invoiceId }, error.message);
      return;
    }
    // What nobody foresaw holds up nothing else, and is tried again ever more seldom.
    await postponeInvoice(context.db, claimed, null, backoffMs(context, attempts));
    throw error;
  }
}
