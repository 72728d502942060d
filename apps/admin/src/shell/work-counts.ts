import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Schema } from '../api/contract.ts';
import { useCountedEvents } from '../live/use-event-stream.ts';
import { companyQuery, useEnvironmentOf } from './company-guard.tsx';

/** How much of the company has failed and waits, as it changes; null before it is known. */
export function useWorkCounts(companyId: string): Schema<'AdminWorkCounts'> | null {
  const { data: company } = useQuery(companyQuery(companyId));
  const scope = { companyId, environment: useEnvironmentOf(company ?? null) };
  const query = read('/companies/{companyId}/work-counts', scope);
  const { data } = useQuery({ ...query, enabled: company !== undefined });
  useCountedEvents(scope, query.queryKey);
  return data ?? null;
}
