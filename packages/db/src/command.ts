// The command line of the database. `migrate` brings DATABASE_URL up to date and makes the logins of
// API_DATABASE_URL and WORKER_DATABASE_URL, `vault-keys` prints a new key pair of the certificate vault;
// both are made for the one-shot of a deployment. `create-operator`
// lets somebody sign in to the panel; `rotate-vault` seals every private key to a new key pair.

import { parseArgs } from 'node:util';
import { connectionRefusalOf } from '@fiscal/runtime/refused-connection';
import { generateVaultKeys } from './company/certificate-vault.ts';
import { createOperatorByHand } from './create-operator.ts';
import { databaseUrl, loginUrls, vaultRotation } from './env.ts';
import { makeLogins } from './migration/logins.ts';
import { migrate } from './migration/migrate.ts';
import { rotateVaultByHand } from './rotate-vault-by-hand.ts';

const USAGE =
  'Use: migrate, create-operator or rotate-vault (with DATABASE_URL set), or vault-keys.';

async function command(name?: string, argument?: string): Promise<string> {
  switch (name) {
    case 'migrate': {
      const logins = loginUrls();
      const applied = await migrate(databaseUrl());
      if (logins !== null) await makeLogins(databaseUrl(), logins);
      return applied.length === 0
        ? 'The database is up to date.'
        : `Applied ${applied.join(', ')}.`;
    }
    case 'vault-keys': {
      const { identity, recipient } = await generateVaultKeys();
      return `CERTIFICATE_RECIPIENT=${recipient}\nCERTIFICATE_IDENTITY=${identity}`;
    }
    case 'create-operator':
      return createOperatorByHand(databaseUrl(), argument);
    case 'rotate-vault':
      return rotateVaultByHand(databaseUrl(), vaultRotation());
    default:
      throw new Error(USAGE);
  }
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  process.stdout.write(`${await command(...positionals)}\n`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${connectionRefusalOf(error, 'DATABASE_URL') ?? message}\n`);
  process.exitCode = 1;
}
