// A queue store of a test's own inside the PostgreSQL of the test run: a schema that nobody else has.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { QueueStore } from '../connection.ts';

/**
 * @param serverUrl the server itself, over which the schema is dropped at the end.
 * @param url where the store is reached, if it is another address.
 */
export function postgresStore(
  serverUrl: string,
  url = serverUrl,
): { store: QueueStore; drop: () => Promise<void> } {
  const schema = `queue_${randomBytes(6).toString('hex')}`;
  return {
    store: { kind: 'postgresql', url, schema },
    async drop() {
      const client = new pg.Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(`drop schema if exists ${schema} cascade`);
      await client.end();
    },
  };
}
