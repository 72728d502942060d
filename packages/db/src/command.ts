// The command line of the database: `migrate` brings DATABASE_URL up to date, `vault-keys` prints a
// new key pair of the certificate vault. Made for the one-shot of a deployment.

import { parseArgs } from 'node:util';
import { generateVaultKeys } from './certificate-vault.ts';
import { databaseUrl } from './env.ts';
import { migrate } from './migrate.ts';

const USAGE = 'Use: migrate (with DATABASE_URL set), or vault-keys.';

async function command(name: string | undefined): Promise<string> {
  switch (name) {
    case 'migrate': {
      const applied = await migrate(databaseUrl());
      return applied.length === 0
        ? 'The database is up to date.'
        : `Applied ${applied.join(', ')}.`;
    }
    case 'vault-keys': {
      const { identity, recipient } = await generateVaultKeys();
      return `CERTIFICATE_RECIPIENT=${recipient}\nCERTIFICATE_IDENTITY=${identity}`;
    }
    default:
      throw new Error(USAGE);
  }
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  process.stdout.write(`${await command(positionals[0])}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
