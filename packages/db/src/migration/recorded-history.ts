// Whether a database is in a state from which `migrate` goes on: what it records is compared with
// what this release knows before anything is changed.

import type pg from 'pg';
import { MigrationError } from './apply-migration.ts';
import type { Migration } from './apply-migration.ts';

/** How many names a sentence lists. */
const NAMED = 5;
const UNCHANGED = 'Nothing was changed.';

/** What a database records: checksums by the names of its migrations. */
type Recorded = ReadonlyMap<string, string>;

/** Without the table, nothing is recorded. */
export async function readRecorded(client: pg.ClientBase): Promise<Recorded> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as "isThere"`,
  );
  if (tables[0]?.isThere !== true) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * @param known the migrations of this release, oldest first.
 * @returns a sentence where a newer release has migrated the database, so that nothing is to be
 * done; null where it can be brought up to date.
 * @throws MigrationError with what to do where it cannot.
 */
export async function examineHistory(
  client: pg.ClientBase,
  recorded: Recorded,
  known: readonly Migration[],
): Promise<string | null> {
  if (recorded.size === 0) {
    const found = await readTables(client);
    if (found.length > 0) throw new MigrationError(foreignTables(found));
    return null;
  }
  const isKnown = new Set(known.map(({ name }) => name));
  const unknown = [...recorded.keys()].filter((name) => !isKnown.has(name));
  const missing = known.filter(({ name }) => !recorded.has(name));
  const last = known.at(-1)?.name ?? '';
  const isNewer = missing.length === 0 && unknown.every((name) => name > last);
  if (unknown.length > 0 && !isNewer) {
    throw new MigrationError(
      missing.length === known.length ? otherHistory(unknown) : otherBranch(unknown, missing),
    );
  }
  const changed = known.filter(
    ({ name, checksum }) => (recorded.get(name) ?? checksum) !== checksum,
  );
  if (changed.length > 0) throw new MigrationError(changedFiles(changed.map(({ name }) => name)));
  return unknown.length === 0 ? null : newerRelease(unknown);
}

/** Those of `public` that belong to no extension. */
async function readTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and relname <> '_prisma_migrations' and not exists (
         select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by relname`,
  );
  return rows.map(({ name }) => name);
}

const foreignTables = (tables: readonly string[]) =>
  `The database has tables (${listed(tables)}) and no record of the migrations that made them, so that it cannot ` +
  `be upgraded. If DATABASE_URL names the wrong database, name the right one, or an empty one for a new ` +
  'installation. If it was restored from a backup in parts, restore it whole, with the table ' +
  `_prisma_migrations. ${UNCHANGED}`;

const otherHistory = (unknown: readonly string[]) =>
  `The database was made by other migrations (${listed(unknown)}), none of which this release has: by an older ` +
  'history that this one replaces, or by another program. It cannot be upgraded by this release: run `migrate` of ' +
  'the release whose migrations these are, or name another database in DATABASE_URL, which is empty for a new ' +
  `installation. ${UNCHANGED}`;

const otherBranch = (unknown: readonly string[], missing: readonly Migration[]) =>
  `The database has the migrations ${listed(unknown)}, which this release does not know, and lacks ` +
  `${listed(missing.map(({ name }) => name))}: another release has migrated it, which is not the one before this ` +
  'one. Run `migrate` of a release that has all of them; of a database for development, begin with an empty one. ' +
  UNCHANGED;

const changedFiles = (changed: readonly string[]) =>
  `The migration ${listed(changed)} was changed after it had been applied: its file is not the one that this ` +
  'database was made with. Restore the file, or run `migrate` of the release that has it as it was; of a database ' +
  `for development, begin with an empty one. ${UNCHANGED}`;

const newerRelease = (unknown: readonly string[]) =>
  `The database has the migration ${listed(unknown)}, which this release does not know: a newer release has ` +
  `migrated it. Processes of the release before that one work beside it; earlier ones need not. ${UNCHANGED}`;

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
