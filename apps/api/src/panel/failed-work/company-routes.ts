// Failed and stuck work of one company.

import { answer, companyParams, defineRoute } from '../../http/endpoint.ts';
import {
  causes,
  causesQuery,
  companyBacklogQuery,
  companyRetryBody,
  companyWorkQuery,
  dismissBody,
  dismissOutcome,
  failedPage,
  offlineBacklog,
  retryOutcome,
} from './failed-work-schemas.ts';
import { dismiss, readCauses, readFailedPage, readOfflineBacklog, retry } from './failed-work.ts';

const TAG = 'Panel: failed work';

const causesRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/failed-work/causes',
  access: 'company',
  operationId: 'readCompanyFailureCauses',
  tag: TAG,
  summary: 'Why invoices of the company failed or are stuck',
  params: companyParams,
  query: causesQuery,
  result: causes,
  async handle({ deps, actor, params: { companyId }, query }) {
    return answer(await readCauses({ deps, actor, companyId }, query.environment));
  },
});

const listRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/failed-work',
  access: 'company',
  operationId: 'listCompanyFailedWork',
  tag: TAG,
  summary: 'Invoices of the company that failed, or those of one cause',
  params: companyParams,
  query: companyWorkQuery,
  result: failedPage,
  async handle({ deps, actor, params: { companyId }, query }) {
    return answer(await readFailedPage({ deps, actor, companyId }, query));
  },
});

const retryRoute = defineRoute({
  method: 'post',
  path: '/companies/{companyId}/failed-work/retry',
  access: 'company',
  operationId: 'retryCompanyFailedWork',
  tag: TAG,
  summary: 'Tries invoices of the company again: named ones, or all of a cause, 500 a call',
  params: companyParams,
  body: companyRetryBody,
  result: retryOutcome,
  async handle({ deps, actor, params: { companyId }, body }) {
    return answer(await retry({ deps, actor, companyId }, body));
  },
});

const dismissRoute = defineRoute({
  method: 'post',
  path: '/companies/{companyId}/failed-work/dismiss',
  access: 'company',
  operationId: 'dismissCompanyFailedWork',
  tag: TAG,
  summary: 'Sets failed invoices of the company aside, with a reason',
  params: companyParams,
  body: dismissBody,
  result: dismissOutcome,
  async handle({ deps, actor, params: { companyId }, body }) {
    return answer(await dismiss({ deps, actor, companyId }, body));
  },
});

const backlogRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/offline-backlog',
  access: 'company',
  operationId: 'readCompanyOfflineBacklog',
  tag: TAG,
  summary: 'Invoices of the company that are to be delivered, by the time that remains',
  params: companyParams,
  query: companyBacklogQuery,
  result: offlineBacklog,
  async handle({ deps, actor, params: { companyId }, query }) {
    return answer(await readOfflineBacklog({ deps, actor, companyId }, query));
  },
});

/** What a company sees and does about its failed work. */
export const companyFailedWorkRoutes = [
  causesRoute,
  listRoute,
  retryRoute,
  dismissRoute,
  backlogRoute,
];
