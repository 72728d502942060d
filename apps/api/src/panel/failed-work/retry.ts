// A retry of named invoices, or of all of a cause, as a batch whose progress is read from its rows.

import { listFailedWork, retryFailed } from '@fiscal/db/failed-work';
import type { SkipReason } from '@fiscal/db/failed-work';
import type { InvoiceScope } from '@fiscal/db/invoice';
import { SALES_LANES } from '@fiscal/queue/waker';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Call } from '../../http/endpoint.ts';
import { cursorAfter, pageOf } from '../../http/request/pagination.ts';
import type { PagePosition } from '../../http/request/pagination.ts';
import { auditName } from '../../access/actor.ts';
import type { InvoiceDependencies } from '../../public/invoices/invoice-dependencies.ts';
import { skippedInvoiceOf } from './failed-work-responses.ts';
import type { companyRetryBody, retryOutcome } from './failed-work-schemas.ts';

/** What failed work is read and retried with. */
export type RetryDependencies = Pick<InvoiceDependencies, 'db' | 'scheduler' | 'wakeUps'>;

type RetryCall = Pick<Call<'company', RetryDependencies>, 'deps' | 'actor'>;

type Request = z.output<typeof companyRetryBody>;

/** How many of a cause one transaction takes, and how many of those one call makes. */
const CHUNK = 500;
const MOST_CHUNKS = 10;

/** The named invoices, or the next ones of the cause. */
export async function firstOf(
  { deps }: Pick<RetryCall, 'deps'>,
  companyId: string | null,
  { invoiceIds, cause, environment, cashRegisterId, from, to, cursor }: Request,
): Promise<{ ids: string[]; next: PagePosition | null }> {
  if (cause === undefined || environment === undefined)
    return { ids: invoiceIds ?? [], next: null };
  const scope = { companyId, environment, cashRegisterId, from, to };
  const found = await listFailedWork(deps.db, scope, cause, cursor ?? null, CHUNK + 1);
  const { page, last } = pageOf(found, CHUNK);
  return { ids: page.map(({ id }) => id), next: last?.position ?? null };
}

/** Tries again the named ones, or those of a cause, transaction by transaction. */
export async function retry(
  call: RetryCall,
  companyId: string | null,
  request: Request,
): Promise<z.input<typeof retryOutcome>> {
  const { deps } = call;
  const scope = { actor: auditName(call.actor), companyId };
  // As a fiscalize call without a wait is scheduled.
  const schedule = (of: InvoiceScope) => deps.scheduler.take(of, false);
  const batchId = uuidv7();
  const skipped: SkipReason[] = [];
  let [begun, printed, chunks] = [0, 0, 0];
  let next: PagePosition | null = request.cursor ?? null;
  do {
    const chunk = await firstOf(call, companyId, { ...request, cursor: next ?? undefined });
    const outcome = await retryFailed(deps.db, scope, chunk.ids, schedule, batchId);
    wake(call, outcome);
    const brought = new Set([...outcome.delivered, ...outcome.printed]);
    begun += outcome.requeued.length + outcome.delivered.length;
    printed += brought.size - outcome.delivered.length;
    skipped.push(...outcome.skipped);
    next = chunk.next;
    chunks += 1;
  } while (next !== null && chunks < MOST_CHUNKS);
  return {
    batchId: begun > 0 ? batchId : null,
    retried: begun + printed,
    skipped: skipped.map(skippedInvoiceOf),
    nextCursor: next && cursorAfter(next),
  };
}

function wake(
  { deps }: Pick<RetryCall, 'deps'>,
  { requeued, delivered, printed }: Record<'requeued' | 'delivered' | 'printed', string[]>,
): void {
  if (requeued.length > 0) {
    for (const lane of Object.values(SALES_LANES)) deps.wakeUps.wake(lane);
  }
  if (delivered.length > 0) deps.wakeUps.wake('delivery');
  if (printed.length > 0) deps.wakeUps.wake('printing');
}
