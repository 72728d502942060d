// Waits for an invoice to change. Woken by the change itself: while it waits it costs a map entry and
// no query.

import type { InvoiceStatus } from '@fiscal/domain';
import { findInvoice } from '@fiscal/db';
import type { ChangeListener, Database, InvoiceScope } from '@fiscal/db';

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** How long, and for whom. */
export interface Wait {
  waitMs: number;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** States that a long poll waits in: the others do not change without a call of the client. */
const CHANGING: readonly InvoiceStatus[] = ['Draft', 'Pending', 'Offline'];

interface Dependencies {
  db: Database;
  changes: ChangeListener;
}

/**
 * Reads the invoice as soon as it is not Pending, or as it is when the time is over or the client has
 * gone; null if the caller has no such invoice.
 */
export function waitForOutcome(
  deps: Dependencies,
  scope: InvoiceScope,
  id: string,
  wait: Wait,
): Promise<FoundInvoice | null> {
  return waitUntil(deps, scope, id, wait, ({ invoice }) => invoice.status !== 'Pending');
}

/** Reads the invoice at the next change of its status; at once if the status is one that stays. */
export function waitForChange(
  deps: Dependencies,
  scope: InvoiceScope,
  id: string,
  wait: Wait,
): Promise<FoundInvoice | null> {
  let first: InvoiceStatus | undefined;
  return waitUntil(deps, scope, id, wait, ({ invoice }) => {
    first ??= invoice.status;
    return invoice.status !== first || !CHANGING.includes(first);
  });
}

async function waitUntil(
  deps: Dependencies,
  scope: InvoiceScope,
  id: string,
  { waitMs, signal }: Wait,
  isDone: (found: FoundInvoice) => boolean,
): Promise<FoundInvoice | null> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const left = deadline - Date.now();
    const subscription = new AbortController();
    const either = AbortSignal.any([subscription.signal, signal]);
    // Subscribed before the read, so that no change can slip in between.
    const change = deps.changes.next('invoice_changed', id, Math.max(left, 0), either);
    try {
      const found = await findInvoice(deps.db, scope, id);
      if (!found || isDone(found) || left <= 0 || signal.aborted) return found;
      await change;
    } finally {
      subscription.abort();
    }
  }
}
