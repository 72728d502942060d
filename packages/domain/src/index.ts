export * from './codes.ts';
export * from './invoice.ts';
export type { Issue } from './issue.ts';
