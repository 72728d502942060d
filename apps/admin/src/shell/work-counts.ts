import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Environment, Schema } from '../api/contract.ts';
import { useCountedEvents } from '../pages/operations/live/use-event-stream.ts';
import { useEnvironmentOf } from './company-guard.tsx';

/** Where no event says that something has changed: a deadline that passes, a dismissal. */
const EVERY_MS = 60_000;

function countsQuery(companyId: string, environment: Environment) {
  return queryOptions({
    ...read('/companies/{companyId}/work-counts', { companyId, environment }),
    refetchInterval: EVERY_MS,
  });
}

/** How much of the company has failed and waits, as it changes; null before it is known. */
export function useWorkCounts(companyId: string): Schema<'AdminWorkCounts'> | null {
  const known = useEnvironmentOf(companyId);
  const query = countsQuery(companyId, known ?? 'live');
  const { data } = useQuery({ ...query, enabled: known !== null });
  useCountedEvents({ companyId, environment: known ?? 'live' }, query.queryKey);
  return data ?? null;
}
