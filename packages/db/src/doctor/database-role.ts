// Whether a process connects as a role that may do what it does and no more: an owner can switch
// the triggers off that protect what was fiscalized, and a superuser can run programs on the
// server.

import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { ServiceRole } from '../migration/privileges.ts';
import type { Finding } from './finding.ts';

/** Before the first migration there are no roles, and nothing is said of them. */
const readRights = statement.maybe<
  { role: ServiceRole },
  { login: string; excess: string | null; lacks: boolean }
>(
  'read_rights_of_login',
  `select current_user as login,
          case
            when rolsuper then 'is a superuser'
            when pg_has_role('pg_execute_server_program', 'member') then 'may run programs on the server'
            when rolcreaterole then 'may create roles'
            when pg_has_role((select relowner from pg_class where oid = to_regclass('public.invoice')), 'member')
              then 'owns the tables'
          end as excess,
          to_regclass('public.invoice') is not null and not exists (
            select from pg_roles own where own.rolname = :role and pg_has_role(own.oid, 'member')
          ) as lacks
   from pg_roles where rolname = current_user`,
);

/**
 * @param role what the process is.
 * @param isOwnerAllowed ALLOW_DATABASE_OWNER: too many rights are a remark then.
 */
export async function examineDatabaseRole(
  db: Database,
  role: ServiceRole,
  isOwnerAllowed: boolean,
): Promise<Finding | null> {
  const rights = await readRights(db, { role });
  if (rights === null) return null;
  const { login, excess, lacks } = rights;
  const remedy = 'give this process a login of its own (docs/data.md#roles-in-postgresql).';
  if (excess !== null) {
    const sentence = `DATABASE_URL connects as ${login}, which ${excess}: ${remedy}`;
    return { code: 'DATABASE_ROLE_TOO_POWERFUL', sentence, isRemark: isOwnerAllowed };
  }
  if (!lacks) return null;
  return {
    code: 'DATABASE_ROLE_MISSING',
    sentence: `DATABASE_URL connects as ${login}, which has not the role ${role}: ${remedy}`,
  };
}
