import { useQueryClient } from '@tanstack/react-query';
import type { Environment } from '../../api/contract.ts';
import type { LiveState } from '../operations/live/event-stream.ts';
import { useEventStream } from '../operations/live/use-event-stream.ts';
import { workKey } from './work-queries.ts';

/** Reads the failed and waiting work of a company again whenever one of its invoices changes. */
export function useWorkChanges(companyId: string, environment: Environment): LiveState {
  const client = useQueryClient();
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: workKey({ companyId }) });
  };
  return useEventStream(`/admin/api/companies/${companyId}/events?environment=${environment}`, {
    listeners: { invoices: readAgain, resync: readAgain },
    onReturn: readAgain,
  });
}
