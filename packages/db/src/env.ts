import { readVariables } from '@fiscal/runtime/secret-files';
import type { LoginUrls } from './migration/logins.ts';
import type { VaultRotation } from './company/rotate-vault.ts';

/** Every variable of the commands, all of them texts: what it is for. */
export const COMMAND_WORDS = {
  DATABASE_URL:
    'The owner of the database and its tables: `node packages/db/dist/command.js migrate`. Over ' +
    'TLS: …/fiscal?sslmode=verify-full&sslrootcert=/etc/fiscal/stores-ca.pem, here and below.',
  DATABASE_DIRECT_URL:
    'PostgreSQL itself where DATABASE_URL leads to a pooler; the commands use it then ' +
    '(docs/scaling.md).',
  API_DATABASE_URL:
    'The login of the API, which `migrate` makes with this password (docs/data.md#roles-in-postgresql).',
  WORKER_DATABASE_URL: 'The same of the workers.',
  VAULT_OLD_IDENTITY: 'Of `rotate-vault` alone: the identity that opens what is stored.',
  VAULT_NEW_RECIPIENT: 'Of `rotate-vault` alone: the recipient that it is sealed to anew.',
  VAULT_NEW_IDENTITY:
    'Of `rotate-vault` alone: the identity of that recipient, to check each key before it is ' +
    'stored (SECURITY.md).',
};
export const COMMAND_VARIABLES = Object.keys(COMMAND_WORDS);

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
