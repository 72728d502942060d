// Applies the committed migrations without Prisma's engine: the same table and checksums as `prisma
// migrate deploy`, so that either may be used on the same database. The roles of the processes and
// their privileges come with this one alone.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isPooled } from '../connection/pooler.ts';
import { applyMigration, MigrationError } from './apply-migration.ts';
import type { Migration, Patience } from './apply-migration.ts';
import { committedNames, MIGRATIONS } from './committed-migrations.ts';
import { examineHistory, readRecorded } from './recorded-history.ts';
import { givePrivileges, makeRoles, undecidedGrants, wordsOfGrant } from './roles.ts';
import type { Grant } from './roles.ts';

const ADVISORY_LOCK = 72_707_369;
const ADVISORY_PAUSE_MS = 200;
/** How often it is said who is waited for. */
const SAY_EVERY_MS = 30_000;

interface MigrateOptions extends Partial<Patience> {
  /** Where the migrations are; those of this build if absent. */
  folder?: URL;
}

/** As long as a person waits for a release. */
const PATIENCE_MS = 10 * 60_000;

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
 * Brings the database up to the newest committed migration, and gives the processes what
 * privileges.ts says, of each table with the migration that makes it; several processes may call it
 * at once. Of one that a newer release has migrated it changes nothing, and says so.
 * @param databaseUrl of the login that owns the tables.
 * @returns the names of the migrations applied now, oldest first.
 * @throws MigrationError; where the database cannot be upgraded, nothing was changed.
 */
export async function migrate(
  databaseUrl: string,
  { folder = MIGRATIONS, patienceMs = PATIENCE_MS, onWait = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (await isPooled(client)) {
      throw new MigrationError(
        'This URL leads to a pooler, which keeps the locks of `migrate` for somebody else: set DATABASE_DIRECT_URL to ' +
          'the URL of PostgreSQL itself.',
      );
    }
    await waitForOthers(client, onWait);
    await client.query('set client_min_messages to warning');
    const known = await committedMigrations(folder);
    const recorded = await readRecorded(client);
    const newer = await examineHistory(client, recorded, known);
    if (newer !== null) {
      onWait(newer);
      return [];
    }
    await client.query(MIGRATIONS_TABLE);
    await privilegesOr(makeRoles(client));
    const now: string[] = [];
    for (const migration of known) {
      if (recorded.has(migration.name)) continue;
      await applyMigration(client, migration, { patienceMs, onWait });
      now.push(migration.name);
    }
    await privilegesOr(givePrivileges(client));
    for (const grant of await undecidedGrants(client)) onWait(sentenceOf(grant));
    return now;
  } finally {
    await client.end();
  }
}

/** @throws MigrationError in its place. */
async function privilegesOr(given: Promise<void>): Promise<void> {
  await given.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The privileges could not be given: ${reason}`, { cause: error });
  });
}

const sentenceOf = (grant: Grant) =>
  `${grant.role} may ${grant.privilege} on ${grant.table}, which this release does not need: if no process of ` +
  `the release before runs any more, \`revoke ${wordsOfGrant(grant, 'from')}\`.`;

/**
 * One at a time. A statement that waits would be waited for by an index that is built concurrently.
 */
async function waitForOthers(client: pg.Client, onWait: Patience['onWait']): Promise<void> {
  let nextAt = 0;
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>(
      'select pg_try_advisory_lock($1) as "isMine"',
      [ADVISORY_LOCK],
    );
    if (rows[0]?.isMine) return;
    if (Date.now() >= nextAt) {
      nextAt = Date.now() + SAY_EVERY_MS;
      onWait(await holderOf(client));
    }
    await sleep(ADVISORY_PAUSE_MS);
  }
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objid = $1
     and database = (select oid from pg_database where datname = current_database())`,
    [ADVISORY_LOCK],
  );
  const who = rows[0] === undefined ? '' : `, process ${rows[0].pid} of PostgreSQL`;
  return `Another \`migrate\` works on this database${who}: it is waited for.`;
}

async function committedMigrations(folder: URL): Promise<Migration[]> {
  return Promise.all(
    (await committedNames(folder)).map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
