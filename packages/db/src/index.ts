export { openDatabase } from './client.ts';
export type { Database, DatabaseOptions } from './client.ts';
export { migrate, MigrationError } from './migrate.ts';
export { generateVaultKeys, seal, unseal, VaultError } from './certificate-vault.ts';
export {
  createApiKey,
  findApiCaller,
  generateApiKey,
  isWellFormedApiKey,
  revokeApiKey,
  rotateApiKey,
  touchApiKeys,
} from './api-keys.ts';
export type { ApiCaller, NewApiKey } from './api-keys.ts';
export { createCompany, updateCompany } from './companies.ts';
export type { NewCompany } from './companies.ts';
export { createCashRegister, updateCashRegister } from './cash-registers.ts';
export type { NewCashRegister } from './cash-registers.ts';
export { findCertificate, storeCertificate } from './certificates.ts';
export type { NewCertificate, SealedCertificate } from './certificates.ts';
export { createUser } from './users.ts';
export type { NewUser } from './users.ts';
export {
  findInvoice,
  findInvoiceByIic,
  insertDraft,
  insertPending,
  isOrdinalTaken,
} from './invoices.ts';
export { requestFiscalization } from './request-fiscalization.ts';
export type {
  CorrectiveReference,
  Failure,
  InvoiceScope,
  Issuer,
  NewInvoice,
  StoredInvoice,
} from './invoices.ts';
export { ClaimLostError, claimNextOffline, claimNextPending } from './invoice-claims.ts';
export type { ClaimedCashRegister, ClaimedInvoice } from './invoice-claims.ts';
export { OrdinalTakenError, storeSigned } from './numbering.ts';
export type { GivenNumber, SignedInvoice } from './numbering.ts';
export { answerSubmission, storeResend } from './submissions.ts';
export type { NewSubmission, SubmissionAnswer } from './submissions.ts';
export {
  postponeDelivery,
  settleFailed,
  settleOffline,
  settleRefused,
  settleRegistered,
} from './settlement.ts';
export {
  claimInitialDeposit,
  findDueDeposit,
  findInitialDeposit,
  settleCashDeposit,
  storeDepositSubmission,
} from './cash-deposits.ts';
export type {
  CashDepositResult,
  CashDepositStatus,
  ClaimedCashDeposit,
  DepositDay,
  DueDeposit,
} from './cash-deposits.ts';
export { ALARM_HOURS, raiseDeadlineAlarms } from './deadline-alarms.ts';
export type { DeadlineAlarm } from './deadline-alarms.ts';
export { readNumberLedger } from './number-ledger.ts';
export type { NumberEvent, NumberRow, NumberStory } from './number-ledger.ts';
export { findDocument, findPrintable } from './documents.ts';
export { claimNextPrint, findDuePrints, finishPrint, forgetPrint } from './print-requests.ts';
export type { ClaimedPrint } from './print-requests.ts';
export type { PrintableInvoice, StoredDocument } from './documents.ts';
export { findLeftBehind, forgetOutbox, takeDueOutbox } from './outbox.ts';
export type { DueJob, OutboxJob } from './outbox.ts';
export { listenForChanges } from './changes.ts';
export type { Change, ChangeListener } from './changes.ts';
export { listInvoices } from './invoice-list.ts';
export type { InvoiceFilter, InvoicePosition, ListedInvoice } from './invoice-list.ts';
export {
  claimRegistryCall,
  findRegistryCall,
  insertRegistryCall,
  settleRegistryCall,
  storeTcrSubmission,
} from './registry-calls.ts';
export type {
  ClaimedRegistryCall,
  RegistryCallInput,
  RegistryCallState,
  RegistryResult,
} from './registry-calls.ts';
export {
  forgetOldHealth,
  forgetWorker,
  listWorkers,
  readEfiHealth,
  readLaneRates,
  recordHealth,
} from './worker-health.ts';
export type {
  CircuitHealth,
  EfiMinute,
  LaneHealth,
  LaneMinute,
  ListedWorker,
  WorkerHeartbeat,
} from './worker-health.ts';
export { OFFLINE_AGES_H, readBacklog } from './backlog.ts';
export type { Backlog } from './backlog.ts';
