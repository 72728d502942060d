// Failed and stuck work, and what can be done about it: of all companies or one for operators, of
// its own for a company.

import {
  dismissFailed,
  findDoubtfulRetries,
  listAffectedTills,
  listFailedWork,
  listOffline,
  readFailureCauses,
  readRetryBatches,
} from '@fiscal/db/failed-work';
import type { FailedInvoice, WorkScope } from '@fiscal/db/failed-work';
import { listWaitingDrawers, readOfflineBuckets } from '@fiscal/db/operations';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import type { Call } from '../../http/endpoint.ts';
import { cursorAfter, pageOf } from '../../http/request/pagination.ts';
import { auditName } from '../../access/actor.ts';
import {
  doubtfulInvoiceOf,
  failedInvoiceOf,
  failureCauseOf,
  skippedInvoiceOf,
} from './failed-work-responses.ts';
import { firstOf, retry } from './retry.ts';
import type { RetryDependencies } from './retry.ts';
import {
  affectedTills,
  backlogQuery,
  batchesQuery,
  causes,
  causesQuery,
  companyBacklogQuery,
  companyCausesQuery,
  companyRetryBody,
  companyTillsQuery,
  companyWorkQuery,
  dismissBody,
  dismissOutcome,
  doubtfulRetries,
  failedPage,
  offlineBacklog,
  retryBatches,
  retryBody,
  retryOutcome,
  tillsQuery,
  workQuery,
} from './failed-work-schemas.ts';

const OF_ALL = {
  path: '',
  access: { read: 'service-read', retry: 'service-retry', change: 'operator' },
  noun: '',
  overAll: ', over all companies',
  ofCompany: '',
  queries: {
    causes: causesQuery,
    work: workQuery,
    retry: retryBody,
    backlog: backlogQuery,
    tills: tillsQuery,
  },
} as const;
const OF_COMPANY = {
  path: '/companies/{companyId}',
  access: { read: 'company-read', retry: 'company-retry', change: 'company' },
  noun: 'Company',
  overAll: '',
  ofCompany: ' of the company',
  queries: {
    causes: companyCausesQuery,
    work: companyWorkQuery,
    retry: companyRetryBody,
    backlog: companyBacklogQuery,
    tills: companyTillsQuery,
  },
} as const;

type Whose = typeof OF_ALL | typeof OF_COMPANY;

function endpointsAbout(whose: Whose) {
  return [...readsAbout(whose), ...changesAbout(whose)];
}

function readsAbout(whose: Whose) {
  const { access, noun, overAll, ofCompany, queries } = whose;
  const { get } = endpointsFor<RetryDependencies>()(whose.path, {
    tag: 'Panel: failed work',
    access: access.read,
  });
  return [
    get('/failed-work/causes', {
      operationId: `read${noun}FailureCauses`,
      isHeavy: true,
      summary: `Why invoices${ofCompany} failed or are stuck${overAll}`,
      query: queries.causes,
      result: causes,
      async handle(call) {
        const found = await readFailureCauses(call.deps.db, scopeOf(call, call.query));
        return ok({ causes: found.map(failureCauseOf) });
      },
    }),
    get('/failed-work', {
      operationId: `list${noun}FailedWork`,
      isHeavy: true,
      summary: `Invoices${ofCompany} that failed, or those of one cause${overAll}`,
      query: queries.work,
      result: failedPage,
      async handle(call) {
        const { cause = null, cursor = null, limit } = call.query;
        const scope = scopeOf(call, call.query);
        const found = await listFailedWork(call.deps.db, scope, cause, cursor, limit + 1);
        return ok(failedPageOf(found, limit));
      },
    }),
    get('/failed-work/tills', {
      operationId: `list${noun}AffectedTills`,
      isHeavy: true,
      summary: `The cash registers${ofCompany} with failed invoices, or with those of one cause${overAll}`,
      query: queries.tills,
      result: affectedTills,
      async handle(call) {
        const { cause = null } = call.query;
        const scope = scopeOf(call, call.query);
        return ok({ tills: await listAffectedTills(call.deps.db, scope, cause) });
      },
    }),
    get('/failed-work/retries', {
      operationId: `list${noun}Retries`,
      isHeavy: true,
      summary: `What became of the invoices${ofCompany} that were tried again within the last hour${overAll}`,
      query: batchesQuery,
      result: retryBatches,
      async handle(call) {
        const scope = scopeOf(call, call.query);
        return ok({ batches: await readRetryBatches(call.deps.db, scope) });
      },
    }),
    get('/offline-backlog', {
      operationId: `read${noun}OfflineBacklog`,
      isHeavy: true,
      summary: `Invoices and drawers${ofCompany} with deliveries that wait${overAll}, by the time that remains`,
      query: queries.backlog,
      result: offlineBacklog,
      async handle(call) {
        const { cursor = null, limit } = call.query;
        const scope = scopeOf(call, call.query);
        const buckets = await readOfflineBuckets(call.deps.db, scope);
        const drawers = await listWaitingDrawers(call.deps.db, scope);
        const found = await listOffline(call.deps.db, scope, cursor, limit + 1);
        return ok({ buckets, drawers, ...failedPageOf(found, limit) });
      },
    }),
  ];
}

function changesAbout(whose: Whose) {
  const { access, noun, ofCompany, queries } = whose;
  const { post } = endpointsFor<RetryDependencies>()(whose.path, {
    tag: 'Panel: failed work',
    access: access.retry,
  });
  return [
    post('/failed-work/retry', {
      operationId: `retry${noun}FailedWork`,
      summary: `Tries invoices${ofCompany} again: named ones, or all of a cause, 5 000 a call`,
      description:
        'What other documents speak against is `REFUSED` with their `details`, one invoice after ' +
        'the other, each counting for the next one of the same sale.',
      body: queries.retry,
      result: retryOutcome,
      handle: async (call) => ok(await retry(call, companyOf(call), call.body)),
    }),
    post('/failed-work/doubtful-retries', {
      operationId: `find${noun}DoubtfulRetries`,
      summary: `Which of these invoices${ofCompany} the till may have sold again; changes nothing`,
      body: queries.retry,
      result: doubtfulRetries,
      async handle(call) {
        const companyId = companyOf(call);
        const { ids } = await firstOf(call, companyId, call.body);
        const found = await findDoubtfulRetries(call.deps.db, { companyId, invoiceIds: ids });
        return ok({ invoices: found.map(doubtfulInvoiceOf) });
      },
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
        return ok({ dismissed: dismissed.length, skipped: skipped.map(skippedInvoiceOf) });
      },
    }),
  ];
}

/** What operators see and do about everybody's failed work, and a company about its own. */
export const failedWorkEndpoints = [...endpointsAbout(OF_COMPANY), ...endpointsAbout(OF_ALL)];

/**
 * Whose work a call is about: of the path, or what an operator has asked for; null for everybody's.
 */
function companyOf({ params, query, body }: Pick<Call, 'params' | 'query' | 'body'>) {
  const asked = Object.assign({}, query, body, params) as { companyId?: string | null };
  return asked.companyId ?? null;
}

/** What a read is narrowed to. */
function scopeOf(
  call: Pick<Call, 'params' | 'query' | 'body'>,
  narrowed: Omit<WorkScope, 'companyId'>,
): WorkScope {
  const { environment, cashRegisterId, from, to } = narrowed;
  return { companyId: companyOf(call), environment, cashRegisterId, from, to };
}

function failedPageOf(found: readonly FailedInvoice[], limit: number) {
  const { page, last } = pageOf(found, limit);
  return {
    invoices: page.map(failedInvoiceOf),
    nextCursor: last ? cursorAfter(last.position) : null,
  };
}
