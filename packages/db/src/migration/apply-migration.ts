// Applies one migration while the service sells. A statement that waits for a strong lock stops
// every statement that comes after it, so it gives way soon and is tried again: reads go on behind
// a dump that holds its tables for an hour.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { givePrivileges } from './roles.ts';

/** A migration could not be applied, or does not fit what was applied before. */
export class MigrationError extends Error {
  readonly code = 'MIGRATION_FAILED';
  override readonly name = 'MigrationError';
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export interface Patience {
  /** How long a migration is tried for its locks. */
  patienceMs: number;
  /**
   * Gets sentences for a person: who is waited for, which privileges are not needed, a newer
   * schema.
   */
  onWait: (sentence: string) => void;
}

/** For so long calls may queue behind a statement; a deadlock is noticed only after a second. */
const LOCK_MS = 500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const NO_LOCK = '55P03';

/** Locks neither readers nor writers out, but takes no part in a transaction. */
const CONCURRENT = /^\s*(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\b/im;
/** The index that it makes; `npm run check migrations` refuses one without a name. */
const MADE =
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("[^"]+"|\w+)\s+on\b/im;

/**
 * @throws MigrationError; then nothing of it is left but an invalid index, which the next try
 * removes.
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  { patienceMs, onWait }: Patience,
): Promise<void> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await (CONCURRENT.test(migration.sql)
        ? besideOthers(client, migration, patienceMs)
        : inOneTransaction(client, migration));
      return;
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === NO_LOCK;
      const reason = error instanceof Error ? error.message : String(error);
      const sentence = isLocked
        ? `The migration ${migration.name} gets no lock on its tables. ${await oldestOf(client)}`
        : `The migration ${migration.name} failed: ${reason}`;
      if (isLocked && Date.now() + pauseMs < until) onWait(sentence);
      else throw new MigrationError(sentence, { cause: error });
    }
    await sleep(pauseMs);
  }
}

async function inOneTransaction(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_MS}`);
    await client.query(migration.sql);
    await givePrivileges(client);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** An attempt that was interrupted has left an index that PostgreSQL keeps up and never reads. */
async function besideOthers(
  client: pg.Client,
  migration: Migration,
  patienceMs: number,
): Promise<void> {
  const index = MADE.exec(migration.sql)?.[1];
  await client.query(`set lock_timeout = ${patienceMs}`);
  if (index !== undefined) await client.query(`drop index concurrently if exists ${index}`);
  await client.query(migration.sql);
  await note(client, migration);
}

async function note(client: pg.Client, { checksum, name }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/**
 * Who most likely has the lock. A login that is no superuser sees name and age of its own alone.
 */
async function oldestOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; since: Date | null }>(
    `select pid, coalesce(nullif(application_name, ''), 'no name') as name, xact_start as since from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and pid in (select pid from pg_locks where locktype = 'relation' and granted)
     order by xact_start limit 1`,
  );
  const [oldest] = rows;
  if (oldest === undefined) return 'Run `migrate` again.';
  const since = oldest.since === null ? '' : `, since ${oldest.since.toISOString()}`;
  return `The oldest transaction is that of process ${oldest.pid} (${oldest.name}${since}): run \`migrate\` again once it is over.`;
}
