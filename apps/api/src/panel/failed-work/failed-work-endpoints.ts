// Failed and stuck work of all companies, for operators.

import { answer, defineRoute } from '../../http/endpoint.ts';
import {
  backlogQuery,
  causes,
  causesQuery,
  dismissBody,
  dismissOutcome,
  failedPage,
  offlineBacklog,
  retryBody,
  retryOutcome,
  workQuery,
} from './failed-work-schemas.ts';
import { dismiss, readCauses, readFailedPage, readOfflineBacklog, retry } from './failed-work.ts';

const TAG = 'Panel: failed work';

const causesRoute = defineRoute({
  method: 'get',
  path: '/failed-work/causes',
  access: 'operator',
  operationId: 'readFailureCauses',
  tag: TAG,
  summary: 'Why invoices failed or are stuck, over all companies',
  query: causesQuery,
  result: causes,
  async handle({ deps, actor, query }) {
    return answer(await readCauses({ deps, actor, companyId: null }, query.environment));
  },
});

const listRoute = defineRoute({
  method: 'get',
  path: '/failed-work',
  access: 'operator',
  operationId: 'listFailedWork',
  tag: TAG,
  summary: 'Invoices that failed, or those of one cause, over all companies',
  query: workQuery,
  result: failedPage,
  async handle({ deps, actor, query }) {
    const companyId = query.companyId ?? null;
    return answer(await readFailedPage({ deps, actor, companyId }, query));
  },
});

const retryRoute = defineRoute({
  method: 'post',
  path: '/failed-work/retry',
  access: 'operator',
  operationId: 'retryFailedWork',
  tag: TAG,
  summary: 'Tries invoices again: named ones, or all of a cause, 500 a call',
  body: retryBody,
  result: retryOutcome,
  async handle({ deps, actor, body }) {
    return answer(await retry({ deps, actor, companyId: body.companyId ?? null }, body));
  },
});

const dismissRoute = defineRoute({
  method: 'post',
  path: '/failed-work/dismiss',
  access: 'operator',
  operationId: 'dismissFailedWork',
  tag: TAG,
  summary: 'Sets failed invoices aside, with a reason',
  body: dismissBody,
  result: dismissOutcome,
  async handle({ deps, actor, body }) {
    return answer(await dismiss({ deps, actor, companyId: null }, body));
  },
});

const backlogRoute = defineRoute({
  method: 'get',
  path: '/offline-backlog',
  access: 'operator',
  operationId: 'readOfflineBacklog',
  tag: TAG,
  summary: 'Invoices that are to be delivered, over all companies, by the time that remains',
  query: backlogQuery,
  result: offlineBacklog,
  async handle({ deps, actor, query }) {
    const companyId = query.companyId ?? null;
    return answer(await readOfflineBacklog({ deps, actor, companyId }, query));
  },
});

/** What an operator sees and does about failed work. */
export const operatorFailedWorkRoutes = [
  causesRoute,
  listRoute,
  retryRoute,
  dismissRoute,
  backlogRoute,
];
