import type { Schema } from '../../api/contract.ts';

/** Invoices that failed, or are stuck, for the same reason. */
export type FailureCause = Schema<'AdminFailureCause'>;
/** One of them. */
export type FailedInvoice = Schema<'AdminFailedInvoice'>;
export type RemedyAction = NonNullable<FailureCause['remedyAction']>;
export type SkippedInvoice = Schema<'AdminSkippedInvoice'>;
export type OfflineBacklog = Schema<'AdminOfflineBacklog'>;
