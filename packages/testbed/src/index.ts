// The entry point for the tests, the fault runs and the benchmarks.
export { atRate } from './at-rate.ts';
export type { AppName } from './stack/apps.ts';
export { besideOtherClone } from './stack/other-clone.ts';
export type { Beside } from './stack/beside.ts';
export { chooseChrome } from './servers/chrome.ts';
export { addCompany, addDemoCompany } from './stack/company.ts';
export type { CompanyPlan } from './stack/company.ts';
export type { DemoCompany } from './companies/demo.ts';
export type { EfiVariables } from './stack/efi-endpoints.ts';
export { eventually } from './eventually.ts';
export { TestbedFailure } from './processes/failure.ts';
export { FAULT_POINT_NAMES, GUARD_NAMES } from './fault-injection/fault-points.ts';
export type { FaultPointName, GuardName } from './fault-injection/fault-points.ts';
export { injectFaults, logLineOf } from './fault-injection/inject-faults.ts';
export type { InjectedFaults } from './fault-injection/inject-faults.ts';
export { inParallel } from './in-parallel.ts';
export { addManyInvoices } from './companies/many-invoices.ts';
export {
  issueServer,
  issueTaxpayer,
  makeAuthority,
  openPki,
  sharedKeyPair,
  toPkcs12,
} from './companies/pki.ts';
export type { CertificateOptions, Identity, Pki } from './companies/pki.ts';
export type { RunningProcess } from './processes/processes.ts';
export {
  certificateFacts,
  newCashRegister,
  randomCode,
  randomTin,
  seedCompany,
  withDatabase,
} from './companies/seed-company.ts';
export type { CompanyFields, SeededCompany, SeededRegister } from './companies/seed-company.ts';
export { controlOf } from './companies/simulator-control.ts';
export type { ControlBody, SimulatorControl } from './companies/simulator-control.ts';
export { startStack } from './stack/stack.ts';
export type { PartName, Stack, StackOptions } from './stack/stack.ts';
export { oncePerProcess } from './once-per-process.ts';
export { openTcpProxy } from './stack/tcp-proxy.ts';
export type { TcpProxy } from './stack/tcp-proxy.ts';
export { enrolTaxpayer } from './companies/taxpayer.ts';
export type { Taxpayer } from './companies/taxpayer.ts';
export { startEmbeddedPostgres } from './servers/postgres.ts';
export { median, percentile } from './statistics.ts';
export { createTestDatabase } from './servers/test-database.ts';
export type { TestDatabase } from './servers/test-database.ts';
export { freePort } from './processes/ports.ts';
