// The ordinals of invoices and their ledger.

export {
  databaseOf,
  laterSeen,
  NOTHING_SEEN,
  noteRollback,
  readIncarnation,
  recordIncarnation,
} from './database-incarnation.ts';
export type { LastSeen } from './database-incarnation.ts';
export {
  confirmAllNumbers,
  confirmNumber,
  countSuspendedRegisters,
  listConfirmedRegisters,
  listSuspendedRegisters,
} from './number-confirmation.ts';
export type { Confirmation, ConfirmationResult, SuspendedRegister } from './number-confirmation.ts';
export * from './number-ledger.ts';
export * from './number-rows.ts';
export { assignNumber } from './numbering.ts';
export type { AssignedNumber, Assignment } from './numbering.ts';
