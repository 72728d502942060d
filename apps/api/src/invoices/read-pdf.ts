import { findDocument, findInvoice } from '@fiscal/db';
import type { ChangeListener, Database, InvoiceScope, StoredDocument } from '@fiscal/db';

/** What a PDF read finds. Decisions §2. */
export type PdfRead =
  | { kind: 'found'; document: StoredDocument; invoiceNumber: string }
  | { kind: 'not-found' }
  /** Draft, Pending or Failed, and never handed out: there is nothing to print. */
  | { kind: 'not-available'; status: string }
  /** The print is on its way. */
  | { kind: 'not-ready' };

/**
 * The newest print of the invoice: with the FIC once there is one. Waits up to `waitMs` for a print
 * that is being rendered.
 * @param cashOnly only cash invoices exist for this call.
 */
export async function readPdf(
  deps: { db: Database; changes: ChangeListener },
  scope: InvoiceScope,
  id: string,
  options: { cashOnly: boolean; waitMs: number; signal: AbortSignal },
): Promise<PdfRead> {
  const subscription = new AbortController();
  const either = AbortSignal.any([subscription.signal, options.signal]);
  const added = deps.changes.next('document_added', id, options.waitMs, either);
  try {
    const first = await lookUp(deps.db, scope, id, options.cashOnly);
    if (first.kind !== 'not-ready') return first;
    await added;
    return await lookUp(deps.db, scope, id, options.cashOnly);
  } finally {
    subscription.abort();
  }
}

async function lookUp(
  db: Database,
  scope: InvoiceScope,
  id: string,
  cashOnly: boolean,
): Promise<PdfRead> {
  const found = await findInvoice(db, scope, id);
  if (!found) return { kind: 'not-found' };
  const { status, request, fic, invoiceNumber, offlineSince } = found.invoice;
  if (cashOnly && request.typeOfInvoice !== 'Cash') return { kind: 'not-found' };
  // What was handed out offline is the customer's paper, also if the authority refuses it later.
  const isHandedOut = status === 'Fiscalized' || offlineSince !== null;
  if (!isHandedOut || invoiceNumber === null) {
    return { kind: 'not-available', status };
  }
  const document = await findDocument(db, id, fic);
  return document ? { kind: 'found', document, invoiceNumber } : { kind: 'not-ready' };
}
