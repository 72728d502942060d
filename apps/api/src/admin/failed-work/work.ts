// What can be asked about failed work, and done about it: the same for an operator, over all companies
// or one, and for a company, about its own.

import {
  dismissFailed,
  listFailedWork,
  listOffline,
  readFailureCauses,
  retryFailed,
} from '@fiscal/db/failed-work';
import type { FailedInvoice, WorkScope } from '@fiscal/db/failed-work';
import { readOfflineBuckets } from '@fiscal/db/operations';
import type { Environment } from '@fiscal/domain';
import { SALES_LANES } from '@fiscal/queue/waker';
import type { z } from 'zod';
import { cursorAfter } from '../invoices/fields.ts';
import type { PagePosition } from '../invoices/fields.ts';
import { auditName } from '../kernel/actor.ts';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';
import { causeAnswer, failedAnswer, skippedAnswer } from './answers.ts';
import type {
  causes,
  companyRetryBody,
  companyWorkQuery,
  dismissBody,
  dismissOutcome,
  failedPage,
  offlineBacklog,
  retryOutcome,
} from './schemas.ts';

/** How many of a cause one call takes. */
const BATCH = 500;
/** Who asks, and whose work it is about: null for everybody's. */
export interface WorkCall {
  deps: AdminDependencies;
  actor: Actor;
  companyId: string | null;
}

/** Every cause of now. */
export async function readCauses(
  { deps, companyId }: WorkCall,
  environment: Environment,
): Promise<z.input<typeof causes>> {
  const found = await readFailureCauses(deps.db, { companyId, environment });
  return { causes: found.map(causeAnswer) };
}

/** A page of what failed, or of one cause. */
export async function readFailedPage(
  { deps, companyId }: WorkCall,
  { environment, cause, cursor, limit }: z.output<typeof companyWorkQuery>,
): Promise<z.input<typeof failedPage>> {
  const scope = { companyId, environment };
  const found = await listFailedWork(deps.db, scope, cause ?? null, cursor ?? null, limit + 1);
  return pageOf(found, limit);
}

/** Offline invoices by the time that remains, and a page of them. */
export async function readOfflineBacklog(
  { deps, companyId }: WorkCall,
  query: { environment: Environment; cursor?: PagePosition | undefined; limit: number },
): Promise<z.input<typeof offlineBacklog>> {
  const scope: WorkScope = { companyId, environment: query.environment };
  const buckets = await readOfflineBuckets(deps.db, scope);
  const found = await listOffline(deps.db, scope, query.cursor ?? null, query.limit + 1);
  return { buckets, ...pageOf(found, query.limit) };
}

/** Tries again the named ones, or a batch of a cause. */
export async function retry(
  { deps, actor, companyId }: WorkCall,
  { invoiceIds, cause, environment, cursor }: z.output<typeof companyRetryBody>,
): Promise<z.input<typeof retryOutcome>> {
  let next: string | null = null;
  let ids = invoiceIds ?? [];
  if (cause !== undefined && environment !== undefined) {
    const scope = { companyId, environment };
    const found = await listFailedWork(deps.db, scope, cause, cursor ?? null, BATCH + 1);
    const page = pageOf(found, BATCH);
    ids = page.invoices.map(({ id }) => id);
    next = page.nextCursor;
  }
  const scope = { actor: auditName(actor), companyId };
  // As a fiscalize call that nobody waits for takes its turn.
  const { requeued, delivered, printed, skipped } = await retryFailed(deps.db, scope, ids, (id) =>
    deps.turns.take(id, false),
  );
  if (requeued.length > 0) {
    for (const lane of Object.values(SALES_LANES)) deps.wakeUps.wake(lane);
  }
  if (delivered.length > 0) deps.wakeUps.wake('delivery');
  if (printed.length > 0) deps.wakeUps.wake('printing');
  return {
    retried: requeued.length + new Set([...delivered, ...printed]).size,
    skipped: skipped.map(skippedAnswer),
    nextCursor: next,
  };
}

/** Sets failed ones aside until they fail again. */
export async function dismiss(
  { deps, actor, companyId }: WorkCall,
  { invoiceIds, reason }: z.output<typeof dismissBody>,
): Promise<z.input<typeof dismissOutcome>> {
  const scope = { actor: auditName(actor), companyId };
  const { dismissed, skipped } = await dismissFailed(deps.db, scope, invoiceIds, reason);
  return { dismissed: dismissed.length, skipped: skipped.map(skippedAnswer) };
}

/** One more than the page holds tells whether there is another page. */
function pageOf(found: readonly FailedInvoice[], limit: number) {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    invoices: page.map(failedAnswer),
    nextCursor: last === undefined ? null : cursorAfter(last.position),
  };
}
