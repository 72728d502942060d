// Waits for an invoice to change.

import type { InvoiceStatus } from '@fiscal/domain';
import type { FoundRecord, InvoiceScope } from '@fiscal/db/invoice';
import type { Request, Response } from 'express';
import { LONGEST_WAIT_MS } from '../../http/server.ts';
import { closedSignal, NEVER_CLOSED } from '../../http/response/response-end.ts';
import { readUntil } from '../../work/read-until.ts';
import type { Wait } from '../../work/read-until.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';

/** States that a long poll waits in: the others do not change without a call of the client. */
const CHANGING: readonly InvoiceStatus[] = ['Draft', 'Pending', 'Offline'];

/**
 * Reads the invoice as soon as it is done, or as it is when the time is over or the client has
 * gone; null if the caller has no such invoice.
 * @param begin makes what decides whether it is done.
 */
const waitingUntil =
  (begin: () => (invoice: FoundRecord['invoice']) => boolean) =>
  (
    { changes, records }: Pick<InvoiceDependencies, 'changes' | 'records'>,
    scope: InvoiceScope,
    id: string,
    wait: Wait,
  ): Promise<FoundRecord | null> => {
    const isDone = begin();
    const row = { change: 'invoice_changed', id } as const;
    const read = () => records.find(scope, id);
    return readUntil(changes, row, wait, read, (found) =>
      found === null || isDone(found.invoice) ? null : found.invoice.status,
    );
  };

/** Until it is not Pending. */
export const waitForOutcome = waitingUntil(
  () =>
    ({ status }) =>
      status !== 'Pending',
);

/** Until the next change of its status; at once if the status is one that stays. */
export const waitForChange = waitingUntil(() => {
  let first: InvoiceStatus | undefined;
  return ({ status }) => {
    first ??= status;
    return status !== first || !CHANGING.includes(first);
  };
});

/** What a client prefers (RFC 7240), and how to say that it was applied. */
export interface PreferredWait {
  /** How long the client would like to wait for an outcome. */
  waitMs: number;
  /**
   * Sets `Preference-Applied`, so that the client sees what it got. Not for errors: no call waits.
   */
  markApplied: (response: Response) => void;
}

/** Reads `Prefer: wait=N`, in seconds. @param otherwiseMs where the client says nothing. */
export function preferredWait(request: Request, otherwiseMs = 0): PreferredWait {
  const preferences = (request.get('Prefer') ?? '').split(/[,;]/);
  for (const preference of preferences) {
    const wait = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*$/i.exec(preference)?.[1];
    if (wait === undefined) continue;
    const seconds = Math.min(Number(wait), LONGEST_WAIT_MS / 1000);
    return {
      waitMs: seconds * 1000,
      markApplied: (response) => response.set('Preference-Applied', `wait=${seconds}`),
    };
  }
  return { waitMs: otherwiseMs, markApplied: () => undefined };
}

/** How long the call waits, while its client is there. */
export function waitOf({ waitMs }: PreferredWait, response: Response): Wait {
  return { waitMs, signal: waitMs > 0 ? closedSignal(response) : NEVER_CLOSED };
}
