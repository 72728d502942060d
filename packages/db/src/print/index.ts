// Printed invoices and the work of printing them.

export { findDocument, findPrintable } from './documents.ts';
export type { PrintableInvoice, StoredDocument } from './documents.ts';
export {
  claimNextPrint,
  deletePrint,
  finishPrint,
  postponePrint,
  requestPrint,
} from './print-requests.ts';
export type { ClaimedPrint } from './print-requests.ts';
