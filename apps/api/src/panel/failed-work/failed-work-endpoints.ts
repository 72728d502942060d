// Failed and stuck work, and what can be done about it: of all companies or one for operators, of its own
// for a company.

import {
  dismissFailed,
  listFailedWork,
  listOffline,
  readFailureCauses,
  retryFailed,
} from '@fiscal/db/failed-work';
import type { FailedInvoice } from '@fiscal/db/failed-work';
import { readOfflineBuckets } from '@fiscal/db/operations';
import { SALES_LANES } from '@fiscal/queue/waker';
import type { z } from 'zod';
import { answer, endpointsUnder } from '../../http/endpoint.ts';
import type { Call } from '../../http/endpoint.ts';
import { cursorAfter, pageOf } from '../../http/request/pagination.ts';
import { auditName } from '../actor.ts';
import { causeAnswer, failedAnswer, skippedAnswer } from './failed-work-answers.ts';
import {
  backlogQuery,
  causes,
  causesQuery,
  companyBacklogQuery,
  companyRetryBody,
  companyWorkQuery,
  dismissBody,
  dismissOutcome,
  failedPage,
  offlineBacklog,
  retryBody,
  retryOutcome,
  workQuery,
} from './failed-work-schemas.ts';

/** How many of a cause one call takes. */
const BATCH = 500;

const OF_ALL = {
  path: '',
  access: { read: 'service-read', retry: 'service-retry', change: 'operator' },
  noun: '',
  overAll: ', over all companies',
  ofCompany: '',
  queries: { work: workQuery, retry: retryBody, backlog: backlogQuery },
} as const;
const OF_COMPANY = {
  path: '/companies/{companyId}',
  access: { read: 'company-read', retry: 'company-retry', change: 'company' },
  noun: 'Company',
  overAll: '',
  ofCompany: ' of the company',
  queries: { work: companyWorkQuery, retry: companyRetryBody, backlog: companyBacklogQuery },
} as const;

function endpointsAbout(whose: typeof OF_ALL | typeof OF_COMPANY) {
  const { access, noun, overAll, ofCompany, queries } = whose;
  const shared = { tag: 'Panel: failed work', access: access.read };
  const { get, post } = endpointsUnder(whose.path, shared);
  return [
    get('/failed-work/causes', {
      operationId: `read${noun}FailureCauses`,
      summary: `Why invoices${ofCompany} failed or are stuck${overAll}`,
      query: causesQuery,
      result: causes,
      async handle(call) {
        const scope = { companyId: companyOf(call), environment: call.query.environment };
        const found = await readFailureCauses(call.deps.db, scope);
        return answer({ causes: found.map(causeAnswer) });
      },
    }),
    get('/failed-work', {
      operationId: `list${noun}FailedWork`,
      summary: `Invoices${ofCompany} that failed, or those of one cause${overAll}`,
      query: queries.work,
      result: failedPage,
      async handle(call) {
        const { environment, cause, cursor, limit } = call.query;
        const scope = { companyId: companyOf(call), environment };
        const { db } = call.deps;
        const found = await listFailedWork(db, scope, cause ?? null, cursor ?? null, limit + 1);
        return answer(failedPageOf(found, limit));
      },
    }),
    post('/failed-work/retry', {
      access: access.retry,
      operationId: `retry${noun}FailedWork`,
      summary: `Tries invoices${ofCompany} again: named ones, or all of a cause, 500 a call`,
      body: queries.retry,
      result: retryOutcome,
      handle: async (call) => answer(await retry(call, companyOf(call), call.body)),
    }),
    post('/failed-work/dismiss', {
      access: access.change,
      operationId: `dismiss${noun}FailedWork`,
      summary: `Sets failed invoices${ofCompany} aside, with a reason`,
      body: dismissBody,
      result: dismissOutcome,
      async handle(call) {
        const { invoiceIds, reason } = call.body;
        const scope = { actor: auditName(call.actor), companyId: companyOf(call) };
        const { dismissed, skipped } = await dismissFailed(call.deps.db, scope, invoiceIds, reason);
        return answer({ dismissed: dismissed.length, skipped: skipped.map(skippedAnswer) });
      },
    }),
    get('/offline-backlog', {
      operationId: `read${noun}OfflineBacklog`,
      summary: `Invoices${ofCompany} that are to be delivered${overAll}, by the time that remains`,
      query: queries.backlog,
      result: offlineBacklog,
      async handle(call) {
        const { environment, cursor, limit } = call.query;
        const scope = { companyId: companyOf(call), environment };
        const buckets = await readOfflineBuckets(call.deps.db, scope);
        const found = await listOffline(call.deps.db, scope, cursor ?? null, limit + 1);
        return answer({ buckets, ...failedPageOf(found, limit) });
      },
    }),
  ];
}

/** What operators see and do about everybody's failed work, and a company about its own. */
export const failedWorkEndpoints = [...endpointsAbout(OF_COMPANY), ...endpointsAbout(OF_ALL)];

/** Whose work a call is about: of the path, or what an operator has asked for; null for everybody's. */
function companyOf({ params, query, body }: Pick<Call, 'params' | 'query' | 'body'>) {
  const asked = Object.assign({}, query, body, params) as { companyId?: string | null };
  return asked.companyId ?? null;
}

/** Tries again the named ones, or a batch of a cause. */
async function retry(
  { deps, actor }: Call<'company-retry'>,
  companyId: string | null,
  { invoiceIds, cause, environment, cursor }: z.output<typeof companyRetryBody>,
): Promise<z.input<typeof retryOutcome>> {
  let nextCursor: string | null = null;
  let ids = invoiceIds ?? [];
  if (cause !== undefined && environment !== undefined) {
    const scope = { companyId, environment };
    const found = await listFailedWork(deps.db, scope, cause, cursor ?? null, BATCH + 1);
    const { page, last } = pageOf(found, BATCH);
    ids = page.map(({ id }) => id);
    nextCursor = last ? cursorAfter(last.position) : null;
  }
  const scope = { actor: auditName(actor), companyId };
  // As a fiscalize call without a wait is scheduled.
  const { requeued, delivered, printed, skipped } = await retryFailed(deps.db, scope, ids, (id) =>
    deps.scheduler.take(id, false),
  );
  if (requeued.length > 0) {
    for (const lane of Object.values(SALES_LANES)) deps.wakeUps.wake(lane);
  }
  if (delivered.length > 0) deps.wakeUps.wake('delivery');
  if (printed.length > 0) deps.wakeUps.wake('printing');
  return {
    retried: requeued.length + new Set([...delivered, ...printed]).size,
    skipped: skipped.map(skippedAnswer),
    nextCursor,
  };
}

function failedPageOf(found: readonly FailedInvoice[], limit: number) {
  const { page, last } = pageOf(found, limit);
  return {
    invoices: page.map(failedAnswer),
    nextCursor: last ? cursorAfter(last.position) : null,
  };
}
