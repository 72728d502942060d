// Every change of the panel leaves a row in the audit log, in the transaction that makes it.

import { Prisma } from '../generated/client.ts';

/** What a change is written with. */
export type Transaction = Prisma.TransactionClient;

/** Who did what to what; never a secret. */
export interface AuditRow {
  /** `user:<id>`, `visitor` who is not signed in, `command-line`, … */
  actor: string;
  /** Null where it is about no company. */
  companyId: string | null;
  /** `noun.verb-past` */
  action: string;
  /** Null where it is about nothing that is stored. */
  entityId: string | null;
  /** Null or absent where there was nothing before. */
  before?: object | null;
  after?: object | null;
}

export async function addAuditRow(tx: Transaction, row: AuditRow): Promise<void> {
  await tx.auditLog.create({
    data: { ...row, before: json(row.before ?? null), after: json(row.after ?? null) },
  });
}

function json(value: object | null) {
  // Dates and whatever else is no JSON by itself is written as its text.
  if (value === null) return Prisma.DbNull;
  return JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject;
}

/** The fields that a change really changes, as they were and as they are; null if it changes none. */
export function differences<Row extends object>(
  row: Row,
  change: Partial<Row>,
): { before: Partial<Row>; after: Partial<Row> } | null {
  const keys = (Object.keys(change) as (keyof Row)[]).filter(
    (key) => change[key] !== undefined && change[key] !== row[key],
  );
  if (keys.length === 0) return null;
  const before: Partial<Row> = {};
  const after: Partial<Row> = {};
  for (const key of keys) {
    before[key] = row[key];
    after[key] = change[key];
  }
  return { before, after };
}
