// Printed invoices and the work of printing them.

export { findDocument, findPrintable } from './documents.ts';
export type { PrintableInvoice, StoredDocument } from './documents.ts';
export * from './print-requests.ts';
export * from './report-prints.ts';
