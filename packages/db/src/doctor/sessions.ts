// Whether sessions are what the process takes them for: a pooler in transaction mode loses what is
// set in a session and what it listens for, without a word.

import { connectionRefusalOf } from '@fiscal/runtime/refused-connection';
import pg from 'pg';
import type { Database } from '../connection/client.ts';
import { isPooled } from '../connection/pooler.ts';
import { statement } from '../connection/statement.ts';
import type { Finding } from './finding.ts';

const CONNECT_MS = 5_000;

/** As `show` writes it; what was never set is empty. */
const readSettings = statement.maybe<{ names: string[] }, { values: string[] }>(
  'read_session_settings',
  `select array_agg(coalesce(current_setting(name, true), '') order by position) as values
   from unnest(:names::text[]) with ordinality as s (name, position)`,
);

/**
 * @param directUrl DATABASE_DIRECT_URL; undefined where DATABASE_URL leads to PostgreSQL itself.
 */
export async function examineSessions(
  db: Pick<Database, 'pool' | 'sessionSettings'>,
  directUrl: string | undefined,
): Promise<Finding | null> {
  if (directUrl === undefined) return (await isPoolPooled(db)) ? poolerUnknown() : null;
  return (await examineDirectUrl(directUrl)) ?? (await examineSettings(db));
}

function poolerUnknown(): Finding {
  const sentence =
    'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the URL of PostgreSQL itself, for what needs ' +
    'a session of its own (docs/scaling.md).';
  return { code: 'POOLER_UNKNOWN', sentence };
}

async function examineDirectUrl(directUrl: string): Promise<Finding | null> {
  const client = new pg.Client({
    connectionString: directUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // The statement that fails says it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!(await isPooled(client))) return null;
    const sentence =
      'DATABASE_DIRECT_URL leads to a pooler, where changes that are listened for get lost: name PostgreSQL itself.';
    return { code: 'DIRECT_URL_POOLED', sentence };
  } catch (error) {
    const sentence = connectionRefusalOf(error, 'DATABASE_DIRECT_URL');
    if (sentence === null) throw error;
    return { code: 'CONNECTION_REFUSED', sentence };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What the pooler has to set; without it all is correct, and slower. */
async function examineSettings(
  db: Pick<Database, 'pool' | 'sessionSettings'>,
): Promise<Finding | null> {
  const names = Object.keys(db.sessionSettings);
  const read = await readSettings(db, { names });
  const wrong = Object.entries(db.sessionSettings).filter(
    ([, value], index) => read?.values[index] !== value,
  );
  if (wrong.length === 0) return null;
  const statements = wrong.map(([name, value]) => `set ${name}='${value}'`).join('; ');
  const sentence = `The pooler of DATABASE_URL gives sessions other settings than it has to: add “${statements}” to its connect_query.`;
  return { code: 'POOLER_SETTINGS', sentence, isRemark: true };
}

async function isPoolPooled({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const client = await pool.connect();
  try {
    return await isPooled(client);
  } finally {
    client.release();
  }
}
