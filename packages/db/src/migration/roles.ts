// Makes the roles of the processes and gives them what privileges.ts says. Processes of the release
// before work on meanwhile: nothing is taken from them but what has its entry there. Roles belong
// to the whole cluster and are in no dump of a database: a restored database gets them by
// `migrate`, like a new one. Several databases of a cluster may be migrated at once.

import pg from 'pg';
import { PRIVILEGES, REMOVED, SERVICE_ROLES } from './privileges.ts';
import type { RemovedPrivilege, ServiceRole, TablePrivileges } from './privileges.ts';

export interface Grant {
  table: string;
  /** `public` where every role has it. */
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

/**
 * What privileges.ts says of the tables and columns that are there; later migrations make the
 * others.
 */
export async function decidedGrants(client: pg.ClientBase): Promise<Grant[]> {
  const sequencesOf = await readSequences(client);
  const columns = await readColumns(client);
  const isThere = ({ table, privilege }: Grant) => {
    const column = /\((.*)\)/.exec(privilege)?.[1];
    return columns.get(table)?.includes(column ?? '') ?? false;
  };
  return Object.entries(PRIVILEGES).flatMap(([table, byRole]) =>
    SERVICE_ROLES.flatMap((role) => [
      ...wordsOf(byRole[role])
        .map((privilege) => ({ table, role, privilege }))
        .filter(isThere),
      ...(byRole[role].insert === true ? sequencesOf(table) : []).map((sequence) => {
        return { table: sequence, role, privilege: 'usage' };
      }),
    ]),
  );
}

/** Makes the roles that the cluster lacks. @throws Error in words where they may not be made. */
export async function makeRoles(client: pg.ClientBase): Promise<void> {
  for (const role of SERVICE_ROLES) await makeRole(client, role);
}

/**
 * Gives the roles what is decided and missing, of the tables and columns that are there by now, and
 * takes what is listed as removed; from PUBLIC it takes all. Writes nothing where nothing is to
 * be changed.
 */
export async function givePrivileges(
  client: pg.ClientBase,
  removed: readonly RemovedPrivilege[] = REMOVED,
): Promise<void> {
  const given = await readGrants(client);
  const tables = await decidedTables(client);
  const revoked = given.filter(
    (grant) =>
      tables.has(grant.table) &&
      (grant.role === 'public' || removed.some((entry) => isSame(entry, grant))),
  );
  await client.query(
    [
      // Before PostgreSQL 15 every role might make tables in it.
      'revoke create on schema public from public',
      `grant usage on schema public to ${SERVICE_ROLES.join(', ')}`,
      ...revoked.map((grant) => `revoke ${wordsOfGrant(grant, 'from')}`),
    ].join(';\n'),
  );
  // What is taken of a table is taken of its columns, too.
  const left = revoked.length === 0 ? given : await readGrants(client);
  const missing = (await decidedGrants(client)).filter(
    (grant) => !left.some((other) => isSame(grant, other)),
  );
  const statements = missing.map((grant) => `grant ${wordsOfGrant(grant, 'to')}`);
  // All that a worker may do to tables.
  for (const made of ['make_months()', 'keep_event_months()']) {
    if (!(await isThere(client, made))) continue;
    statements.push(`grant execute on function ${made} to fiscal_worker`);
  }
  if (statements.length > 0) await client.query(statements.join(';\n'));
}

/**
 * What the roles may do with the tables of privileges.ts although it does not say so, as a release
 * before had it.
 */
export async function undecidedGrants(client: pg.ClientBase): Promise<Grant[]> {
  const decided = await decidedGrants(client);
  const tables = await decidedTables(client);
  const roles: readonly string[] = SERVICE_ROLES;
  return (await readGrants(client)).filter((grant) => {
    const ofTable = { ...grant, privilege: grant.privilege.replace(/ .*/, '') };
    const isDecided = decided.some((other) => isSame(other, grant) || isSame(other, ofTable));
    return tables.has(grant.table) && roles.includes(grant.role) && !isDecided;
  });
}

const isSame = (one: Grant, other: Grant) =>
  one.table === other.table && one.role === other.role && one.privilege === other.privilege;

/** `update (status) on "invoice" to fiscal_api` */
export const wordsOfGrant = ({ table, role, privilege }: Grant, preposition: 'from' | 'to') =>
  `${privilege} on "${table}" ${preposition} ${role}`;

/** With their sequences, also those that are not there yet. */
async function decidedTables(client: pg.ClientBase): Promise<Set<string>> {
  const sequencesOf = await readSequences(client);
  return new Set(Object.keys(PRIVILEGES).flatMap((table) => [table, ...sequencesOf(table)]));
}

async function isThere(client: pg.ClientBase, signature: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    'select to_regprocedure($1) is not null as "isThere"',
    [signature],
  );
  return rows[0]?.isThere === true;
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

/** Of each table, and '' for the table itself. */
async function readColumns(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as "table", array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') group by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, ['', ...columns]]));
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
