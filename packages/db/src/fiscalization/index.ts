// The fiscalization of an invoice: claimed, sent, its outcome recorded.

export * from './deadline-alarms.ts';
export { confirmOriginal } from './confirm-original.ts';
export { claimNextDelivery, claimNextSale } from './invoice-claims.ts';
export type { ClaimedInvoice, ClaimOptions } from './invoice-claims.ts';
export * from './outcomes.ts';
export { requestFiscalization } from './request-fiscalization.ts';
export * from './signed-invoice.ts';
export { recordReply, storeSubmission } from './submissions.ts';
export type { NewSubmission, SubmissionReply } from './submissions.ts';
