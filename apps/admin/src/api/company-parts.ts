// What belongs to a company and is shown on more than one page.

import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client.ts';
import type { Environment } from './contract.ts';

/** How far the company is on its way to the first invoice, and to live. */
export function checklistQuery(companyId: string) {
  return queryOptions({
    queryKey: ['companies', companyId, 'checklist'],
    queryFn: ({ signal }) => {
      const init = { params: { path: { companyId } }, signal };
      return answer(api.GET('/admin/api/companies/{companyId}/checklist', init));
    },
    staleTime: 0,
  });
}

/** Active and past ones of an environment, newest first. */
export function certificatesQuery(companyId: string, environment: Environment) {
  return queryOptions({
    queryKey: ['companies', companyId, 'certificates', environment],
    queryFn: ({ signal }) => {
      const init = { params: { path: { companyId }, query: { environment } }, signal };
      return answer(api.GET('/admin/api/companies/{companyId}/certificates', init));
    },
  });
}

/** Of an environment, the default one first. */
export function cashRegistersQuery(companyId: string, environment: Environment) {
  return queryOptions({
    queryKey: ['companies', companyId, 'cash-registers', environment],
    queryFn: ({ signal }) => {
      const init = { params: { path: { companyId }, query: { environment } }, signal };
      return answer(api.GET('/admin/api/companies/{companyId}/cash-registers', init));
    },
  });
}

/** Of an environment; never the keys themselves. */
export function apiKeysQuery(companyId: string, environment: Environment) {
  return queryOptions({
    queryKey: ['companies', companyId, 'api-keys', environment],
    queryFn: ({ signal }) => {
      const init = { params: { path: { companyId }, query: { environment } }, signal };
      return answer(api.GET('/admin/api/companies/{companyId}/api-keys', init));
    },
  });
}
