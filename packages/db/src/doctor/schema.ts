// Whether the database has the migrations that this build knows. A release migrates first, and only
// adds (expand, then contract): a process beside a newer schema works on, and may be started again;
// on an older one it lacks what its statements name.

import pg from 'pg';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { committedNames } from '../migration/committed-migrations.ts';
import type { Finding } from './finding.ts';

const MIGRATE = 'node packages/db/dist/command.js migrate';
/** SQLSTATEs: no such table; a table on which `migrate` has not given the privileges. */
const NO_TABLE = '42P01';
const NOT_ALLOWED = '42501';

/** @param known names of the migrations that this build knows, oldest first. */
export async function examineSchema(
  db: Database,
  known?: readonly string[],
): Promise<Finding | null> {
  const ours = known ?? (await committedNames());
  const applied = await readApplied(db);
  if (applied === 'none') {
    return {
      code: 'SCHEMA_MISSING',
      sentence:
        'The database of DATABASE_URL has no tables of the service: name its owner in DATABASE_URL ' +
        `and run \`${MIGRATE}\` (in compose: the service migrations).`,
    };
  }
  const missing = applied === 'hidden' ? ours.slice(-1) : ours.filter((name) => !applied.has(name));
  if (missing.length > 0) {
    return {
      code: 'SCHEMA_OLD',
      sentence:
        `The database lacks the migration ${missing.join(', ')}, which this build needs: run ` +
        `\`${MIGRATE}\` of this release as its owner before this process.`,
    };
  }
  const newer = applied === 'hidden' ? [] : [...applied].filter((name) => !ours.includes(name));
  if (newer.length === 0) return null;
  return {
    code: 'SCHEMA_NEW',
    sentence:
      `The database has the migration ${newer.join(', ')}, which this build does not know: a newer ` +
      'release has migrated it, and this process should be replaced by that release.',
    isRemark: true,
  };
}

const listApplied = statement.all<object, { name: string }>(
  null,
  `select migration_name as name from _prisma_migrations
   where finished_at is not null and rolled_back_at is null order by migration_name`,
);

async function readApplied(db: Database): Promise<Set<string> | 'none' | 'hidden'> {
  try {
    const rows = await listApplied(db);
    return rows.length === 0 ? 'none' : new Set(rows.map(({ name }) => name));
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? error.code : undefined;
    if (state === NO_TABLE) return 'none';
    if (state === NOT_ALLOWED) return 'hidden';
    throw error;
  }
}
