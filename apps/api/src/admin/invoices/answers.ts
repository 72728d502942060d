import type { InvoiceDetail, PanelInvoice } from '@fiscal/db/invoice';
import type { z } from 'zod';
import type { recordOf } from '../../invoices/record.ts';
import { instantText, NO_REMEDY, remedyFieldsOf, textOf } from './fields.ts';
import type { adminInvoice, listedInvoice } from './schemas.ts';

/** An invoice as a list shows it. */
export function listedAnswer({ dismissedAt, ...row }: PanelInvoice): z.input<typeof listedInvoice> {
  return {
    ...row,
    isDismissed: dismissedAt !== null,
    nextAttemptAt: textOf(row.nextAttemptAt),
    deliverBefore: row.status === 'Offline' ? textOf(row.deliverBefore) : null,
    createdAt: textOf(row.createdAt),
    updatedAt: textOf(row.updatedAt),
  };
}

/** An invoice with everything around it. @param now tells whether a worker's lease still runs. */
export function detailAnswer(
  found: InvoiceDetail,
  record: ReturnType<typeof recordOf>,
  now: Date,
): z.input<typeof adminInvoice> {
  const { invoice, dismissal, missingPrint, leasedUntil } = found;
  const { failure } = invoice;
  return {
    record: {
      ...record,
      nextAttemptAt: textOf(record.nextAttemptAt),
      deliverBefore: textOf(record.deliverBefore),
      createdAt: textOf(record.createdAt),
      updatedAt: textOf(record.updatedAt),
    },
    companyName: found.companyName,
    cashRegister: found.cashRegister,
    apiKey: found.apiKey,
    year: invoice.year,
    tcrCode: found.tcrCode,
    iicSignature: invoice.iicSignature,
    isInHand: leasedUntil !== null && leasedUntil > now,
    offlineSince: textOf(found.offlineSince),
    cause: found.failureCause,
    ...(failure === null ? NO_REMEDY : remedyFieldsOf(failure)),
    dismissal: dismissal && { ...dismissal, at: instantText(dismissal.at) },
    originalInvoice: found.original,
    correctiveInvoices: found.correctives,
    documents: found.documents.map((row) => ({ ...row, createdAt: instantText(row.createdAt) })),
    missingPrint: missingPrint && {
      ...missingPrint,
      nextAttemptAt: instantText(missingPrint.nextAttemptAt),
    },
  };
}
