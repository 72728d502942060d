// A database as it was before a migration, so that the migration meets data of that time.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { applyMigration, committedMigrations, MIGRATIONS_TABLE } from '../migrate.ts';

/** An empty database with all migrations that come before one of them. */
export interface DatabaseBefore {
  /** `postgresql://…` of its owner. */
  url: string;
  /** Of the owner. */
  client: pg.Client;
  /** Applies that migration, and none after it. */
  apply(): Promise<void>;
  drop(): Promise<void>;
}

/** @param serverUrl of a login that may make databases. @param name of the migration. */
export async function createDatabaseBefore(
  serverUrl: string,
  name: string,
): Promise<DatabaseBefore> {
  const database = `before_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${database}`);
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(MIGRATIONS_TABLE);
  const migrations = await committedMigrations();
  for (const migration of migrations) {
    if (migration.name < name) await applyMigration(client, migration);
  }
  return {
    url: url.href,
    client,
    async apply() {
      const own = migrations.find((migration) => migration.name === name);
      if (!own) throw new Error(`there is no migration ${name}`);
      await applyMigration(client, own);
    },
    async drop() {
      await client.end();
      await server.query(`drop database ${database} with (force)`);
      await server.end();
    },
  };
}
