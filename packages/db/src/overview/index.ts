// Where a company, and the service as a whole, stand today.

export {
  readRegistersWithoutLiveSale,
  readEndingCertificates,
  readWorkByCompany,
} from './companies-in-need.ts';
export * from './company-day.ts';
export { readCompanyState, readWorkCounts } from './company-state.ts';
export type { CompanyState } from './company-state.ts';
export { readSenderRefusal } from './sender-refusal.ts';
