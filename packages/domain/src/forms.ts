// The forms of what one process stores for another to act on (docs/adr/0026).

import type { ComputedInvoice, InvoiceRequest, Seller } from './invoice/invoice.ts';

/**
 * The newest form that this release writes and knows, by kind of content. It is raised by one where
 * the content gets a field that may not be ignored, or a field another meaning.
 */
export const FORMS = { invoice: 2, keyOperation: 2, cashDeposit: 1, withdrawal: 1 } as const;

/** What is stored of an invoice and says what is signed. */
export interface InvoiceContent {
  request: InvoiceRequest;
  computed: ComputedInvoice;
  seller: Seller;
}

/** Of each field that form 2 adds: whether the content uses it. */
const USES_FORM_2: readonly ((content: InvoiceContent) => boolean)[] = [
  ({ computed }) => computed.payments !== undefined,
  ({ request }) => Boolean(request.taxPeriod),
  ({ request }) => Boolean(request.replaces),
  ({ request }) => request.items.some(({ vat }) => vat.exemption),
  ({ request }) => request.items.some(({ isExport }) => isExport),
  ({ seller }) => seller.operatorCode !== undefined,
  ({ seller }) => seller.placeOfIssue !== undefined,
];

/** The oldest form that has all fields which the content uses. */
export function invoiceForm(content: InvoiceContent): number {
  return USES_FORM_2.some((uses) => uses(content)) ? 2 : 1;
}

/** Said in the record of a document that a newer release has stored. */
export const NEWER_FORM_WARNING =
  'a newer release of the service has stored this document: fields that this one does not know are ' +
  'missing in this record';
