export { openDatabase } from './client.ts';
export type { Database, DatabaseOptions } from './client.ts';
export { StorageUnavailableError, storageUnavailabilityOf } from './storage-unavailable.ts';
export { migrate, MigrationError } from './migrate.ts';
export { refuseExcessRights } from './confinement.ts';
export { makeLogins } from './logins.ts';
export type { LoginUrls } from './logins.ts';
export type { ServiceRole } from './privileges.ts';
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
export { createCashRegister } from './cash-registers.ts';
export type { NewCashRegister, TcrCodeHolder } from './cash-registers.ts';
export { findCertificate, listCertificateIds, storeCertificate } from './certificates.ts';
export type { NewCertificate, SealedCertificate } from './certificates.ts';
export { createUser } from './users.ts';
export type { NewUser } from './users.ts';
export { findCorrectivesInForce, findPaidByAdvance } from './correctives.ts';
export { findInvoice, findInvoiceByIic } from './invoices.ts';
export { findOrdinalUse } from './ordinal-use.ts';
export type { AnnouncedChange } from './announced-changes.ts';
export { createRecordReader } from './invoice-records.ts';
export type { FoundRecord, RecordedInvoice, RecordReader } from './invoice-records.ts';
export { insertDraft, openInvoiceStore } from './new-invoices.ts';
export type { NewInvoice, StoreInvoice } from './new-invoices.ts';
export { requestFiscalization } from './request-fiscalization.ts';
export type { CorrectiveReference, InvoiceScope, Issuer, StoredInvoice } from './invoices.ts';
export { claimNextDelivery, claimNextSale } from './invoice-claims.ts';
export type { ClaimedCashRegister, ClaimedInvoice, ClaimOptions } from './invoice-claims.ts';
export {
  ClaimLostError,
  NO_HORIZON,
  readSalesHorizon,
  readWorkHorizon,
  renewLeases,
} from './work.ts';
export type { Claim, PrintKind, WaitingKind } from './work.ts';
export type { DeliveryScope } from './delivery-scope.ts';
export {
  announceOpenCircuits,
  forgetCircuits,
  holdCircuits,
  readOpenCircuits,
} from './authority-circuits.ts';
export type { OpenCircuit } from './authority-circuits.ts';
export { assignNumber, storeSigned } from './numbering.ts';
export type { AssignedNumber, Assignment, GivenNumber, SignedInvoice } from './numbering.ts';
export { answerSubmission, storeSubmission } from './submissions.ts';
export type { NewSubmission, SubmissionAnswer } from './submissions.ts';
export {
  postponeInvoice,
  recordFailed,
  recordFailedUnregistered,
  recordFiscalized,
  recordFiscalizedAndClaim,
  recordOffline,
} from './outcomes.ts';
export {
  claimInitialDeposit,
  findInitialDeposit,
  renewDepositLeases,
  settleCashDeposit,
  storeDepositSubmission,
} from './cash-deposits.ts';
export type {
  CashDepositResult,
  CashDepositStatus,
  ClaimedCashDeposit,
  KnownDeposit,
  DepositDay,
} from './cash-deposits.ts';
export { findDueDeposit, postponeDeposit } from './due-deposits.ts';
export type { DueDeposit } from './due-deposits.ts';
export { raiseDeadlineAlarms } from './deadline-alarms.ts';
export type { DeadlineAlarm } from './deadline-alarms.ts';
export { readNumberLedger } from './number-ledger.ts';
export type { NumberEvent, NumberRow, NumberStory } from './number-ledger.ts';
export { findDocument, findPrintable } from './documents.ts';
export {
  claimNextPrint,
  finishPrint,
  forgetPrint,
  postponePrint,
  requestPrint,
} from './print-requests.ts';
export type { ClaimedPrint } from './print-requests.ts';
export type { PrintableInvoice, StoredDocument } from './documents.ts';
export { announceWork, listenForWork } from './work-news.ts';
export { listenForChanges } from './changes.ts';
export type { Change } from './awaited-rows.ts';
export type { ChangeListener, ChangeListenerOptions } from './changes.ts';
export { listInvoices } from './invoice-list.ts';
export type { InvoiceFilter, InvoicePosition, ListedInvoice } from './invoice-list.ts';
export { findRegistryCall, insertRegistryCall } from './registry-calls.ts';
export type {
  IicValues,
  RegistryCallInput,
  RegistryCallState,
  RegistryResult,
} from './registry-calls.ts';
export {
  claimNextCall,
  forgetExpiredCalls,
  settleRegistryCall,
  storeTcrSubmission,
} from './registry-call-claims.ts';
export type {
  ClaimedAuthorityCall,
  ClaimedRegistryCall,
  ClaimedVaultCall,
} from './registry-call-claims.ts';
export { raiseCertificateWarnings, WARNING_DAYS } from './certificate-warnings.ts';
export type { CertificateWarning } from './certificate-warnings.ts';
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

export { hashPassword, isPassword, passwordProblem } from './admin/passwords.ts';
export { listAudit } from './admin/audit.ts';
export type { AuditedChange, AuditFilter } from './admin/audit.ts';
export {
  beginSession,
  endAllSessions,
  endSession,
  findSession,
  listSessions,
  touchSession,
} from './admin/sessions.ts';
export type { ListedSession, LiveSession, NewSession } from './admin/sessions.ts';
export { changePerson, createOperator, findPerson, listPeople } from './admin/users.ts';
export type { Person, PersonChange } from './admin/users.ts';
export {
  acceptInvitation,
  askForInvitation,
  findInvited,
  hasOtherAccount,
  invitePerson,
  noteInvitation,
  renewInvitation,
} from './admin/invitations.ts';
export type { Invitation, NewPerson } from './admin/invitations.ts';
export { resetSecondFactor } from './admin/second-factor-reset.ts';
export { attemptSignIn, forgetSignIn, forgiveSignIn } from './admin/sign-in-delays.ts';
export type { Delayed, DelayRule } from './admin/sign-in-delays.ts';
export { noteUnfinishedSignIn } from './admin/sign-in-audit.ts';
export type { UnfinishedSignIn } from './admin/sign-in-audit.ts';
export {
  changePassword,
  disableTotp,
  enableTotp,
  findCredentials,
  findProposedTotp,
  listSealedTotp,
  proposeTotp,
  replaceSealOfTotp,
  takeTotpStep,
} from './admin/credentials.ts';
export type { Credentials } from './admin/credentials.ts';
export { addPasskey, listPasskeys, notePasskeyUse, removePasskey } from './admin/passkeys.ts';
export type { ListedPasskey, Passkey } from './admin/passkeys.ts';
export { keepChallenge, takeChallenge } from './admin/passkey-challenges.ts';
export type { ChallengePurpose } from './admin/passkey-challenges.ts';
export { confirmSession, noteRefusedConfirmation } from './admin/confirmations.ts';
export type { ConfirmationFactor } from './admin/confirmations.ts';
export { endSessionsOf } from './admin/session-ends.ts';
export { findSecondFactorRule, setSecondFactorRule } from './admin/sign-in-policy.ts';
export {
  addCompany,
  changeCompany,
  listCompanies,
  readCompany,
  setCompanyStatus,
} from './admin/companies.ts';
export type {
  CompanyChange,
  CompanyPosition,
  CompanyProfile,
  CompanyRow,
  ListedCompany,
} from './admin/companies.ts';
export { goLive, readOnboarding } from './admin/onboarding.ts';
export type { EnvironmentFacts, OnboardingFacts } from './admin/onboarding.ts';
export { findCompanyCertificate, listCertificates } from './admin/certificates.ts';
export type { CertificateRow } from './admin/certificates.ts';
export {
  addCashRegister,
  changeCashRegister,
  findCompanyCashRegister,
  listCashRegisters,
  makeDefaultCashRegister,
} from './admin/cash-registers.ts';
export type { CashRegisterChange, CashRegisterRow } from './admin/cash-registers.ts';
export { addApiKey, endApiKey, listApiKeys, succeedApiKey } from './admin/api-keys.ts';
export type { ApiKeyRow } from './admin/api-keys.ts';
export type { InvoiceChange } from './changes.ts';
export { listPanelInvoices } from './admin/invoices.ts';
export type { PanelInvoice, PanelInvoiceFilter } from './admin/invoices.ts';
export {
  correctivesInRecord,
  findDocumentVersion,
  findInvoiceDetail,
} from './admin/invoice-detail.ts';
export type { DocumentVersion, InvoiceDetail, RelatedInvoice } from './admin/invoice-detail.ts';
export { findMessageTexts, readInvoiceTraces } from './admin/invoice-timeline.ts';
export type { InvoiceTraces, MessageTexts, TimelineMessage } from './admin/invoice-timeline.ts';
export { readFailureCauses, STUCK_CAUSES } from './admin/failed-work.ts';
export type { FailureCause, StuckCause, WorkScope } from './admin/failed-work.ts';
export { listFailedWork, listOffline } from './admin/failed-work-list.ts';
export type { FailedInvoice, LastMessage, WorkPosition } from './admin/failed-work-list.ts';
export { dismissFailed } from './admin/dismissal.ts';
export { retryFailed } from './admin/retry.ts';
export type { BatchScope, RetryOutcome, SkipReason } from './admin/retry.ts';
export { readOfflineBuckets } from './admin/offline-backlog.ts';
export type { RemainingBucket } from './admin/offline-backlog.ts';
export { readLaneBacklog } from './admin/lane-backlog.ts';
export type { LaneBacklog, WaitingWork } from './admin/lane-backlog.ts';
export { listNumberRows } from './admin/number-rows.ts';
export type { NumberRowState } from './admin/number-rows.ts';
