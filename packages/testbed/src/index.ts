// The front door for the tests, the faults and the benchmark.
export type { AppName } from './apps.ts';
export { addCompany } from './company.ts';
export type { CompanyPlan, StoredCompany } from './company.ts';
export type { DemoCompany } from './demo-plan.ts';
export type { EfiVariables } from './efi-endpoints.ts';
export { TestbedFailure } from './failure.ts';
export { issueServer, issueTaxpayer, makeAuthority, openPki, toPkcs12 } from './pki.ts';
export type { CertificateOptions, Identity, Pki } from './pki.ts';
export type { RunningProcess } from './processes.ts';
export { startStack } from './stack.ts';
export type { PartName, Stack, StackOptions } from './stack.ts';
export { openTcpProxy } from './tcp-proxy.ts';
export type { TcpProxy } from './tcp-proxy.ts';
export { enrolTaxpayer } from './taxpayer.ts';
export type { Taxpayer } from './taxpayer.ts';
export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
export { freePort } from './ports.ts';
