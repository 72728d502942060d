import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import type { Schema } from '../api/contract.ts';
import { useCountedEvents } from '../live/use-event-stream.ts';
import { useEnvironmentOf } from './company-guard.tsx';

/** How much of the company has failed and waits, as it changes; null before it is known. */
export function useWorkCounts(companyId: string): Schema<'AdminWorkCounts'> | null {
  const known = useEnvironmentOf(companyId);
  const scope = { companyId, environment: known ?? 'live' } as const;
  const query = read('/companies/{companyId}/work-counts', scope);
  const { data } = useQuery({ ...query, enabled: known !== null });
  useCountedEvents(scope, query.queryKey);
  return data ?? null;
}
