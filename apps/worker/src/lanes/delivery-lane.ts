// The lane of what was issued offline, and of sales that were put off: what is due is tried,
// deposits and withdrawals before invoices. Its own few slots keep it from ever delaying a live
// sale. While the authority is silent, one slot at most sends a probe now and then.

import { findDueDeposit, postponeDeposit } from '@fiscal/db/deposit';
import type { DueDeposit } from '@fiscal/db/deposit';
import { claimNextDelivery } from '@fiscal/db/fiscalization';
import type { DeliveryScope } from '@fiscal/db/work';
import { parseInstant } from '@fiscal/domain';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../authority/budget.ts';
import { runClaimed } from './sales-lane.ts';
import type { InvoiceWork } from './sales-lane.ts';
import type { RunNext } from './lane.ts';
import { momentNow } from '../work/leases.ts';
import type { DepositTask } from '../fiscalization/initial-deposit.ts';
import { deliverNextWithdrawal } from '../fiscalization/withdrawal.ts';
import { createBulkhead } from './bulkhead.ts';
import type { Bulkhead } from './bulkhead.ts';
import { signingKeyOf } from '../signing/signers.ts';
import type { SigningKey } from '../signing/signers.ts';
import { backoffMs } from '../work/work.ts';
import type { WorkContext } from '../work/work.ts';

/** How long a slot rests after a delivery while sales are in progress: customers wait for those. */
const REST_MS = 100;

/**
 * @param count slots of the lane.
 * @param areSalesInProgress whether this process has a live sale in progress.
 */
export function createDeliverNext(
  work: InvoiceWork,
  count: number,
  horizon: () => Date,
  areSalesInProgress: () => boolean,
): RunNext {
  const { context } = work;
  const bulkhead = createBulkhead(count);
  let isProbing = false;
  return async (begun) => {
    const { scope, isProbe } = deliverableFor(context, !isProbing);
    if (scope.environments.length === 0) return false;
    if (isProbe) isProbing = true;
    try {
      const did =
        (await deliverDueDeposit(work, scope, bulkhead, begun)) ||
        (await deliverDueWithdrawal(work, scope, bulkhead, begun)) ||
        (await deliverNextInvoice(work, scope, horizon(), bulkhead, begun));
      if (did && areSalesInProgress()) await sleep(REST_MS);
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
  bulkhead: Bulkhead,
  begun: () => void,
): Promise<boolean> {
  const { context } = work;
  const askedAt = momentNow();
  const budget = openBudget('delivery', context.onlineBudgetMs);
  const { leaseMs } = context.leases;
  const claimed = await claimNextDelivery(context.db, {
    ...scope,
    leaseMs,
    horizon,
    busyCompanies: bulkhead.full(),
  });
  if (!claimed) return false;
  const leave = bulkhead.enter(claimed.invoice.companyId);
  const lease = context.leases.begin(claimed.claim, askedAt);
  begun();
  try {
    await runClaimed(work, claimed, budget, lease);
  } finally {
    lease.end();
    leave();
  }
  return true;
}

/**
 * Whose messages may go: while a circuit is open, one slot at a time sends a probe.
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

function scopeOf({ efi, obstacles }: WorkContext, mayProbe: boolean): DeliveryScope {
  const environments = (['live', 'test'] as const).filter(
    (environment) =>
      efi[environment].circuit.wouldDeliver(mayProbe) &&
      !obstacles.leavesToOthers(environment, 'delivery'),
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
  bulkhead: Bulkhead,
  begun: () => void,
): Promise<boolean> {
  const { context } = work;
  const due = await findDueDeposit(context.db, withoutFull(scope, bulkhead));
  if (!due) return false;
  const leave = bulkhead.enter(due.companyId);
  begun();
  try {
    await deliverDeposit(work, due);
  } catch (error) {
    // An unforeseen error is tried again ever more seldom, as with invoices.
    await postponeDeposit(context.db, { ...due, nextAttemptMs: backoffMs(context, due.attempts) });
    throw error;
  } finally {
    leave();
  }
  return true;
}

async function deliverDueWithdrawal(
  { context }: InvoiceWork,
  scope: DeliveryScope,
  bulkhead: Bulkhead,
  begun: () => void,
): Promise<boolean> {
  let leave = (): void => undefined;
  try {
    return await deliverNextWithdrawal(context, withoutFull(scope, bulkhead), (companyId) => {
      leave = bulkhead.enter(companyId);
      begun();
    });
  } finally {
    leave();
  }
}

/** Without the companies whose share of the lane is in progress. */
function withoutFull({ environments, skipped }: DeliveryScope, bulkhead: Bulkhead): DeliveryScope {
  const full = bulkhead
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
    await postponeDeposit(context.db, { ...due, nextAttemptMs: backoffMs(context, due.attempts) });
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
