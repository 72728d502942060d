// The entry point for the tests, the fault runs and the benchmarks.
export { atRate } from './at-rate.ts';
export type { AppName } from './stack/apps.ts';
export { besideOtherClone } from './stack/other-clone.ts';
export type { Beside } from './stack/beside.ts';
export { chooseChrome } from './servers/chrome.ts';
export * from './stack/company.ts';
export type { DemoCompany } from './companies/demo.ts';
export type { EfiVariables } from './stack/efi-endpoints.ts';
export { eventually } from './eventually.ts';
export { TestbedFailure } from './processes/failure.ts';
export { FAULT_POINT_NAMES, GUARD_NAMES } from './fault-injection/fault-points.ts';
export type { FaultPointName, GuardName } from './fault-injection/fault-points.ts';
export * from './fault-injection/inject-faults.ts';
export { inParallel } from './in-parallel.ts';
export { addManyInvoices } from './companies/many-invoices.ts';
export * from './companies/pki.ts';
export { childEnvironment } from './processes/environment.ts';
export { respondsOk, startProcess } from './processes/processes.ts';
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
export * from './companies/simulator-control.ts';
export * from './stack/stack.ts';
export { oncePerProcess } from './once-per-process.ts';
export { openTcpProxy } from './stack/tcp-proxy.ts';
export type { TcpProxy } from './stack/tcp-proxy.ts';
export * from './companies/taxpayer.ts';
export { startEmbeddedPostgres } from './servers/postgres.ts';
export { median, percentile } from './statistics.ts';
export * from './servers/test-database.ts';
export { freePort } from './processes/ports.ts';
