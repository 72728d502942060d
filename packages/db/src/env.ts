import { readVariables } from '@fiscal/runtime/secret-files';
import type { LoginUrls } from './migration/logins.ts';
import type { VaultRotation } from './company/rotate-vault.ts';

/** Every variable of the commands. `.env.example` describes them. */
export const COMMAND_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'VAULT_OLD_IDENTITY',
  'VAULT_NEW_RECIPIENT',
  'VAULT_NEW_IDENTITY',
  'API_DATABASE_URL',
  'WORKER_DATABASE_URL',
];

function variables(): Record<string, string> {
  const read = readVariables(process.env, COMMAND_VARIABLES);
  if (read.problems.length > 0) throw new Error(read.problems.join('; '));
  return read.variables;
}

/**
 * The database that the command line works on: past a pooler, where there is one.
 * @throws Error that says which variable is missing.
 */
export function databaseUrl(): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL } = variables();
  if (url === undefined) throw new Error('Set DATABASE_URL, postgresql://…');
  return url;
}

/**
 * The keys of `rotate-vault`; in the environment, because other users of the machine see arguments.
 * @throws Error that says which variable is missing.
 */
export function vaultRotation(): VaultRotation {
  const given = variables();
  const { VAULT_OLD_IDENTITY: oldIdentity, VAULT_NEW_RECIPIENT: recipient } = given;
  if (!oldIdentity) throw new Error('Set VAULT_OLD_IDENTITY, AGE-SECRET-KEY-1….');
  if (!recipient) throw new Error('Set VAULT_NEW_RECIPIENT, age1….');
  return { oldIdentity, recipient, newIdentity: given.VAULT_NEW_IDENTITY ?? null };
}

/**
 * The logins that `migrate` makes for the processes; null where they are made otherwise.
 * @throws Error where only one of the two is named.
 */
export function loginUrls(): LoginUrls | null {
  const { API_DATABASE_URL: api, WORKER_DATABASE_URL: worker } = variables();
  if (!api && !worker) return null;
  if (!api || !worker)
    throw new Error('Set both API_DATABASE_URL and WORKER_DATABASE_URL, or none.');
  return { fiscal_api: api, fiscal_worker: worker };
}
