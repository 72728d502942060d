export { openDatabase } from './client.ts';
export type { Database, DatabaseOptions } from './client.ts';
export { migrate, MigrationError } from './migrate.ts';
export { generateVaultKeys, seal, unseal, VaultError } from './certificate-vault.ts';
export {
  createApiKey,
  findApiCaller,
  generateApiKey,
  isWellFormedApiKey,
  touchApiKeys,
} from './api-keys.ts';
export type { ApiCaller, NewApiKey } from './api-keys.ts';
export { createCompany, updateCompany } from './companies.ts';
export type { NewCompany } from './companies.ts';
export { createCashRegister, updateCashRegister } from './cash-registers.ts';
export type { NewCashRegister } from './cash-registers.ts';
export { findCertificate, storeCertificate } from './certificates.ts';
export type { NewCertificate, SealedCertificate } from './certificates.ts';
export { createUser } from './users.ts';
export type { NewUser } from './users.ts';
