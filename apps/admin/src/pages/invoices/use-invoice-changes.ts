import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveState } from '../operations/live/event-stream.ts';
import { useEventStream } from '../operations/live/use-event-stream.ts';
import { invoicesKey, timelineQuery } from './invoice-queries.ts';

interface Change {
  invoiceId: string;
}

/**
 * Reads what is on the screen again whenever it changes.
 * @param invoiceId of the only invoice that matters; all of the company without it.
 */
export function useInvoiceChanges(
  companyId: string,
  environment: 'test' | 'live',
  invoiceId?: string,
): LiveState {
  const client = useQueryClient();
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: invoicesKey(companyId) });
  };
  return useEventStream(`/admin/api/companies/${companyId}/events?environment=${environment}`, {
    listeners: {
      invoices: (data) => {
        const { changes } = data as { changes: Change[] };
        if (invoiceId === undefined || changes.some((change) => change.invoiceId === invoiceId)) {
          readAgain();
        }
      },
      resync: readAgain,
    },
    onReturn: readAgain,
  });
}

/** Reads the timeline again when one more print is stored, of which there is no event. */
export function useStoredPrints(companyId: string, invoiceId: string, count: number): void {
  const client = useQueryClient();
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    const { queryKey } = timelineQuery(companyId, invoiceId);
    void client.invalidateQueries({ queryKey });
  }, [client, companyId, invoiceId, count]);
}
