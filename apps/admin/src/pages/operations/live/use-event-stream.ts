import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Environment } from '../../../api/contract.ts';
import { sessionQuery } from '../../../api/session.ts';
import { openStream } from './event-stream.ts';
import type { LiveState } from './event-stream.ts';

interface EventStreamOptions {
  /** By the name of an event, what to do with its data (JSON). */
  listeners: Readonly<Record<string, (data: unknown) => void>>;
  /** Called when the stream is there again after a loss: events may have been lost. */
  onReturn?: () => void;
  silenceMs?: number;
}

/**
 * Listens while the page is visible: browsers allow few connections to a host, and a page in the
 * background needs none. @param path of the stream.
 */
export function useEventStream(path: string, options: EventStreamOptions): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const newest = useRef(options);
  const client = useQueryClient();
  const { silenceMs = 0 } = options;
  const names = Object.keys(options.listeners).join(' ');
  useEffect(() => {
    newest.current = options;
  });
  useEffect(() => {
    let end: (() => void) | undefined;
    let wasLive = false;
    const listen = (name: string) => (data: string) => {
      newest.current.listeners[name]?.(JSON.parse(data) as unknown);
    };
    const start = () => {
      end = openStream({
        open: () => new EventSource(path),
        listeners: Object.fromEntries(names.split(' ').map((name) => [name, listen(name)])),
        onState: (next) => {
          if (next === 'live' && wasLive) newest.current.onReturn?.();
          if (next === 'live') wasLive = true;
          // The session may have ended: then the sign-in takes the place of the page.
          if (next === 'reconnecting')
            void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
          setState(next);
        },
        silenceMs,
      });
    };
    const follow = () => {
      end?.();
      end = undefined;
      if (document.visibilityState === 'visible') start();
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      end?.();
    };
  }, [path, names, silenceMs, client]);
  return state;
}

/**
 * Reads these keys again whenever an invoice of the company changes.
 * @param invoiceId of the only invoice that matters; all of the company without it.
 */
export function useCompanyEvents(
  { companyId, environment }: { companyId: string; environment: Environment },
  queryKeys: readonly QueryKey[],
  invoiceId?: string,
): LiveState {
  const cache = useQueryClient();
  const readAgain = () => {
    for (const queryKey of queryKeys) void cache.invalidateQueries({ queryKey });
  };
  const invoices = (data: unknown) => {
    const { changes } = data as { changes: { invoiceId: string }[] };
    if (invoiceId === undefined || changes.some((change) => change.invoiceId === invoiceId)) {
      readAgain();
    }
  };
  return useEventStream(`/admin/api/companies/${companyId}/events?environment=${environment}`, {
    listeners: { invoices, resync: readAgain },
    onReturn: readAgain,
  });
}
