import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Sessions report what they have done within a second. */
const REPORTED_AFTER_MS = 1_500;

/** WAL (in thousands of bytes) and committed transactions of a database so far. */
export async function countsOf(client: pg.Pool): Promise<{ walKb: number; transactions: number }> {
  await sleep(REPORTED_AFTER_MS);
  const { rows } = await client.query<{ walKb: number; transactions: number }>(
    `select (pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1000)::float8 as "walKb",
            xact_commit::float8 as transactions
     from pg_stat_database where datname = current_database()`,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error('PostgreSQL has no figures of the database');
  return counts;
}
