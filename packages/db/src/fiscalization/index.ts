// The fiscalization of an invoice: claimed, sent, its outcome recorded.

export { raiseDeadlineAlarms } from './deadline-alarms.ts';
export type { DeadlineAlarm } from './deadline-alarms.ts';
export { confirmOriginal } from './confirm-original.ts';
export { claimNextDelivery, claimNextSale } from './invoice-claims.ts';
export type { ClaimedInvoice, ClaimOptions } from './invoice-claims.ts';
export {
  postponeInvoice,
  recordFailed,
  recordFailedUnregistered,
  recordFiscalized,
  recordFiscalizedAndClaim,
  recordOffline,
} from './outcomes.ts';
export { requestFiscalization } from './request-fiscalization.ts';
export { storeSigned } from './signed-invoice.ts';
export type { SignedInvoice } from './signed-invoice.ts';
export { recordReply, storeSubmission } from './submissions.ts';
export type { NewSubmission, SubmissionReply } from './submissions.ts';
