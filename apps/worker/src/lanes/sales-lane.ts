// Claims the next sale and runs it. Which one is next is read from the rows: by a statement of
// its own where the slot was idle, else by the one that records the sale before.

import { claimNextSale, postponeInvoice } from '@fiscal/db/fiscalization';
import { beginRun } from '../fiscalization/run.ts';
import type { ClaimedInvoice } from '@fiscal/db/fiscalization';
import { ClaimLostError } from '@fiscal/db/work';
import type { Environment } from '@fiscal/domain';
import { SALES_LANES } from '@fiscal/queue/listener';
import { inSpan, openSpan, SpanKind } from '@fiscal/runtime';
import { openBudget } from '../authority/budget.ts';
import type { Budget } from '../authority/budget.ts';
import { runInvoice } from '../fiscalization/run-invoice.ts';
import type { AskedSale, AskNextSale, ClaimedSale } from '../fiscalization/run.ts';
import type { RunNext } from './lane.ts';
import { momentNow } from '../work/leases.ts';
import type { Lease } from '../work/leases.ts';
import type { EnsureInitialDeposit } from '../fiscalization/initial-deposit.ts';
import { backoffMs } from '../work/work.ts';
import type { WorkContext } from '../work/work.ts';

export interface InvoiceWork {
  context: WorkContext;
  ensureInitialDeposit: EnsureInitialDeposit;
}

/** The lane of an environment's sales: the Pending invoice that is scheduled first. */
export function createFiscalizeNext(
  work: InvoiceWork,
  environment: Environment,
  horizon: () => Date,
): RunNext {
  const { context } = work;
  const leavesToOthers = () =>
    context.obstacles.leavesToOthers(environment, SALES_LANES[environment]);
  const ask = (): AskedSale => ({
    options: { leaseMs: context.leases.leaseMs, horizon: horizon() },
    askedAt: momentNow(),
    budget: openBudget('live', context.onlineBudgetMs),
  });

  const runSale =
    ({ claimed, askedAt, budget }: ClaimedSale): RunNext =>
    async (begun, mayClaimMore) => {
      const lease = context.leases.begin(claimed.claim, askedAt);
      begun();
      const { attempts, waitedMs, trace } = claimed;
      if (attempts === 1) {
        context.events.emit('taken', environment, waitedMs);
        openSpan('queue', { trace, startTime: Date.now() - waitedMs }).span.end();
      }
      try {
        const askNext = () => (mayClaimMore() && !leavesToOthers() ? ask() : null);
        const next = await runClaimed(work, claimed, budget, lease, askNext);
        return next ? runSale(next) : true;
      } finally {
        lease.end();
      }
    };

  return async (begun, mayClaimMore) => {
    if (leavesToOthers()) return false;
    const asked = ask();
    const claimed = await claimNextSale(context.db, environment, asked.options);
    return claimed ? runSale({ ...asked, claimed })(begun, mayClaimMore) : false;
  };
}

/**
 * What is done with one claim, as a span of the trace that asked for it. A claim that was lost is
 * another worker's to end.
 * @param askNext see Run.
 */
export function runClaimed(
  work: InvoiceWork,
  claimed: ClaimedInvoice,
  budget: Budget,
  lease: Lease,
  askNext: AskNextSale = () => null,
): Promise<ClaimedSale | null> {
  const { id, companyId, environment } = claimed.invoice;
  const attributes = {
    'fiscal.invoice.id': id,
    'fiscal.company.id': companyId,
    'fiscal.environment': environment,
    'fiscal.lane': budget.lane,
    'fiscal.attempt': claimed.attempts,
  };
  return inSpan('claim', { kind: SpanKind.CONSUMER, trace: claimed.trace, attributes }, () =>
    runOrPostpone(work, claimed, budget, lease, askNext),
  );
}

async function runOrPostpone(
  { context, ensureInitialDeposit }: InvoiceWork,
  claimed: ClaimedInvoice,
  budget: Budget,
  lease: Lease,
  askNext: AskNextSale,
): Promise<ClaimedSale | null> {
  try {
    const run = await beginRun(context, ensureInitialDeposit, claimed, budget, lease);
    return await runInvoice({ ...run, askNext });
  } catch (error) {
    if (error instanceof ClaimLostError) {
      context.logger.warn({ invoiceId: claimed.invoice.id }, error.message);
      return null;
    }
    // An unforeseen error holds up nothing else, and is tried again ever more seldom.
    await postponeInvoice(context.db, claimed, null, backoffMs(context, claimed.attempts));
    throw error;
  }
}
