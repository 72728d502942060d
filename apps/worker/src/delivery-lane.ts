// The lane of what was issued offline. It reads its work from the rows and needs no queue: what is due
// is tried, the nearest deadline first, deposits before invoices. Its own few places keep it from ever
// delaying a live sale. While the authority is silent, one place at most sends a probe now and then.

import { findDueDeposit, postponeDeposit } from '@fiscal/db';
import type { DeliveryScope, DueDeposit } from '@fiscal/db';
import { parseInstant } from '@fiscal/domain';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from './authority/budget.ts';
import { deliverNextInvoice } from './fiscalize-next.ts';
import type { EnsureInitialDeposit } from './register-cash-deposit.ts';
import { signingKeyOf } from './signing-key.ts';
import { backoffMs } from './work.ts';
import type { LaneState, WorkContext } from './work.ts';

/** How soon an idle place looks for work again. */
const IDLE_MS = 1_000;
/**
 * How long a place rests after a delivery: it has hours, and a live sale that comes meanwhile finds the
 * processor free, also of the print that follows each. Some 6 000 an hour and place still empty the
 * backlog of a day in time.
 */
const REST_MS = 500;

/** The lane while it is open. */
export interface DeliveryLane {
  state(): LaneState;
  /** Takes nothing new and waits for what is in hand. */
  close(): Promise<void>;
}

/** Delivers until it is closed. @param concurrency documents in hand at the same time. */
export function startDelivering(
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  concurrency: number,
): DeliveryLane {
  const closing = new AbortController();
  const state: LaneState = { concurrency, inHand: 0, lastConsumedAt: null, done: 0, failed: 0 };

  async function deliverOne(place: number): Promise<boolean> {
    const scope = deliverableFor(context, place);
    if (scope.environments.length === 0) return false;
    const did =
      (await deliverDueDeposit(context, ensureInitialDeposit, scope)) ||
      (await deliverNextInvoice(context, ensureInitialDeposit, scope));
    if (did) state.done += 1;
    return did;
  }

  async function work(place: number): Promise<void> {
    while (!closing.signal.aborted) {
      state.inHand += 1;
      state.lastConsumedAt = new Date();
      const did = await deliverOne(place).catch((error: unknown) => {
        state.failed += 1;
        context.logger.error({ err: error }, 'a delivery broke; it is repeated from the rows');
        return false;
      });
      state.inHand -= 1;
      await pause(did ? REST_MS : IDLE_MS, closing.signal);
    }
  }

  const places = Array.from({ length: concurrency }, (_, place) => work(place));
  return {
    state: () => ({ ...state }),
    async close() {
      closing.abort();
      await Promise.all(places);
    },
  };
}

/** Whose messages may go: while a circuit is open, only the first place probes. */
function deliverableFor({ efi }: WorkContext, place: number): DeliveryScope {
  const mayProbe = place === 0;
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
  context: WorkContext,
  ensureInitialDeposit: EnsureInitialDeposit,
  scope: DeliveryScope,
): Promise<boolean> {
  const due = await findDueDeposit(context.db, scope);
  if (!due) return false;
  const key = await signingKeyOf(context, due);
  if (key.kind === 'unusable') {
    // Its invoices wait for the same certificate and say so.
    context.logger.warn({ ...nameOf(due), reason: key.reason }, 'a deposit can not be signed');
    await postponeDeposit(context.db, due, backoffMs(context, due.attempts));
    return true;
  }
  const { environment, companyId, cashRegisterId, tcrCode, company, changeDateTime } = due;
  const issuedAt = parseInstant(changeDateTime);
  if (issuedAt === null) throw new Error(`the deposit of ${due.localDate} has no time`);
  const verdict = await ensureInitialDeposit({
    environment,
    companyId,
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

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
