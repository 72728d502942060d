// The ordinals of invoices and their ledger.

export { readNumberLedger } from './number-ledger.ts';
export type { NumberHistory } from './number-ledger.ts';
export { listNumberRows } from './number-rows.ts';
export { assignNumber, storeSigned } from './numbering.ts';
export type { AssignedNumber, Assignment, SignedInvoice } from './numbering.ts';
export { findOrdinalUse } from './ordinal-use.ts';
