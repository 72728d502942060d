// The invoice record as it is returned on every read. Absent values are null, never missing, except
// errorMessage and error (only when Failed). Spec, Invoice record; decisions §3.

import { verificationUrl } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { CorrectiveReference, RecordedInvoice } from '@fiscal/db/invoice';

/** The pages that verification URLs point at. */
export type VerificationPages = Readonly<Record<Environment, string>>;

/** @param correctives of this invoice, oldest first. */
export function recordOf(
  invoice: RecordedInvoice,
  correctives: CorrectiveReference[],
  pages: VerificationPages,
) {
  const { request, computed } = invoice;
  return {
    id: invoice.id,
    status: invoice.status,
    type: request.type,
    iic: invoice.iic,
    fic: invoice.fic,
    invoiceNumber: invoice.invoiceNumber,
    orderNumber: invoice.ordinal ?? invoice.orderNumber,
    fiscalizedAt: invoice.issueDateTime,
    typeOfInvoice: request.typeOfInvoice,
    paymentMethod: request.paymentMethod,
    paymentDeadline: request.paymentDeadline,
    buyer: request.buyer ?? null,
    note: request.note ?? null,
    operatorName: request.operatorName ?? null,
    discountAmount: request.discountAmount ?? null,
    advancePaymentIic: request.advancePaymentIic ?? null,
    original: request.original ?? null,
    invoiceData: { items: request.items },
    totals: amountsOf(computed.totals),
    vatBreakdown: computed.sameTaxGroups.map((group) => ({
      rate: Number(group.vatRate),
      items: group.itemCount,
      base: Number(group.base),
      vat: Number(group.vat),
    })),
    verificationUrl: urlOf(invoice, pages),
    correctives,
    environment: invoice.environment,
    attempts: invoice.attempts,
    nextAttemptAt: invoice.nextAttemptAt,
    deliverBefore: invoice.status === 'Offline' ? invoice.deliverBefore : null,
    warnings: invoice.warnings,
    createdAt: invoice.createdAt,
    updatedAt: invoice.updatedAt,
    ...(invoice.status === 'Failed' && invoice.failure
      ? { errorMessage: invoice.failure.error, error: invoice.failure }
      : {}),
  };
}

/** The shortest decimal text of a number has at most 14 digits here, so it survives JSON exactly. */
function amountsOf(totals: RecordedInvoice['computed']['totals']) {
  return {
    withoutVat: Number(totals.withoutVat),
    vat: Number(totals.vat),
    total: Number(totals.total),
  };
}

function urlOf(invoice: RecordedInvoice, pages: VerificationPages): string | null {
  const { iic, issueDateTime, ordinal, issuer } = invoice;
  if (iic === null || issueDateTime === null || ordinal === null || issuer === null) return null;
  return verificationUrl(pages[invoice.environment], {
    iic,
    tin: issuer.seller.tin,
    issueDateTime,
    ordinal,
    businessUnitCode: issuer.codes.businessUnitCode,
    tcrCode: issuer.codes.tcrCode,
    softwareCode: issuer.codes.softwareCode,
    total: invoice.computed.totals.total,
  });
}
