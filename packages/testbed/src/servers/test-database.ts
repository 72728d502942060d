// Databases for tests: a migrated template is made once a run and copied for each test file, so
// that no test sees what another has written and none has to clean up. The server is the one that
// `npm test` has started (TEST_DATABASE_URL); a test file that is run alone starts one for itself.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLogins, migrate } from '@fiscal/db/migration';
import pg from 'pg';
import { ownLogins } from './own-logins.ts';
import { startEmbeddedPostgres, withClient } from './postgres.ts';
import type { ProcessHost } from '../processes/processes.ts';

const templateName = 'fiscal_template';
/** Any number; the same in every process that wants the template. */
const templateLock = 72_707_370;

/** A copy is another place; nothing was lost. */
const CONFIRM_PLACE =
  'insert into database_place (place, confirmed_at) values (current_place(), now())';

/** A database of one test file. */
export interface TestDatabase {
  /**
   * `postgresql://…` of its owner, who may do everything: for what a test arranges and looks at.
   */
  url: string;
  /** Of a login that may do what the API may. */
  apiUrl: string;
  /** Of a login that may do what a worker may. */
  workerUrl: string;
  /** Drops it, also when connections are still open, and ends the server if it was ours. */
  drop: () => Promise<void>;
}

/** A new migrated database. `drop` it when the file is done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return copyTemplate(given, () => Promise.resolve());
  const server = await startOwnServer();
  return copyTemplate(server.url, server.stop);
}

async function copyTemplate(serverUrl: string, stop: () => Promise<void>): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(serverUrl, async (client) => {
    // One session at a time: a template cannot be copied while a client is connected to it.
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    await makeTemplate(serverUrl, client);
    await client.query(`create database ${name} template ${templateName}`);
  });
  const url = databaseUrl(serverUrl, name);
  await withClient(url, (client) => client.query(CONFIRM_PLACE));
  const logins = ownLogins(url);
  await makeLogins(url, logins.urls);
  return {
    url,
    apiUrl: logins.urls.fiscal_api,
    workerUrl: logins.urls.fiscal_worker,
    drop: async () => {
      await withClient(serverUrl, async (client) => {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`drop role ${logins.names.join(', ')}`);
      });
      await stop();
    },
  };
}

// Under another name until it is migrated, so that a failed migration leaves no half template.
async function makeTemplate(serverUrl: string, client: pg.Client): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [templateName]);
  if (found.rowCount !== 0) return;
  const part = `${templateName}_part`;
  await client.query(`drop database if exists ${part} with (force)`);
  await client.query(`create database ${part}`);
  await migrate(databaseUrl(serverUrl, part));
  await client.query(`alter database ${part} rename to ${templateName}`);
}

async function startOwnServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-test-'));
  const host: ProcessHost = { logs: directory, runDirectory: directory, onDeath: () => undefined };
  const options = {
    directory: join(directory, 'postgres'),
    isDurable: false,
    database: 'postgres',
  };
  const server = await startEmbeddedPostgres(host, options);
  return {
    url: server.url,
    stop: async () => {
      await server.process?.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
