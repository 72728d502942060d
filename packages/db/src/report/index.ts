// Reports of a cash register.

export { DocumentsDetachedError } from './report-rows.ts';
export type { FoundRecord } from '../invoice/found-records.ts';
export * from './reports.ts';
