import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client.ts';

/** One company; the shell asks for it, too. */
export function companyQuery(companyId: string) {
  return queryOptions({
    queryKey: ['companies', companyId, 'profile'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/admin/api/companies/{companyId}', { params: { path: { companyId } }, signal }),
      ),
    staleTime: 30_000,
  });
}

/** The first page of companies that match what is typed; for operators. */
export function companySearchQuery(search: string) {
  return queryOptions({
    queryKey: ['companies', 'search', search],
    queryFn: ({ signal }) =>
      answer(api.GET('/admin/api/companies', { params: { query: { search } }, signal })),
  });
}
