// The front door for the tests, the faults and the benchmark.
export type { DemoCompany } from './demo-plan.ts';
export { TestbedFailure } from './failure.ts';
export { issueTaxpayer, makeAuthority, openPki, toPkcs12 } from './pki.ts';
export type { Identity, Pki } from './pki.ts';
export type { RunningProcess } from './processes.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions } from './stack.ts';
export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
