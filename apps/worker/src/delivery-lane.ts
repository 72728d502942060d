// The lane of what was issued offline, and of sales that were put off: what is due is tried, deposits
// before invoices. Its own few places keep it from ever delaying a live sale. While the authority is
// silent, one place at most sends a probe now and then.

import { findDueDeposit, postponeDeposit } from '@fiscal/db/deposit';
import type { DueDeposit } from '@fiscal/db/deposit';
import { claimNextDelivery } from '@fiscal/db/fiscalization';
import type { DeliveryScope } from '@fiscal/db/fiscalization';
import { parseInstant } from '@fiscal/domain';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from './authority/budget.ts';
import { runClaimed } from './fiscalize-next.ts';
import type { InvoiceWork } from './fiscalize-next.ts';
import type { TakeNext } from './lane.ts';
import { momentNow } from './leases.ts';
import type { DepositTask } from './register-cash-deposit.ts';
import { createShares } from './shares.ts';
import type { Shares } from './shares.ts';
import { signingKeyOf } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';
import { backoffMs } from './work.ts';
import type { WorkContext } from './work.ts';

/** How long a place rests after a delivery while sales are in hand: customers wait for those. */
const REST_MS = 100;

/**
 * @param count places of the lane.
 * @param areSalesInHand whether this process has a live sale in hand.
 */
export function createDeliverNext(
  work: InvoiceWork,
  count: number,
  horizon: () => Date,
  areSalesInHand: () => boolean,
): TakeNext {
  const { context } = work;
  const shares = createShares(count);
  let isProbing = false;
  return async (begun) => {
    const { scope, isProbe } = deliverableFor(context, !isProbing);
    if (scope.environments.length === 0) return false;
    if (isProbe) isProbing = true;
    try {
      const did =
        (await deliverDueDeposit(work, scope, shares, begun)) ||
        (await deliverNextInvoice(work, scope, horizon(), shares, begun));
      if (did && areSalesInHand()) await sleep(REST_MS);
      return did;
    } finally {
      if (isProbe) isProbing = false;
    }
  };
}

async function deliverNextInvoice(
  work: InvoiceWork,
  scope: DeliveryScope,
  horizon: Date,
  shares: Shares,
  begun: () => void,
): Promise<boolean> {
  const { context } = work;
  const askedAt = momentNow();
  const budget = openBudget('delivery', context.onlineBudgetMs);
  const { leaseMs } = context.leases;
  const claimed = await claimNextDelivery(context.db, {
    ...{ ...scope, leaseMs, horizon },
    busyCompanies: shares.full(),
  });
  if (!claimed) return false;
  const leave = shares.take(claimed.invoice.companyId);
  const lease = context.leases.begin(claimed.claim, askedAt);
  begun();
  context.crashPoint('delivery-claimed');
  try {
    await runClaimed(work, claimed, budget, lease);
  } finally {
    lease.end();
    leave();
  }
  return true;
}

/**
 * Whose messages may go: while a circuit is open, one place at a time sends a probe.
 * @returns `isProbe` where what is taken within the scope may be one.
 */
function deliverableFor(
  context: WorkContext,
  mayProbe: boolean,
): { scope: DeliveryScope; isProbe: boolean } {
  const scope = scopeOf(context, mayProbe);
  const withoutProbes = scopeOf(context, false);
  const isProbe =
    scope.environments.length > withoutProbes.environments.length ||
    scope.skipped.length < withoutProbes.skipped.length;
  return { scope, isProbe };
}

function scopeOf({ efi }: WorkContext, mayProbe: boolean): DeliveryScope {
  const environments = (['live', 'test'] as const).filter((environment) =>
    efi[environment].circuit.wouldDeliver(mayProbe),
  );
  const skipped = environments.flatMap((environment) =>
    efi[environment].circuit
      .companiesToSkip(mayProbe)
      .map((companyId) => ({ environment, companyId })),
  );
  return { environments, skipped };
}

/** @returns false if no deposit is due. */
async function deliverDueDeposit(
  work: InvoiceWork,
  scope: DeliveryScope,
  shares: Shares,
  begun: () => void,
): Promise<boolean> {
  const { context } = work;
  const due = await findDueDeposit(context.db, withoutFull(scope, shares));
  if (!due) return false;
  const leave = shares.take(due.companyId);
  begun();
  try {
    await deliverDeposit(work, due);
  } catch (error) {
    // What nobody foresaw is tried again ever more seldom, as with invoices.
    await postponeDeposit(context.db, due, backoffMs(context, due.attempts));
    throw error;
  } finally {
    leave();
  }
  return true;
}

/** Without the companies that have their share of the lane in hand. */
function withoutFull({ environments, skipped }: DeliveryScope, shares: Shares): DeliveryScope {
  const full = shares
    .full()
    .flatMap((companyId) => environments.map((environment) => ({ environment, companyId })));
  return { environments, skipped: [...skipped, ...full] };
}

async function deliverDeposit(
  { context, ensureInitialDeposit }: InvoiceWork,
  due: DueDeposit,
): Promise<void> {
  const key = await signingKeyOf(context, due);
  if (key.kind === 'unusable') {
    // Its invoices wait for the same certificate and say so.
    context.logger.warn({ ...nameOf(due), reason: key.reason }, 'a deposit can not be signed');
    await postponeDeposit(context.db, due, backoffMs(context, due.attempts));
    return;
  }
  const verdict = await ensureInitialDeposit(taskOf(context, due, key));
  context.logger.info({ ...nameOf(due), verdict: verdict.kind }, 'delivered a deposit');
}

function taskOf({ onlineBudgetMs }: WorkContext, due: DueDeposit, key: SigningKey): DepositTask {
  const { environment, companyId, cashRegisterId, tcrCode, company, changeDateTime } = due;
  const issuedAt = parseInstant(changeDateTime);
  if (issuedAt === null) throw new Error(`the deposit of ${due.localDate} has no time`);
  const budget = openBudget('delivery', onlineBudgetMs);
  const register = { environment, companyId, cashRegisterId, tin: company.tin };
  return { ...register, key, tcrCode, issuedAt, budget };
}

function nameOf({ cashRegisterId, localDate }: DueDeposit) {
  return { cashRegisterId, localDate };
}
