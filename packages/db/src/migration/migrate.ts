// Applies the committed migrations without Prisma's engine: the same table and checksums as `prisma
// migrate deploy`, so that either may be used on the same database. The roles of the processes and
// their privileges come with this one alone.

import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { committedNames, MIGRATIONS } from './committed-migrations.ts';
import { applyPrivileges } from './roles.ts';

/** A migration could not be applied, or does not fit what was applied before. */
class MigrationError extends Error {
  readonly code = 'MIGRATION_FAILED';
  override readonly name = 'MigrationError';
}

const ADVISORY_LOCK = 72_707_369;

/** Prisma's own, as `prisma migrate deploy` makes it. */
const MIGRATIONS_TABLE = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/**
 * Brings the database up to the newest committed migration, and the privileges of the processes to
 * what privileges.ts says; several processes may call it at once.
 * @param databaseUrl of the login that owns the tables.
 * @returns the names of the migrations applied now, oldest first.
 * @throws MigrationError
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query('set client_min_messages to warning');
    await client.query(MIGRATIONS_TABLE);
    const applied = await appliedChecksums(client);
    const now: string[] = [];
    for (const migration of await committedMigrations()) {
      const checksum = applied.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) {
        throw new MigrationError(
          `The migration ${migration.name} was changed after it had been applied; restore its file.`,
        );
      }
      await applyMigration(client, migration);
      now.push(migration.name);
    }
    await applyPrivileges(client).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MigrationError(`The privileges could not be given: ${reason}`, { cause: error });
    });
    return now;
  } finally {
    await client.end();
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

async function committedMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await committedNames()).map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, MIGRATIONS), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `select migration_name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** In one transaction. @throws MigrationError; then nothing of it is left. */
async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}
