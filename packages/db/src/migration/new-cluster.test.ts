// Roles belong to the whole cluster: here a cluster is new, and the owner of the tables no
// superuser.

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../testbed/src/servers/postgres.ts';
import type { Postgres } from '../../../testbed/src/servers/postgres.ts';
import { migrate } from './migrate.ts';
import { decidedGrants, linesOf, readGrants } from './roles.ts';

const DATABASES = ['first', 'second', 'third', 'fourth'];

let directory: string;
let server: Postgres;
let admin: pg.Client;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fiscal-cluster-'));
  const host = { logs: directory, runDirectory: directory, onDeath: () => undefined };
  const options = { directory: join(directory, 'pg'), isDurable: false, database: 'postgres' };
  server = await startEmbeddedPostgres(host, options);
  admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create role keeper login password 'x'`);
});
afterAll(async () => {
  await admin.end();
  await server.process?.stop();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of DATABASES) {
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name} owner keeper`);
  }
  await admin.query('drop role if exists fiscal_api, fiscal_worker');
});

const urlOf = (database: string) => {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  url.username = 'keeper';
  url.password = 'x';
  return url.href;
};

/** Whether the processes have in this database what is decided. */
async function expectDecided(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    expect(linesOf(await readGrants(client))).toBe(linesOf(await decidedGrants(client)));
  } finally {
    await client.end();
  }
}

test('databases of one cluster are migrated at once, and each gets the roles and their privileges', async () => {
  await admin.query('alter role keeper createrole');
  await Promise.all(DATABASES.map((name) => migrate(urlOf(name))));
  for (const name of DATABASES) await expectDecided(name);
});

test('an owner without CREATEROLE gets the missing statements and resumes after them', async () => {
  await admin.query('alter role keeper nocreaterole');
  await expect(migrate(urlOf('first'))).rejects.toThrow(
    'Let somebody who may do it once: create role fiscal_api nologin; create role fiscal_worker nologin;',
  );
  await admin.query('create role fiscal_api nologin; create role fiscal_worker nologin');
  await migrate(urlOf('first'));
  await expectDecided('first');
});
