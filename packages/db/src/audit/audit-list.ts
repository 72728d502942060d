// Who did what, when, read in pages. audit-row.ts writes what people do.

import type { Database } from '../connection/client.ts';

/** A row of the audit log, with the names of whom and what it is about. */
export interface AuditedChange {
  id: string;
  at: Date;
  actor: string;
  /** A person's or an API key's name; null where there is none, and for the service itself. */
  actorName: string | null;
  /** Of a person. */
  actorEmail: string | null;
  isByOperator: boolean;
  companyId: string | null;
  companyName: string | null;
  action: string;
  entityId: string | null;
  before: unknown;
  after: unknown;
}

/** What the list is narrowed to; absent values narrow nothing. */
export interface AuditFilter {
  companyId?: string | undefined;
  /** Only what people did in the panel. */
  onlyPeople: boolean;
  userId?: string | undefined;
  action?: string | undefined;
  entityId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

interface Row {
  id: string;
  at: Date;
  actor: string;
  actor_name: string | null;
  actor_email: string | null;
  is_by_operator: boolean;
  company_id: string | null;
  company_name: string | null;
  action: string;
  entity_id: string | null;
  before: unknown;
  after: unknown;
}

/**
 * The newest first, each page one walk along an index.
 * @param beforeId where the last page ended; null for the first.
 */
export async function listAudit(
  db: Database,
  filter: AuditFilter,
  beforeId: string | null,
  limit: number,
): Promise<AuditedChange[]> {
  const values: unknown[] = [limit];
  const conditions = ['true'];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    if (value === undefined || value === null) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (filter.onlyPeople) conditions.push("a.actor like 'user:%'");
  add((p) => `a.company_id = ${p}`, filter.companyId);
  add((p) => `a.actor = 'user:' || ${p}::text`, filter.userId);
  add((p) => `a.action = ${p}`, filter.action);
  add((p) => `a.entity_id = ${p}`, filter.entityId);
  add((p) => `a.at >= ${p}`, filter.from);
  add((p) => `a.at < ${p}`, filter.to);
  add((p) => `a.id < ${p}`, beforeId);
  const { rows } = await db.pool.query<Row>(
    `select a.*, c.name as company_name, coalesce(nullif(u.name, ''), k.name) as actor_name,
            u.email as actor_email, coalesce(u.role = 'operator', false) as is_by_operator
     from (select a.* from audit_log a where ${conditions.join(' and ')}
           order by a.id desc limit $1) a
     left join company c on c.id = a.company_id
     left join app_user u on a.actor = 'user:' || u.id::text
     left join api_key k on a.actor = 'api-key:' || k.id::text
     order by a.id desc`,
    values,
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor,
    actorName: row.actor_name,
    actorEmail: row.actor_email,
    isByOperator: row.is_by_operator,
    companyId: row.company_id,
    companyName: row.company_name,
    action: row.action,
    entityId: row.entity_id,
    before: row.before,
    after: row.after,
  }));
}
