// What is archived of a day of a company, and the seals of what was.

export {
  readArchivedDeposits,
  readArchivedInvoices,
  readDaySummary,
} from './archived-documents.ts';
export type {
  ArchivedDeposit,
  ArchivedInvoice,
  ArchivedMessage,
  ArchiveReader,
  DaySummary,
} from './archived-documents.ts';
export * from './archive-access.ts';
export type { ArchiveSeal } from './archive-seals.ts';
export { readArchiveLag } from './archive-lag.ts';
