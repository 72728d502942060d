// A queue store of a test's own inside the PostgreSQL of the test run: a schema that nobody else has.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { QueueStore } from '../connection.ts';
import { prepareQueueTables } from '../prepare-tables.ts';

/**
 * With a login of its own that may do what a worker may, and not what the owner may.
 * @param serverUrl the server itself, over which the schema is made, and dropped at the end.
 * @param url where the store is reached, if it is another address.
 */
export async function postgresStore(
  serverUrl: string,
  url = serverUrl,
): Promise<{ store: QueueStore; drop: () => Promise<void> }> {
  const schema = `queue_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `do $$ begin ${MAKE_ROLES} end $$`);
  await prepareQueueTables(serverUrl, schema);
  await onServer(
    serverUrl,
    `create role ${schema} login password '${schema}'; grant fiscal_worker to ${schema}`,
  );
  const own = new URL(url);
  own.username = schema;
  own.password = schema;
  return {
    store: { kind: 'postgresql', url: own.href, schema },
    drop: () => onServer(serverUrl, `drop schema ${schema} cascade; drop role ${schema}`),
  };
}

// The queue stands alone: where nobody has migrated a database of this cluster yet, they are missing.
const MAKE_ROLES = ['fiscal_api', 'fiscal_worker']
  .map(
    (role) =>
      `begin create role ${role}; exception when duplicate_object or unique_violation then null; end;`,
  )
  .join(' ');

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
