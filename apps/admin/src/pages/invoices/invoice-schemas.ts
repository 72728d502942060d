import type { Schema } from '../../api/contract.ts';

/** An invoice in the list. */
export type ListedInvoice = Schema<'AdminListedInvoice'>;
/** An invoice with everything around it. */
export type AdminInvoice = Schema<'AdminInvoice'>;
/** The invoice as the company's own system reads it. */
export type InvoiceRecord = AdminInvoice['record'];
export type RelatedInvoice = Schema<'AdminRelatedInvoice'>;
export type TimelineEvent = Schema<'AdminTimelineEvent'>;
export type NumberStory = Schema<'AdminNumberStory'>;
