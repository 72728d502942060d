export { createSimulator, SimulatorOptionsError } from './simulator.ts';
export type { Simulator } from './simulator.ts';
export type { Logger, SimulatorOptions } from './options.ts';
export type { Ledger, LedgerFilter, LedgerView } from './ledger.ts';
export type { DepositDay, DepositOrderViolation } from './state/deposit-days.ts';
export type {
  MessageEntry,
  ReceiptCheck,
  RegisteredDeposit,
  RegisteredInvoice,
} from './state/events.ts';
export type { LedgerSummary, OrdinalSummary, ReceiptCheckSummary } from './state/ledger-summary.ts';
export type { Resend } from './state/resends.ts';
export type { RegistryDocument, RegistryInput } from './state/registry.ts';
export { SchemaUnusableError } from './schema/validate.ts';
export { StateFileError } from './state/state-file.ts';
