// The ordinals of invoices and their ledger.

export {
  databaseOf,
  laterSeen,
  NOTHING_SEEN,
  noteRollback,
  readPlace,
  recognizePlace,
} from './database-place.ts';
export type { LastSeen } from './database-place.ts';
export {
  confirmAllNumbers,
  confirmNumber,
  countHeldRegisters,
  listConfirmedRegisters,
  listHeldRegisters,
} from './number-confirmation.ts';
export type { Confirmation, ConfirmationResult, HeldRegister } from './number-confirmation.ts';
export * from './number-ledger.ts';
export * from './number-rows.ts';
export { assignNumber } from './numbering.ts';
export type { AssignedNumber, Assignment } from './numbering.ts';
