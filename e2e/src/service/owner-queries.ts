import pg from 'pg';
import type { Body } from './invoices.ts';

/** Reads and changes the rows as the owner of the database, beside the service. */
export function openQueries(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  // The server may be killed, and the database dropped, while connections are open; a query that
  // meets that says so itself.
  pool.on('error', () => undefined);
  return {
    query: async <Row = Body>(text: string, values: unknown[] = []) =>
      (await pool.query(text, values)).rows as Row[],
    endQueries: () => pool.end(),
  };
}
