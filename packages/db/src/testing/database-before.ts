// A database as it was before a migration, so that the migration meets data of that time.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { applyMigration, committedMigrations, MIGRATIONS_TABLE } from '../migration/migrate.ts';

/** An empty database with all migrations that come before one of them. */
export interface DatabaseBefore {
  /** `postgresql://…` of its owner. */
  url: string;
  /** Of the owner. */
  client: pg.Client;
  /** Rows of a statement of the owner's. */
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Adds a company with one cash register of the live environment. */
  addShop(): Promise<{ company: string; register: string }>;
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
  const query = async (text: string, values: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(text, values)).rows;
  for (const migration of migrations) {
    if (migration.name < name) await applyMigration(client, migration);
  }
  return {
    url: url.href,
    client,
    query,
    async addShop() {
      const [company, register] = [uuidv7(), uuidv7()];
      await query(
        `insert into company (id, tin, name, address, town, updated_at)
         values ($1, '12345678', 'Prodavnica', 'Ulica 1', 'Podgorica', now())`,
        [company],
      );
      await query(
        `insert into cash_register (id, company_id, environment, name, tcr_code, internal_id,
           business_unit_code, software_code, operator_code, maintainer_code, updated_at)
         values ($1, $2, 'live', 'Kasa', 'aa111aa111', '1', 'bb123bb123', 'ss123ss123',
           'oo123oo123', 'mm123mm123', now())`,
        [register, company],
      );
      return { company, register };
    },
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
