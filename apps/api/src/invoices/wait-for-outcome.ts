// Waits for an invoice to leave Pending. Woken by the change itself: while it waits it costs a map
// entry and no query.

import { findInvoice } from '@fiscal/db';
import type { ChangeListener, Database, InvoiceScope } from '@fiscal/db';

export type FoundInvoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/**
 * Reads the invoice as soon as it is not Pending, or as it is when `waitMs` are over or the signal
 * aborts; null if the caller has no such invoice.
 */
export async function waitForOutcome(
  deps: { db: Database; changes: ChangeListener },
  scope: InvoiceScope,
  id: string,
  waitMs: number,
  signal: AbortSignal,
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
      if (found?.invoice.status !== 'Pending' || left <= 0 || signal.aborted) return found;
      await change;
    } finally {
      subscription.abort();
    }
  }
}
