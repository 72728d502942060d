import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Environment } from '../api/contract.ts';
import { useStore } from '../store.ts';
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
 * @param invoiceId of the invoice that is shown: what is left of it hangs on others, too, such as a
 * new corrective, with whose changes it is read again at most every other second.
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
  const readLater = useThrottledCallback(readAgain, THROTTLE_MS);
  const invoices = (data: unknown) => {
    const { changes } = data as { changes: { invoiceId: string; environment: Environment }[] };
    const ours = changes.filter((change) => change.environment === environment);
    if (ours.some((change) => (invoiceId ?? change.invoiceId) === change.invoiceId)) readAgain();
    else if (ours.length > 0) readLater();
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
