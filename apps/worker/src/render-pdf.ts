// Prints a settled invoice. Trouble here never touches the fiscal state: the invoice is settled, and a
// row remembers the print until its document is stored.

import { MOST_PRINTED_PIXELS, verificationUrl } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { claimNextPrint, findPrintable, finishPrint, forgetPrint } from '@fiscal/db';
import type { ClaimedPrint, Database, PrintableInvoice } from '@fiscal/db';
import type { InvoiceDocument } from './pdf/document-model.ts';
import type { Logger } from '@fiscal/runtime';
import type { PdfRenderer } from './pdf/render-pdf.ts';
import { isPrintableLogo } from './pdf/sections/logo.ts';
import type { WorkerEvents } from './events.ts';
import type { TakeNext } from './lane.ts';
import { createShares } from './shares.ts';
import type { WorkerCrashPoint } from './work.ts';

export interface PrintContext {
  db: Database;
  renderer: Pick<PdfRenderer, 'render'>;
  logger: Pick<Logger, 'warn'>;
  crashPoint: (name: WorkerCrashPoint) => void;
  events: WorkerEvents;
  /** Longer than any print takes, its repetition included. */
  printLeaseMs: number;
  /** The page that the QR code opens. */
  verificationPages: Readonly<Record<Environment, string>>;
}

/** The lane of prints: with the FIC if there is one by now, else as an offline print. */
export function createPrintNext(context: PrintContext, places: number): TakeNext {
  const shares = createShares(places);
  return async (begun) => {
    const print = await claimNextPrint(context.db, context.printLeaseMs, shares.full());
    if (!print) return false;
    const leave = print.companyId === null ? () => undefined : shares.take(print.companyId);
    begun();
    try {
      await renderClaimed(context, print);
    } finally {
      leave();
    }
    return true;
  };
}

async function renderClaimed(context: PrintContext, print: ClaimedPrint): Promise<void> {
  const printable = await findPrintable(context.db, print.invoiceId);
  if (!printable || printable.isPrinted) return forgetPrint(context.db, print);
  const pdf = await renderTimed(context, documentOf(printable, context));
  context.crashPoint('print-rendered');
  await finishPrint(context.db, print, printable.invoice.fic, pdf);
  context.crashPoint('print-stored');
}

async function renderTimed(context: PrintContext, document: InvoiceDocument): Promise<Uint8Array> {
  const startedAt = performance.now();
  try {
    const pdf = await context.renderer.render(document);
    context.events.emit('printed', 'printed', performance.now() - startedAt);
    return pdf;
  } catch (error) {
    context.events.emit('printed', 'failed', performance.now() - startedAt);
    throw error;
  }
}

function documentOf(
  { invoice, logo, originalInvoiceNumber }: PrintableInvoice,
  { verificationPages: pages, logger }: PrintContext,
): InvoiceDocument {
  const { issuer, ordinal, invoiceNumber, issueDateTime, iic, iicSignature, request } = invoice;
  if (issuer === null || ordinal === null || invoiceNumber === null) {
    throw new Error(`invoice ${invoice.id} has no number to print`);
  }
  if (issueDateTime === null || iic === null || iicSignature === null) {
    throw new Error(`invoice ${invoice.id} has no codes to print`);
  }
  const { seller, codes } = issuer;
  if (logo !== null && !isPrintableLogo(logo)) {
    // It was stored before logos were made smaller. An invoice without a logo is as legal as one with.
    const problem = `the logo is no picture of at most ${MOST_PRINTED_PIXELS} pixels and is left out`;
    logger.warn({ invoiceId: invoice.id, companyId: invoice.companyId }, problem);
  }
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
