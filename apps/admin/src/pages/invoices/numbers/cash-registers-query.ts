import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../../../api/client.ts';
import type { Environment } from '../../../api/contract.ts';

/** The cash registers whose numbers can be looked at. */
export function cashRegistersQuery(companyId: string, environment: Environment) {
  return queryOptions({
    queryKey: ['companies', companyId, 'cash-registers', environment],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/admin/api/companies/{companyId}/cash-registers', {
          params: { path: { companyId }, query: { environment } },
          signal,
        }),
      ),
  });
}
