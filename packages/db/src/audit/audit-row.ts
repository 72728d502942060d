// Every audited change leaves its row in the audit log with the same text, in the transaction that
// makes it.

import { statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/statement.ts';
import type { AuditAction } from './audit-actions.ts';

/** Who did what to what; never a secret. */
export interface AuditRow {
  /** `user:<id>`, `visitor` who is not signed in, `command-line`, … */
  actor: string;
  /** Null where it is about no company. */
  companyId: string | null;
  action: AuditAction;
  /** Null where it is about nothing that is stored. */
  entityId: string | null;
  /** Null or absent where there was nothing before. */
  before?: object | null;
  after?: object | null;
}

/** The SQL of an action that its statement composes, with the type of all that it may come to. */
export interface ComposedAction<Action extends AuditAction> {
  sql: string;
  /** Only a type: no value is ever set. */
  comesTo?: Action;
}

/** The SQL of each value of an audit row; `before` and `after` are of the type jsonb. */
interface AuditExpressions {
  actor: string;
  companyId: string;
  /** Its name, or SQL. */
  action: AuditAction | ComposedAction<AuditAction>;
  entityId: string;
  before?: string;
  after?: string;
}

/** The statement that adds an audit row for each row of `from`. */
export function insertAudit(row: AuditExpressions, from: string): string {
  const { actor, companyId, action, entityId, before = 'null', after = 'null' } = row;
  const name = typeof action === 'string' ? `'${action}'` : action.sql;
  return `
    insert into audit_log (actor, company_id, action, entity_id, before, after)
    select ${actor}, ${companyId}, ${name}, ${entityId}, (${before})::jsonb, (${after})::jsonb
    from ${from}`;
}

interface GivenValues extends Pick<AuditRow, 'actor' | 'action'> {
  /** JSON. */
  before: string | null;
  after: string | null;
}
const GIVEN = {
  actor: ':actor::text',
  action: { sql: ':action::text' },
  before: ':before',
  after: ':after',
};
const insertRow = statement.run<GivenValues & Pick<AuditRow, 'companyId' | 'entityId'>>(
  'insert_audit_row',
  insertAudit(
    { ...GIVEN, companyId: 'company_id', entityId: 'entity_id' },
    '(select :companyId::uuid as company_id, :entityId::uuid as entity_id) about',
  ),
);
const insertPersonRow = statement.run<GivenValues & { userId: string }>(
  'insert_person_audit_row',
  insertAudit(
    { ...GIVEN, companyId: 'company_id', entityId: 'id' },
    'app_user where id = :userId::uuid',
  ),
);

/** Adds a row. Dates, and whatever else is no JSON by itself, are written as their texts. */
export async function addAuditRow(tx: Transaction, row: AuditRow): Promise<void> {
  await insertRow(tx, { ...row, ...jsonOf(row) });
}

/**
 * Adds a row about a person, which is one of the person's company.
 * @param row by the person, unless it says so.
 */
export async function addPersonAudit(
  tx: Transaction,
  userId: string,
  row: Pick<AuditRow, 'action' | 'before' | 'after'> & { actor?: string },
): Promise<void> {
  await insertPersonRow(tx, { actor: `user:${userId}`, userId, ...row, ...jsonOf(row) });
}

const insertRows = statement.run<Pick<AuditRow, 'actor' | 'action'> & { rows: string }>(
  'insert_audit_rows',
  insertAudit(
    {
      actor: GIVEN.actor,
      action: GIVEN.action,
      companyId: `(row ->> 'companyId')::uuid`,
      entityId: `(row ->> 'entityId')::uuid`,
      after: `row -> 'after'`,
    },
    'json_array_elements(:rows) row',
  ),
);

/** Adds rows of one action, in one statement. */
export async function addAuditRows(
  tx: Transaction,
  { actor, action }: Pick<AuditRow, 'actor' | 'action'>,
  rows: readonly Pick<AuditRow, 'companyId' | 'entityId' | 'after'>[],
): Promise<void> {
  await insertRows(tx, { actor, action, rows: JSON.stringify(rows) });
}

function jsonOf({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
  return { before: json(before), after: json(after) };
}

/**
 * The fields that a change really changes, as they were and as they are; null if it changes none.
 */
export function differences<Row extends object>(
  row: Row,
  change: Partial<Row>,
): { before: Partial<Row>; after: Partial<Row> } | null {
  const keys = (Object.keys(change) as (keyof Row)[]).filter(
    (key) => change[key] !== undefined && change[key] !== row[key],
  );
  if (keys.length === 0) return null;
  const of = (values: Partial<Row>) =>
    Object.fromEntries(keys.map((key) => [key, values[key]])) as Partial<Row>;
  return { before: of(row), after: of(change) };
}
