// Who did what, when, read in pages. audit-row.ts writes what people do.

import type { Database } from '../connection/client.ts';
import { startConditions } from '../connection/conditions.ts';

export interface AuditedChange {
  id: string;
  at: Date;
  actor: string;
  /** A person's or an API key's name; null where there is none, and for the service itself. */
  actorName: string | null;
  actorEmail: string | null;
  isByOperator: boolean;
  companyId: string | null;
  companyName: string | null;
  action: string;
  entityId: string | null;
  before: unknown;
  after: unknown;
}

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
  const conditions = startConditions();
  const { add, parameter } = conditions;
  if (filter.onlyPeople) conditions.require("a.actor like 'user:%'");
  add((p) => `a.company_id = ${p}`, filter.companyId);
  add((p) => `a.actor = 'user:' || ${p}::text`, filter.userId);
  add((p) => `a.action = ${p}`, filter.action);
  add((p) => `a.entity_id = ${p}`, filter.entityId);
  add((p) => `a.at >= ${p}`, filter.from);
  add((p) => `a.at < ${p}`, filter.to);
  add((p) => `a.id < ${p}`, beforeId ?? undefined);
  const { rows } = await db.pool.query<AuditedChange>(
    `select a.id, a.at, a.actor, coalesce(nullif(u.name, ''), k.name) as "actorName",
            u.email as "actorEmail", coalesce(u.role = 'operator', false) as "isByOperator",
            a.company_id as "companyId", c.name as "companyName", a.action,
            a.entity_id as "entityId", a.before, a.after
     from (select a.* from audit_log a where ${conditions.text()}
           order by a.id desc limit ${parameter(limit)}) a
     left join company c on c.id = a.company_id
     left join app_user u on a.actor = 'user:' || u.id::text
     left join api_key k on a.actor = 'api-key:' || k.id::text
     order by a.id desc`,
    conditions.values,
  );
  return rows;
}
