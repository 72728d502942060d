// The PDF of an invoice, made at its first request on a paper: where it is not stored, its print is
// asked for, and the call waits until it is.

import type { Database } from '@fiscal/db/connection';
import type { StoredInvoice } from '@fiscal/db/invoice';
import { findDocument, requestPrint } from '@fiscal/db/print';
import type { StoredDocument } from '@fiscal/db/print';
import { PAPERS } from '@fiscal/domain';
import type { Paper } from '@fiscal/domain';
import { currentTrace } from '@fiscal/runtime';
import type { Response } from 'express';
import { z } from 'zod';
import { WRITTEN } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { readUntil } from '../../work/read-until.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';

/** What a PDF read finds. Decisions §2. */
export type PdfRead =
  | { kind: 'found'; document: StoredDocument; invoiceNumber: string }
  | { kind: 'not-found' }
  /** Draft, Pending or Failed, and never handed out: there is nothing to print. */
  | { kind: 'not-available'; status: string }
  /** The print is asked for and takes longer than the call waits, or fails for now. */
  | { kind: 'not-ready'; paper: Paper };

type PdfDependencies = Pick<
  InvoiceDependencies,
  'db' | 'changes' | 'wakeUps' | 'printScheduler' | 'pdfWaitMs'
>;

/** `paper` of the calls that read a PDF. */
export const paper = z
  .enum(PAPERS)
  .optional()
  .meta({
    description:
      '`a4`, or `80mm` for a receipt printer: one page as long as its content. Where it is absent, the paper ' +
      'that the invoice was printed on first, or that your company has chosen, if it was not printed yet.',
  });

/** Seconds after which a caller that got `not-ready` asks again. */
export const PDF_RETRY_AFTER = '2';

/**
 * The newest version of the PDF: with the FIC once there is one. Waits for a print that is missing
 * until it is stored, the time is up or `signal` aborts.
 * @param id of the invoice that `find` finds.
 * @param find the invoice as it is now; null if the caller has no such invoice.
 * @param asked null for the default, see `findDocument`.
 */
export async function readPdf(
  deps: PdfDependencies,
  id: string,
  find: () => Promise<StoredInvoice | null>,
  asked: Paper | null,
  signal: AbortSignal,
): Promise<PdfRead> {
  const row = { change: 'document_added', id } as const;
  const read = async (): Promise<PdfRead> => {
    const invoice = await find();
    if (invoice === null) return { kind: 'not-found' };
    const found = await lookUp(deps.db, invoice, asked);
    if (found.kind === 'not-ready') await askForPrint(deps, invoice, found.paper);
    return found;
  };
  return readUntil(deps.changes, row, { waitMs: deps.pdfWaitMs, signal }, read, ({ kind }) =>
    kind === 'not-ready' ? 'missing' : null,
  );
}

async function lookUp(db: Database, invoice: StoredInvoice, asked: Paper | null): Promise<PdfRead> {
  const { status, invoiceNumber, offlineSince } = invoice;
  // What was handed out offline is the customer's paper, also if the authority refuses it later.
  const isHandedOut = status === 'Fiscalized' || offlineSince !== null;
  if (!isHandedOut || invoiceNumber === null) return { kind: 'not-available', status };
  const document = await findDocument(db, invoice, asked);
  if (document.pdf === null) return { kind: 'not-ready', paper: document.paper };
  return { kind: 'found', document, invoiceNumber };
}

async function askForPrint(
  { db, wakeUps, printScheduler }: PdfDependencies,
  invoice: StoredInvoice,
  on: Paper,
): Promise<void> {
  const isNew = await printScheduler.takeFor(invoice, true, (scheduledInMs) =>
    requestPrint(db, invoice.id, on, scheduledInMs, currentTrace()),
  );
  if (isNew) wakeUps.wake('printing');
}

/** Sends the PDF, named by the invoice number and a paper that is not A4. */
export function sendPdf(
  response: Response,
  document: Pick<StoredDocument, 'pdf' | 'paper'>,
  invoiceNumber: string,
): Result<never> {
  const name = invoiceNumber.replaceAll('/', '-') + (document.paper === 'a4' ? '' : '-80mm');
  response.set('Content-Disposition', `inline; filename="${name}.pdf"`);
  response.type('application/pdf').send(document.pdf);
  return WRITTEN;
}
