// The ordinals of invoices and their ledger.

export * from './number-ledger.ts';
export * from './number-rows.ts';
export { assignNumber, storeSigned } from './numbering.ts';
export type { AssignedNumber, Assignment, SignedInvoice } from './numbering.ts';
