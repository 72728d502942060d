// Invoices: accepted, stored, found, listed.

export { NewerFormError } from './newer-form.ts';
export * from './end-create.ts';
export * from './invoice-detail.ts';
export { listInvoices } from './invoice-list.ts';
export type { InvoiceFilter, InvoicePosition } from './invoice-list.ts';
export { ExternalIdsLostError, ExternalIdTakenError, findExternalId } from './external-ids.ts';
export type { ExternalIdHolder } from './external-ids.ts';
export * from './invoice-export.ts';
export * from './found-records.ts';
export * from './invoice-records.ts';
export * from './invoice-statuses.ts';
export { findMessageTexts, readInvoiceTraces } from './invoice-timeline.ts';
export type { InvoiceTraces, TimelineMessage } from './invoice-timeline.ts';
export {
  openInvoiceStore,
  ServiceClockError,
  storeInvoiceIn,
  storeTestInvoice,
} from './new-invoices.ts';
export type { NewInvoice, StoreInvoice } from './new-invoices.ts';
export { searchPanelInvoices } from './panel-invoices.ts';
export type { PanelInvoice, PanelInvoiceFilter } from './panel-invoices.ts';
export { findDocumentTree } from './document-tree.ts';
export { findRelations, findReplaced, holdingRelations, isBound } from './relations.ts';
export type { RelatedDocument } from './relations.ts';
export { findInvoice, findInvoiceByIic, isDetached } from './stored-invoice.ts';
export type { CorrectiveReference, InvoiceScope, Issuer, StoredInvoice } from './stored-invoice.ts';
