// The entry point for the tests, the fault runs and the benchmarks.
export type { AppName } from './apps.ts';
export { chooseChrome } from './chrome.ts';
export { addCompany } from './company.ts';
export type { CompanyPlan } from './company.ts';
export type { DemoCompany } from './demo.ts';
export type { EfiVariables } from './efi-endpoints.ts';
export { eventually } from './eventually.ts';
export { TestbedFailure } from './failure.ts';
export { GUARD_NAMES } from './fault-injection/fault-points.ts';
export type { FaultPointName, GuardName } from './fault-injection/fault-points.ts';
export { injectFaults, logLineOf } from './fault-injection/inject-faults.ts';
export type { InjectedFaults } from './fault-injection/inject-faults.ts';
export { inParallel } from './in-parallel.ts';
export { addManyInvoices } from './many-invoices.ts';
export { issueServer, issueTaxpayer, makeAuthority, openPki, toPkcs12 } from './pki.ts';
export type { CertificateOptions, Identity, Pki } from './pki.ts';
export type { RunningProcess } from './processes.ts';
export {
  certificateFacts,
  newCashRegister,
  randomCode,
  randomTin,
  seedCompany,
  withDatabase,
} from './seed-company.ts';
export type { CompanyFields, SeededCompany, SeededRegister } from './seed-company.ts';
export { controlOf } from './simulator-control.ts';
export type { ControlBody, SimulatorControl } from './simulator-control.ts';
export { startStack } from './stack.ts';
export type { PartName, Stack, StackOptions } from './stack.ts';
export { openTcpProxy } from './tcp-proxy.ts';
export type { TcpProxy } from './tcp-proxy.ts';
export { enrolTaxpayer } from './taxpayer.ts';
export type { Taxpayer } from './taxpayer.ts';
export { median, percentile } from './statistics.ts';
export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
export { freePort } from './ports.ts';
