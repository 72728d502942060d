// Who did what, when, read in pages. audit-row.ts writes what people do.

import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { startConditions } from '../connection/conditions.ts';
import { statement } from '../connection/statement.ts';
import type { AuditAction } from './audit-actions.ts';

/** What an entry is about, as far as it is still there. */
export interface AuditSubject {
  kind: 'invoice' | 'person' | 'cash-register' | 'operator' | 'api-key' | 'certificate';
  id: string;
  /** Null for an invoice that has neither a number nor a buyer. */
  name: string | null;
  /** Null for people, who have none. */
  environment: Environment | null;
}

/** An entry of the audit log, with the names of who and what it is about. */
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
  action: AuditAction;
  entityId: string | null;
  about: AuditSubject | null;
  before: unknown;
  after: unknown;
}

export interface AuditFilter {
  companyId?: string | undefined;
  /** Only what people did in the panel. */
  onlyPeople: boolean;
  userId?: string | undefined;
  action?: AuditAction | undefined;
  entityId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/**
 * What the entry `a` is about, looked up by key in each table that it may stand in; never of
 * another company than the entry's.
 */
const SUBJECT = `
  select 'invoice' as kind, i.id, coalesce(i.invoice_number, (
    select c.request -> 'buyer' ->> 'name' from content_of_invoice(i.id) c),
    nullif(i.order_number, 0)::text) as name, i.environment
  from invoice i where i.id = a.entity_id and i.company_id = a.company_id
  union all
  select 'person', p.id, coalesce(nullif(p.name, ''), p.email), null
  from app_user p where p.id = a.entity_id and p.company_id is not distinct from a.company_id
  union all
  select 'cash-register', r.id, r.name, r.environment
  from cash_register r where r.id = a.entity_id and r.company_id = a.company_id
  union all
  select 'operator', o.id, o.name, o.environment
  from fiscal_operator o where o.id = a.entity_id and o.company_id = a.company_id
  union all
  select 'api-key', y.id, y.name, y.environment
  from api_key y where y.id = a.entity_id and y.company_id = a.company_id
  union all
  select 'certificate', t.id, coalesce(substring(t.subject from 'CN=([^,]+)'), t.subject), t.environment
  from certificate t where t.id = a.entity_id and t.company_id = a.company_id`;

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
  // What one person did is found by the index of what people did.
  if (filter.onlyPeople || filter.userId !== undefined) conditions.require("a.actor like 'user:%'");
  add((p) => `a.company_id = ${p}`, filter.companyId);
  add((p) => `a.actor = 'user:' || ${p}::text`, filter.userId);
  add((p) => `a.action = ${p}`, filter.action);
  add((p) => `a.entity_id = ${p}`, filter.entityId);
  add((p) => `a.at >= ${p}`, filter.from);
  add((p) => `a.at < ${p}`, filter.to);
  add((p) => `a.id < ${p}`, beforeId ?? undefined);
  const text = `select a.id, a.at, a.actor, coalesce(nullif(u.name, ''), k.name) as "actorName",
            u.email as "actorEmail", coalesce(u.company_id is null and u.id is not null, false) as "isByOperator",
            a.company_id as "companyId", c.name as "companyName", a.action,
            a.entity_id as "entityId",
            case when about.id is null then null else to_jsonb(about) end as about, a.before, a.after
     from (select a.* from audit_log a where ${conditions.text()}
           order by a.id desc limit ${parameter(limit)}) a
     left join lateral (${SUBJECT} limit 1) about on true
     left join company c on c.id = a.company_id
     left join app_user u on a.actor = 'user:' || u.id::text
     left join api_key k on a.actor = 'api-key:' || k.id::text
     order by a.id desc`;
  return statement.inSlices<object, AuditedChange>(null, text)(db, conditions.values);
}
