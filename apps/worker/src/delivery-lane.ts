// The lane of what was issued offline, and of sales that were put off: what is due is tried, deposits
// before invoices. Its own few places keep it from ever delaying a live sale. While the authority is
// silent, one place at most tries now and then.

import { claimNextDelivery, findDueDeposit, makeDeliveriesDue, postponeDeposit } from '@fiscal/db';
import type { DueDeposit } from '@fiscal/db';
import { parseInstant } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from './authority/budget.ts';
import { runClaimed } from './fiscalize-next.ts';
import type { InvoiceWork } from './fiscalize-next.ts';
import type { TakeNext } from './lane.ts';
import { momentNow } from './leases.ts';
import { createShares } from './shares.ts';
import type { Shares } from './shares.ts';
import { signingKeyOf } from './signing-key.ts';
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
  context.events.on('circuit', (environment, { state: circuit }) => {
    if (circuit === 'closed') void makeDue(context, environment);
  });
  return async (begun, place) => {
    const environments = environmentsFor(context, place);
    if (environments.length === 0) return false;
    const did =
      (await deliverDueDeposit(work, environments, begun)) ||
      (await deliverNextInvoice(work, environments, horizon(), shares, begun));
    if (did && areSalesInHand()) await sleep(REST_MS);
    return did;
  };
}

async function deliverNextInvoice(
  work: InvoiceWork,
  environments: readonly Environment[],
  horizon: Date,
  shares: Shares,
  begun: () => void,
): Promise<boolean> {
  const { context } = work;
  const askedAt = momentNow();
  const budget = openBudget('delivery', context.onlineBudgetMs);
  const { leaseMs } = context.leases;
  const claimed = await claimNextDelivery(context.db, {
    ...{ environments, leaseMs, horizon },
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

/** The authority is back: what was put off because of its silence need not wait any longer. */
async function makeDue(
  { db, logger, events }: WorkContext,
  environment: Environment,
): Promise<void> {
  try {
    const count = await makeDeliveriesDue(db, environment);
    logger.info({ environment, count }, 'deliveries that were put off are due now');
    if (count > 0) events.emit('work', 'delivery');
  } catch (error) {
    logger.warn({ err: error, environment }, 'deliveries stay put off until their time comes');
  }
}

/** Whose authority may be spoken to: while a circuit is open, only the first place probes. */
function environmentsFor({ efi }: WorkContext, place: number): Environment[] {
  return (['live', 'test'] as const).filter((environment) => {
    const { circuit } = efi[environment];
    return circuit.wouldAdmit('delivery') && (place === 0 || circuit.state().state === 'closed');
  });
}

/** @returns false if no deposit is due. */
async function deliverDueDeposit(
  { context, ensureInitialDeposit }: InvoiceWork,
  environments: readonly Environment[],
  begun: () => void,
): Promise<boolean> {
  const due = await findDueDeposit(context.db, environments);
  if (!due) return false;
  begun();
  const key = await signingKeyOf(context, due);
  if (key.kind === 'unusable') {
    // Its invoices wait for the same certificate and say so.
    context.logger.warn({ ...nameOf(due), reason: key.reason }, 'a deposit can not be signed');
    await postponeDeposit(context.db, due, backoffMs(context, due.attempts));
    return true;
  }
  const { environment, cashRegisterId, tcrCode, company, changeDateTime } = due;
  const issuedAt = parseInstant(changeDateTime);
  if (issuedAt === null) throw new Error(`the deposit of ${due.localDate} has no time`);
  const verdict = await ensureInitialDeposit({
    environment,
    cashRegisterId,
    tin: company.tin,
    key,
    tcrCode,
    issuedAt,
    budget: openBudget('delivery', context.onlineBudgetMs),
  });
  context.logger.info({ ...nameOf(due), verdict: verdict.kind }, 'delivered a deposit');
  return true;
}

function nameOf({ cashRegisterId, localDate }: DueDeposit) {
  return { cashRegisterId, localDate };
}
