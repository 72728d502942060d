// Waits for an invoice to change.

import type { InvoiceStatus } from '@fiscal/domain';
import type { ChangeListener } from '@fiscal/db/change';
import type { FoundRecord, InvoiceScope, RecordReader } from '@fiscal/db/invoice';
import { readUntil } from '../read-until.ts';
import type { Wait } from '../read-until.ts';

/** States that a long poll waits in: the others do not change without a call of the client. */
const CHANGING: readonly InvoiceStatus[] = ['Draft', 'Pending', 'Offline'];

interface Dependencies {
  changes: ChangeListener;
  records: RecordReader;
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
): Promise<FoundRecord | null> {
  return waitUntil(deps, scope, id, wait, ({ invoice }) => invoice.status !== 'Pending');
}

/** Reads the invoice at the next change of its status; at once if the status is one that stays. */
export function waitForChange(
  deps: Dependencies,
  scope: InvoiceScope,
  id: string,
  wait: Wait,
): Promise<FoundRecord | null> {
  let first: InvoiceStatus | undefined;
  return waitUntil(deps, scope, id, wait, ({ invoice }) => {
    first ??= invoice.status;
    return invoice.status !== first || !CHANGING.includes(first);
  });
}

function waitUntil(
  { changes, records }: Dependencies,
  scope: InvoiceScope,
  id: string,
  wait: Wait,
  isDone: (found: FoundRecord) => boolean,
): Promise<FoundRecord | null> {
  const row = { change: 'invoice_changed', id } as const;
  const read = () => records.find(scope, id);
  return readUntil(changes, row, wait, read, (found) =>
    found === null || isDone(found) ? null : found.invoice.status,
  );
}
