// Makes the roles of the processes and brings their privileges to what privileges.ts says. Roles
// belong to the whole cluster and are in no dump of a database: a restored database gets them by
// `migrate`, like a new one. Several databases of a cluster may be migrated at once.

import pg from 'pg';
import { PRIVILEGES, SERVICE_ROLES } from './privileges.ts';
import type { ServiceRole, TablePrivileges } from './privileges.ts';

export interface Grant {
  table: string;
  /** `public` where everybody has it. */
  role: string;
  /** `select`, or `update (status)` where it is of one column. */
  privilege: string;
}

const READ_GRANTS = `
  with given as (
    select c.relname, a.grantee, lower(a.privilege_type) as privilege
    from pg_class c cross join aclexplode(c.relacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
    union all
    select c.relname, a.grantee, lower(a.privilege_type) || ' (' || t.attname || ')'
    from pg_attribute t join pg_class c on c.oid = t.attrelid cross join aclexplode(t.attacl) a
    where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
  )
  select relname as "table", coalesce(r.rolname, 'public') as role, privilege
  from given left join pg_roles r on r.oid = grantee
  order by relname, role, privilege`;

const READ_SEQUENCES = `
  select t.relname as "table", s.relname as sequence
  from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
  join pg_class t on t.oid = d.refobjid
  where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace`;

/** Every privilege that a role other than the owner has on a table, a column or a sequence. */
export async function readGrants(client: pg.ClientBase): Promise<Grant[]> {
  return (await client.query<Grant>(READ_GRANTS)).rows;
}

export async function decidedGrants(client: pg.ClientBase): Promise<Grant[]> {
  const sequencesOf = await readSequences(client);
  return Object.entries(PRIVILEGES).flatMap(([table, byRole]) =>
    SERVICE_ROLES.flatMap((role) => [
      ...wordsOf(byRole[role]).map((privilege) => ({ table, role, privilege })),
      ...(byRole[role].insert === true ? sequencesOf(table) : []).map((sequence) => {
        return { table: sequence, role, privilege: 'usage' };
      }),
    ]),
  );
}

/**
 * Gives the roles what is decided and takes what is not, from them and from everybody, in one
 * transaction; writes nothing where nothing is to be changed. What else is in the database is left
 * alone.
 * @throws Error in words where the roles are missing and may not be made.
 */
export async function applyPrivileges(client: pg.ClientBase): Promise<void> {
  for (const role of SERVICE_ROLES) await makeRole(client, role);
  const sequencesOf = await readSequences(client);
  const tables = Object.keys(PRIVILEGES).flatMap((table) => [table, ...sequencesOf(table)]);
  const roles = ['public', ...SERVICE_ROLES];
  const decided = await decidedGrants(client);
  const given = (await readGrants(client)).filter(
    ({ table, role }) => tables.includes(table) && roles.includes(role),
  );
  const statements = [
    // Before PostgreSQL 15 everybody might make tables in it.
    'revoke create on schema public from public',
    `grant usage on schema public to ${SERVICE_ROLES.join(', ')}`,
    // All that a worker may do to tables.
    'grant execute on function make_months() to fiscal_worker',
  ];
  if (linesOf(given) !== linesOf(decided)) {
    for (const table of tables)
      statements.push(`revoke all on "${table}" from ${roles.join(', ')}`);
    for (const { table, role, privilege } of decided) {
      statements.push(`grant ${privilege} on "${table}" to ${role}`);
    }
  }
  await client.query(['begin', ...statements, 'commit'].join(';\n'));
}

async function makeRole(client: pg.ClientBase, role: ServiceRole): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.rowCount === 1) return;
  try {
    await client.query(`create role ${role} nologin`);
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    // The migration of another database of this cluster was quicker.
    if (code === '42710' || code === '23505') return;
    if (code !== '42501') throw error;
    const roles = SERVICE_ROLES.map((name) => `create role ${name} nologin;`).join(' ');
    throw new Error(`This login may not create roles. Let somebody who may do it once: ${roles}`, {
      cause: error,
    });
  }
}

async function readSequences(client: pg.ClientBase): Promise<(table: string) => string[]> {
  const { rows } = await client.query<{ table: string; sequence: string }>(READ_SEQUENCES);
  return (table) => rows.filter((row) => row.table === table).map(({ sequence }) => sequence);
}

/** `select`, `update (status)`, … */
function wordsOf({ select, insert, update, delete: remove }: TablePrivileges): string[] {
  const ofColumns = (name: string, columns: TablePrivileges['select']) =>
    columns === 'all' ? [name] : (columns ?? []).map((column) => `${name} (${column})`);
  return [
    ...ofColumns('select', select),
    ...(insert === true ? ['insert'] : []),
    ...ofColumns('update', update),
    ...(remove === true ? ['delete'] : []),
  ];
}

/** The same text for the same grants, in whatever order they come. */
export function linesOf(grants: readonly Grant[]): string {
  return grants
    .map(({ table, role, privilege }) => `${role}: ${privilege} on ${table}`)
    .toSorted()
    .join('\n');
}
