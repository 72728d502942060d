// Whether a process connects as somebody who may do more than it should: an owner can switch the
// triggers off that protect what was fiscalized, and a superuser can run programs on the server.

import type { Database } from './client.ts';
import { storageUnavailabilityOf } from './storage-unavailable.ts';

const LOOK = `
  select current_user as login,
         case
           when rolsuper then 'is a superuser'
           when pg_has_role('pg_execute_server_program', 'member') then 'may run programs on the server'
           when rolcreaterole then 'may create roles'
           when pg_has_role((select relowner from pg_class where oid = to_regclass('public.invoice')), 'member')
             then 'owns the tables'
         end as excess
  from pg_roles where rolname = current_user`;

/** Null where all is well, else a sentence that names the login and what it may do. */
async function findExcessRights(db: Database): Promise<string | null> {
  const { rows } = await db.pool.query<{ login: string; excess: string | null }>(LOOK);
  const [row] = rows;
  if (!row?.excess) return null;
  return (
    `DATABASE_URL connects as ${row.login}, which ${row.excess}: give this process a login of its ` +
    'own (docs/database-roles.md).'
  );
}

/**
 * Refuses a process that connects as somebody who may do more than it should. PostgreSQL away is no
 * reason not to start: then nothing is known.
 * @param isAllowed ALLOW_DATABASE_OWNER: the sentence is a warning then.
 * @throws Error with the sentence.
 */
export async function refuseExcessRights(
  db: Database,
  isAllowed: boolean,
  warn: (error: Error) => void,
): Promise<void> {
  let excess: string | null;
  try {
    excess = await findExcessRights(db);
  } catch (error) {
    if (storageUnavailabilityOf(error) === null) throw error;
    warn(new Error('the rights of the login are not known', { cause: error }));
    return;
  }
  if (excess === null) return;
  if (!isAllowed) throw new Error(excess);
  warn(new Error(excess));
}
