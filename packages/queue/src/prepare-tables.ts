// The queue's own tables in PostgreSQL, made by the owner: the processes put jobs in and take them
// out, and may change no table. Only for installations without Redis.

import { runMigrations } from 'bullmq';
import pg from 'pg';

/** Where the queue lives in a database of ours. */
export const QUEUE_SCHEMA = 'queue';

/** The roles of packages/db that the API and the workers connect with. */
const ROLES = 'fiscal_api, fiscal_worker';

/** Any number: the same for everybody who prepares. */
const ADVISORY_LOCK = 72_707_371;

/**
 * Brings the tables to what this BullMQ needs and lets the processes use them; several may call it
 * at once. The roles have to be there: `migrate` of packages/db makes them.
 * @param ownerUrl of the login that is to own the tables.
 */
export async function prepareQueueTables(ownerUrl: string, schema = QUEUE_SCHEMA): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query('set client_min_messages to warning');
    await runMigrations(client, schema);
    await client.query(
      `grant usage on schema ${schema} to ${ROLES};
       grant select, insert, update, delete on all tables in schema ${schema} to ${ROLES};
       grant usage on all sequences in schema ${schema} to ${ROLES};
       revoke insert, update, delete on ${schema}.migration from ${ROLES}`,
    );
  } finally {
    await client.end();
  }
}
