import { findDocument, findInvoice } from '@fiscal/db';
import type { ChangeListener, Database, InvoiceScope, StoredDocument } from '@fiscal/db';
import { readUntil } from '../read-until.ts';
import type { Wait } from '../read-until.ts';

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
export function readPdf(
  { db, changes }: { db: Database; changes: ChangeListener },
  scope: InvoiceScope,
  id: string,
  { cashOnly, ...wait }: Wait & { cashOnly: boolean },
): Promise<PdfRead> {
  const row = { change: 'document_added', id } as const;
  const read = () => lookUp(db, scope, id, cashOnly);
  return readUntil(changes, row, wait, read, ({ kind }) =>
    kind === 'not-ready' ? 'missing' : null,
  );
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
