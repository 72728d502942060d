// What is asked of the API about failed work: of one company, or, for operators, of all.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Environment } from '../../api/contract.ts';

/** Whose work; without a company that of all. */
export interface WorkScope {
  companyId: string | null;
  environment: Environment;
}

/** Everything that a retry or a dismissal changes. */
export function workKey({ companyId }: Pick<WorkScope, 'companyId'>) {
  return companyId === null ? (['work'] as const) : (['companies', companyId, 'work'] as const);
}

/** The causes there are now. */
export function causesQuery(scope: WorkScope) {
  const { companyId, environment } = scope;
  return queryOptions({
    queryKey: [...workKey(scope), 'causes', environment],
    queryFn: ({ signal }) =>
      answer(
        companyId === null
          ? api.GET('/admin/api/failed-work/causes', { params: { query: { environment } }, signal })
          : api.GET('/admin/api/companies/{companyId}/failed-work/causes', {
              params: { path: { companyId }, query: { environment } },
              signal,
            }),
      ),
    // New failures appear without a reload; of one company at once, by its events.
    refetchInterval: companyId === null ? 5_000 : 15_000,
  });
}

/** The invoices of a cause, page by page. */
export function workQuery(scope: WorkScope, cause: string) {
  const { companyId, environment } = scope;
  return infiniteQueryOptions({
    queryKey: [...workKey(scope), 'invoices', environment, cause],
    queryFn: ({ pageParam, signal }) => {
      const query = { environment, cause, ...(pageParam !== '' && { cursor: pageParam }) };
      return answer(
        companyId === null
          ? api.GET('/admin/api/failed-work', { params: { query }, signal })
          : api.GET('/admin/api/companies/{companyId}/failed-work', {
              params: { path: { companyId }, query },
              signal,
            }),
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Offline invoices, the nearest deadline first, with how many have how much time. */
export function backlogQuery(scope: WorkScope) {
  const { companyId, environment } = scope;
  return infiniteQueryOptions({
    queryKey: [...workKey(scope), 'offline', environment],
    queryFn: ({ pageParam, signal }) => {
      const query = { environment, ...(pageParam !== '' && { cursor: pageParam }) };
      return answer(
        companyId === null
          ? api.GET('/admin/api/offline-backlog', { params: { query }, signal })
          : api.GET('/admin/api/companies/{companyId}/offline-backlog', {
              params: { path: { companyId }, query },
              signal,
            }),
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: companyId === null ? 5_000 : 15_000,
  });
}
