// Companies, with their cash registers, API keys and certificates.

export {
  findApiCaller,
  findOperatorCode,
  findTestIssuer,
  isWellFormedApiKey,
  touchApiKeys,
} from './api-callers.ts';
export type { ApiCaller, EmployerOfOperators, IssuerOfInvoices } from './api-callers.ts';
export { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
export type { ApiKeyChange, ApiKeyRow } from './api-keys.ts';
export {
  createCashRegister,
  findCompanyCashRegister,
  listCashRegisters,
  makeDefaultCashRegister,
  updateCashRegister,
} from './cash-registers.ts';
export type { CashRegisterChange, TcrCodeHolder } from './cash-registers.ts';
export { generateVaultKeys, recipientOf, unseal, VaultError } from './certificate-vault.ts';
export { raiseCertificateWarnings, WARNING_DAYS } from './certificate-warnings.ts';
export * from './certificates.ts';
export {
  COMPANY_CERTIFICATES,
  createCompany,
  listCompanies,
  readCompany,
  setCompanyStatus,
  updateCompany,
} from './companies.ts';
export type { CompanyChange, CompanyRow } from './companies.ts';
export * from './business-units.ts';
export * from './fiscal-operators.ts';
export * from './onboarding.ts';
