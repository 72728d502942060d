// Prints an invoice that has its outcome, or a report. A failure here never touches the fiscal
// state: its work waits until the document is stored.

import { MOST_PRINTED_PIXELS, PAPERS, verificationUrl } from '@fiscal/domain';
import type { Environment, Paper } from '@fiscal/domain';
import {
  claimNextPrint,
  claimReportPrint,
  deletePrint,
  findPrintable,
  finishPrint,
  finishReportPrint,
  postponePrint,
} from '@fiscal/db/print';
import type { ClaimedPrint, ClaimedReport, PrintableInvoice } from '@fiscal/db/print';
import type { PrintKind } from '@fiscal/db/work';
import { inSpan, SpanKind } from '@fiscal/runtime';
import type { InvoiceDocument, Printed } from '../pdf/document/document-model.ts';
import type { PdfRenderer } from '../pdf/render-pdf.ts';
import { isPrintableLogo } from '../pdf/document/sections/heading.ts';
import type { RunNext } from './lane.ts';
import { momentNow } from '../work/leases.ts';
import { createBulkhead } from './bulkhead.ts';
import { backoffMs } from '../work/work.ts';
import type { WorkContext } from '../work/work.ts';

export interface PrintContext extends Pick<
  WorkContext,
  'db' | 'logger' | 'events' | 'leases' | 'deliveryAfterMs' | 'random'
> {
  renderer: Pick<PdfRenderer, 'render'>;
  /** The page that the QR code opens. */
  verificationPages: Readonly<Record<Environment, string>>;
}

/**
 * The lane of prints: reports first, one at a time; invoices with the FIC if there is one by now,
 * else as an offline print.
 */
export function createPrintNext(
  context: PrintContext,
  slots: number,
  horizonOf: (kind: PrintKind) => Date,
): RunNext {
  const bulkhead = createBulkhead(slots);
  const { db, leases } = context;
  let papers: readonly Paper[] = PAPERS;
  let hasReport = false;
  /** Long ones beside each other take more memory than they may; invoices have the other slots. */
  const claimReport = async (busyCompanies: readonly string[]) => {
    if (hasReport) return null;
    const horizon = horizonOf('print_report');
    const claim = claimReportPrint(db, { leaseMs: leases.leaseMs, horizon, busyCompanies });
    // Until it is known, no other slot claims one.
    hasReport = true;
    hasReport = (await claim.catch(() => null)) !== null;
    return claim;
  };
  return async (begun) => {
    const askedAt = momentNow();
    papers = papers.toReversed();
    const busy = bulkhead.full();
    const print =
      (await claimReport(busy)) ??
      (await claimNextPrint(db, leases.leaseMs, horizonOf, busy, papers));
    if (!print) return false;
    const leave = bulkhead.enter(print.companyId);
    const lease = leases.begin(print, askedAt);
    begun();
    try {
      await inSpan('print', spanOf(print), () => renderClaimed(context, print));
    } catch (error) {
      await postponePrint(db, { ...print, nextAttemptMs: backoffMs(context, print.attempts) });
      throw error;
    } finally {
      if ('model' in print) hasReport = false;
      lease.end();
      leave();
    }
    return true;
  };
}

function spanOf(print: ClaimedPrint | ClaimedReport) {
  const { subjectId, companyId, attempts, trace } = print;
  const attributes = {
    ['model' in print ? 'fiscal.report_print.id' : 'fiscal.invoice.id']: subjectId,
    'fiscal.company.id': companyId,
    'fiscal.attempt': attempts,
  };
  return { kind: SpanKind.CONSUMER, trace, attributes };
}

async function renderClaimed(
  context: PrintContext,
  print: ClaimedPrint | ClaimedReport,
): Promise<void> {
  if ('model' in print) {
    if (print.model === null) await deletePrint(context.db, print);
    else {
      const pdf = await renderTimed(context, print.model);
      await finishReportPrint(context.db, { ...print, pdf });
    }
    return;
  }
  const printable = await findPrintable(context.db, print.subjectId, print.paper);
  if (!printable || printable.isPrinted) {
    await deletePrint(context.db, print);
    return;
  }
  const pdf = await renderTimed(context, documentOf(printable, print.paper, context));
  await finishPrint(context.db, print, printable.invoice.fic, pdf);
}

async function renderTimed(context: PrintContext, document: Printed): Promise<Uint8Array> {
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
  paper: Paper,
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
    // It was stored before logos were made smaller. An invoice without a logo is as legal as one
    // with.
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
    paper,
    environment: invoice.environment,
    seller: { ...seller, logo },
    codes,
    operatorName: request.operatorName ?? null,
    issued: { ordinal, invoiceNumber, issueDateTime, iic, iicSignature },
    fic: invoice.fic,
    request,
    payments: invoice.payments,
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
