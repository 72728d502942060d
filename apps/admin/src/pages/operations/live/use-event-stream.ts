import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Environment } from '../../../api/contract.ts';
import { useStore } from '../../../store.ts';
import type { LiveState } from './event-stream.ts';
import { streamOf } from './shared-stream.ts';

/** A page whose stream is silent is read again so often. */
const POLL_MS = 10_000;
/** A busy shop sells faster than figures have to be counted again. */
const THROTTLE_MS = 2_000;

interface EventStreamOptions {
  /** By the name of an event, what to do with its data (JSON). */
  listeners: Readonly<Record<string, (data: unknown) => void>>;
  /** Called when events may have been lost, and again and again while the stream is silent. */
  readAgain: () => void;
}

/** Listens while the page is visible. @param path of the stream. */
export function useEventStream(path: string, options: EventStreamOptions): LiveState {
  const newest = useRef(options);
  const stream = streamOf(path);
  const state = useStore(stream.state);
  useEffect(() => {
    newest.current = options;
  });
  useEffect(
    () =>
      stream.follow({
        onEvent: (name, data) => newest.current.listeners[name]?.(data),
        onReturn: () => newest.current.readAgain(),
      }),
    [stream],
  );
  useEffect(() => {
    if (state !== 'reconnecting') return;
    const poll = setInterval(() => newest.current.readAgain(), POLL_MS);
    return () => clearInterval(poll);
  }, [state]);
  return state;
}

/** What happens to the invoices of a company, in both environments. */
function companyStream(companyId: string): string {
  return `/admin/api/companies/${companyId}/events`;
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
    const { changes } = data as { changes: { invoiceId: string; environment: Environment }[] };
    const isOurs = (change: (typeof changes)[number]) =>
      change.environment === environment && (invoiceId ?? change.invoiceId) === change.invoiceId;
    if (changes.some(isOurs)) readAgain();
  };
  return useEventStream(companyStream(companyId), {
    listeners: { invoices, resync: readAgain },
    readAgain,
  });
}

/** The same for what is counted anew: not more often than every other second. */
export function useCountedEvents(
  scope: { companyId: string; environment: Environment },
  queryKey: QueryKey,
): LiveState {
  const cache = useQueryClient();
  const readAgain = useThrottledCallback(
    () => void cache.invalidateQueries({ queryKey }),
    THROTTLE_MS,
  );
  const invoices = (data: unknown) => {
    const { changes } = data as { changes: { environment: Environment }[] };
    if (changes.some(({ environment }) => environment === scope.environment)) readAgain();
  };
  return useEventStream(companyStream(scope.companyId), {
    listeners: { invoices, resync: readAgain },
    readAgain,
  });
}
