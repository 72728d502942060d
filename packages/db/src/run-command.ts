// The command line of the database. `migrate` brings DATABASE_URL up to date and makes the logins
// of API_DATABASE_URL and WORKER_DATABASE_URL, `vault-keys` prints a new key pair of the
// certificate vault; both are made for the one-shot of a deployment. `create-operator` makes a
// person who can sign in to the panel; `rotate-vault` seals every private key to a new key pair;
// `recover` confirms the last numbers of cash registers after a restore or a failover; `months`
// shows the months that are stored and detaches old ones; `reports` recounts the days that are kept
// for reports.

import { connectionRefusalOf } from '@fiscal/runtime/refused-connection';
import { checkReportsByHand } from './check-reports.ts';
import { generateVaultKeys } from './company/certificate-vault.ts';
import { rotateVault } from './company/rotate-vault.ts';
import { openDatabase } from './connection/client.ts';
import type { Database } from './connection/client.ts';
import { createOperatorByHand } from './create-operator.ts';
import { databaseUrl, loginUrls, vaultRotation } from './env.ts';
import { makeLogins } from './migration/logins.ts';
import { migrate } from './migration/migrate.ts';
import { monthsByHand } from './months.ts';
import { recoverByHand } from './recover.ts';

const USAGE =
  'Use: migrate, create-operator, rotate-vault, recover, months or reports (with DATABASE_URL set), or ' +
  'vault-keys.';

async function command(name?: string, ...args: string[]): Promise<string> {
  switch (name) {
    case 'migrate': {
      const logins = loginUrls();
      const applied = await migrate(databaseUrl(), {
        onWait: (sentence) => process.stderr.write(`${sentence}\n`),
      });
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
      return withDatabase((db) => createOperatorByHand(db, args[0]));
    case 'rotate-vault':
      return withDatabase(rotateVaultByHand);
    case 'recover':
      return withDatabase(async (db) => {
        const { text, isOver } = await recoverByHand(db, args, new Date());
        if (!isOver) process.exitCode = 1;
        return text;
      });
    case 'months':
      return withDatabase((db) => monthsByHand(db, args));
    case 'reports':
      return withDatabase((db) => checkReportsByHand(db, args));
    default:
      throw new Error(USAGE);
  }
}

async function rotateVaultByHand(db: Database): Promise<string> {
  const { resealed, unopened } = await rotateVault(db, vaultRotation(), (done) => {
    process.stderr.write(`${done} sealed anew\n`);
  });
  const words = `Sealed ${resealed} private keys to the new recipient.`;
  if (unopened.length === 0) return words;
  throw new Error(
    `${words} The old identity does not open those of the certificates ${unopened.join(', ')}; ` +
      'their companies have to upload them again.',
  );
}

async function withDatabase(use: (db: Database) => Promise<string>): Promise<string> {
  const db = openDatabase({
    url: databaseUrl(),
    maxConnections: 1,
    applicationName: 'fiscal-command',
    // The statement that fails says it better.
    onError: () => undefined,
  });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

try {
  process.stdout.write(`${await command(...process.argv.slice(2))}\n`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${connectionRefusalOf(error, 'DATABASE_URL') ?? message}\n`);
  process.exitCode = 1;
}
