import type { InvoiceDetail, PanelInvoice } from '@fiscal/db/invoice';
import type { z } from 'zod';
import type { recordOf } from '../../public/invoices/record.ts';
import { instantText } from '../field-schemas.ts';
import { NO_REMEDY, remedyFieldsOf } from '../remedy-fields.ts';
import { sentencesOf } from '../sentences.ts';
import type { adminInvoice, listedInvoice } from './panel-invoice-schemas.ts';

/** An invoice as a list shows it. */
export function listedInvoiceOf({
  dismissedAt,
  ...row
}: PanelInvoice): z.input<typeof listedInvoice> {
  return {
    ...row,
    isDismissed: dismissedAt !== null,
    deliverBefore: row.status === 'Fiscalized' ? null : row.deliverBefore,
  };
}

/** An invoice with everything around it. @param now decides whether a worker's lease still runs. */
export function invoiceDetailOf(
  found: InvoiceDetail & Pick<z.input<typeof adminInvoice>, 'senderRefusal'>,
  record: ReturnType<typeof recordOf>,
  now: Date,
): z.input<typeof adminInvoice> {
  const { invoice, dismissal, missingPrint, leasedUntil } = found;
  const { failure } = invoice;
  return {
    record,
    lineTotals: invoice.computed.lines.map(({ total }) => total),
    companyName: found.companyName,
    cashRegister: found.cashRegister,
    apiKey: found.apiKey,
    year: invoice.year,
    tcrCode: found.tcrCode,
    iicSignature: invoice.iicSignature,
    isInHand: leasedUntil !== null && leasedUntil > now,
    offlineSince: found.offlineSince,
    senderRefusal: found.senderRefusal,
    cause: found.failureCause,
    ...(failure === null ? NO_REMEDY : remedyFieldsOf(failure)),
    dismissal: dismissal && { ...dismissal, at: instantText(dismissal.at) },
    supersededBy: found.supersededBy,
    originalInvoice: found.original,
    correctiveInvoices: found.correctives,
    documents: found.documents.map((row) => ({ ...row, createdAt: instantText(row.createdAt) })),
    missingPrint: missingPrint && {
      ...missingPrint,
      nextAttemptAt: instantText(missingPrint.nextAttemptAt),
    },
    sentences: sentencesOf([...record.warnings, record.error?.error ?? null]),
  };
}
