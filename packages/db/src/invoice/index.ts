// Invoices: accepted, stored, found, listed.

export { NewerFormError } from './newer-form.ts';
export { awaitCreates, openCreateEnd } from './end-create.ts';
export type { EndCreate } from './end-create.ts';
export { correctivesInRecord, findDocumentVersion, findInvoiceDetail } from './invoice-detail.ts';
export type { InvoiceDetail } from './invoice-detail.ts';
export { listInvoices } from './invoice-list.ts';
export type { InvoiceFilter, InvoicePosition } from './invoice-list.ts';
export { ExternalIdsLostError, ExternalIdTakenError, findExternalId } from './external-ids.ts';
export type { ExternalIdHolder } from './external-ids.ts';
export { exportInvoices, noteExport } from './invoice-export.ts';
export type { ExportedInvoice } from './invoice-export.ts';
export { completeRecords } from './found-records.ts';
export type { FoundRecord, RecordContent, RecordedInvoice } from './found-records.ts';
export { createRecordReader } from './invoice-records.ts';
export type { RecordReader } from './invoice-records.ts';
export { readStatuses } from './invoice-statuses.ts';
export type { AskedStatuses, StatusEntry } from './invoice-statuses.ts';
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
export { findRelations, holdingRelations, isBound } from './relations.ts';
export type { RelatedDocument } from './relations.ts';
export { findInvoice, findInvoiceByIic, isDetached } from './stored-invoice.ts';
export type { CorrectiveReference, InvoiceScope, Issuer, StoredInvoice } from './stored-invoice.ts';
