// Prints a settled invoice. Trouble here never touches the fiscal state: the invoice is settled, and
// the outbox remembers the print until its document is stored.

import { verificationUrl } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { findPrintable, storeDocument } from '@fiscal/db';
import type { Database, PrintableInvoice } from '@fiscal/db';
import type { InvoiceDocument } from './pdf/document-model.ts';
import type { PdfRenderer } from './pdf/render-pdf.ts';
import type { WorkerCrashPoint } from './work.ts';

export interface PrintContext {
  db: Database;
  renderer: PdfRenderer;
  crashPoint: (name: WorkerCrashPoint) => void;
  /** The page that the QR code opens. */
  verificationPages: Readonly<Record<Environment, string>>;
}

/** The job of one print: with the FIC if there is one by now, else as an offline print. */
export async function renderPdf(context: PrintContext, invoiceId: string): Promise<void> {
  const printable = await findPrintable(context.db, invoiceId);
  if (!printable) return;
  const document = documentOf(printable, context.verificationPages);
  const pdf = await context.renderer.render(document);
  context.crashPoint('print-rendered');
  await storeDocument(context.db, invoiceId, printable.invoice.fic, pdf);
  context.crashPoint('print-stored');
}

function documentOf(
  { invoice, logo, originalInvoiceNumber }: PrintableInvoice,
  pages: PrintContext['verificationPages'],
): InvoiceDocument {
  const { issuer, ordinal, invoiceNumber, issueDateTime, iic, iicSignature, request } = invoice;
  if (issuer === null || ordinal === null || invoiceNumber === null) {
    throw new Error(`invoice ${invoice.id} has no number to print`);
  }
  if (issueDateTime === null || iic === null || iicSignature === null) {
    throw new Error(`invoice ${invoice.id} has no codes to print`);
  }
  const { seller, codes } = issuer;
  const url = verificationUrl(pages[invoice.environment], {
    iic,
    tin: seller.tin,
    issueDateTime,
    ordinal,
    businessUnitCode: codes.businessUnitCode,
    tcrCode: codes.tcrCode,
    softwareCode: codes.softwareCode,
    total: invoice.computed.totals.total,
  });
  return {
    environment: invoice.environment,
    seller: { ...seller, logo },
    codes,
    operatorName: request.operatorName ?? null,
    issued: { ordinal, invoiceNumber, issueDateTime, iic, iicSignature },
    fic: invoice.fic,
    request,
    original: request.original
      ? {
          iic: request.original.id,
          issuedAt: request.original.issuedAt,
          invoiceNumber: originalInvoiceNumber,
        }
      : null,
    computed: invoice.computed,
    verificationUrl: url,
  };
}
