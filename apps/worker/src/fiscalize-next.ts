// Takes the next sale in hand and runs it. Which one comes next is read from the rows.

import { ClaimLostError, claimNextSale, postponeInvoice } from '@fiscal/db';
import type { ClaimedInvoice } from '@fiscal/db';
import type { Environment } from '@fiscal/domain';
import { openBudget } from './authority/budget.ts';
import type { Budget } from './authority/budget.ts';
import { beginRun } from './fiscalization/begin-run.ts';
import { runInvoice } from './fiscalization/run-invoice.ts';
import type { TakeNext } from './lane.ts';
import { momentNow } from './leases.ts';
import type { Lease } from './leases.ts';
import type { EnsureInitialDeposit } from './register-cash-deposit.ts';
import { backoffMs } from './work.ts';
import type { WorkContext } from './work.ts';

/** What every lane of invoices works with. */
export interface InvoiceWork {
  context: WorkContext;
  ensureInitialDeposit: EnsureInitialDeposit;
}

/** The lane of an environment's sales: the Pending invoice whose turn it is. */
export function createFiscalizeNext(
  work: InvoiceWork,
  environment: Environment,
  horizon: () => Date,
): TakeNext {
  const { context } = work;
  return async (begun) => {
    const askedAt = momentNow();
    const budget = openBudget('live', context.onlineBudgetMs);
    const { leaseMs } = context.leases;
    const claimed = await claimNextSale(context.db, environment, { leaseMs, horizon: horizon() });
    if (!claimed) return false;
    const lease = context.leases.begin(claimed.claim, askedAt);
    begun();
    context.crashPoint('claimed');
    const { attempts, waitedMs } = claimed;
    if (attempts === 1) context.events.emit('taken', environment, waitedMs);
    try {
      await runClaimed(work, claimed, budget, lease);
    } finally {
      lease.end();
    }
    return true;
  };
}

/** A claim that was lost is somebody else's to end. */
export async function runClaimed(
  { context, ensureInitialDeposit }: InvoiceWork,
  claimed: ClaimedInvoice,
  budget: Budget,
  lease: Lease,
): Promise<void> {
  try {
    await runInvoice(await beginRun(context, ensureInitialDeposit, claimed, budget, lease));
  } catch (error) {
    if (error instanceof ClaimLostError) {
      context.logger.warn({ invoiceId: claimed.invoice.id }, error.message);
      return;
    }
    // What nobody foresaw holds up nothing else, and is tried again ever more seldom.
    await postponeInvoice(context.db, claimed, null, backoffMs(context, claimed.attempts));
    throw error;
  }
}
