// The people at the tills as the panel lists and changes them. Every change locks the company, so
// that of two at once the second sees the first; that no two active ones have one name, an index
// holds, too. Extensions §3.

import { operatorNameKey } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { addAuditRow, addAuditRows, differences } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import type { FiscalOperator } from '../generated/client.ts';
import { lockCompany } from './companies.ts';

type Named = Pick<FiscalOperator, 'name' | 'code'>;

/** What became of a change of an operator. */
export type FiscalOperatorChange =
  | { kind: 'done'; operator: FiscalOperator }
  | { kind: 'not-found' }
  /** Another active one has the name. */
  | { kind: 'taken' }
  /** It is no longer the version that was seen; as it is now. */
  | { kind: 'changed-meanwhile'; operator: FiscalOperator };

/** A company lists so many at most: others are searched for. */
const MOST_LISTED = 1000;

/**
 * The active ones first, then by name.
 * @param search part of the name, without regard to case and blanks; empty for all.
 */
export async function listFiscalOperators(
  db: Database,
  scope: { companyId: string; environment: Environment },
  search: string,
): Promise<FiscalOperator[]> {
  return db.prisma.fiscalOperator.findMany({
    where: { ...scope, nameKey: { contains: operatorNameKey(search) } },
    orderBy: [{ isActive: 'desc' }, { name: 'asc' }, { id: 'asc' }],
    take: MOST_LISTED,
  });
}

/**
 * Adds all or none.
 * @param isSound false where something else is wrong, and nothing is to be stored.
 * @returns the keys of the names that active ones have; null if there is no such company.
 */
export async function addFiscalOperators(
  db: Database,
  scope: { companyId: string; environment: Environment },
  named: readonly Named[],
  actor: string,
  isSound = true,
): Promise<{ added: FiscalOperator[]; taken: Set<string> } | null> {
  const { companyId } = scope;
  return db.prisma.$transaction(async (tx) => {
    if (!(await lockCompany(tx, companyId))) return null;
    const rows = named.map(({ name, code }) => {
      return { id: uuidv7(), ...scope, name, nameKey: operatorNameKey(name), code };
    });
    const nameKey = { in: rows.map((row) => row.nameKey) };
    const others = await tx.fiscalOperator.findMany({
      where: { ...scope, isActive: true, nameKey },
      select: { nameKey: true },
    });
    const taken = new Set(others.map((other) => other.nameKey));
    if (taken.size > 0 || !isSound) return { added: [], taken };
    const added = await tx.fiscalOperator.createManyAndReturn({ data: rows });
    const audited = rows.map(({ id, environment, name, code }) => {
      return { companyId, entityId: id, after: { environment, name, code } };
    });
    await addAuditRows(tx, { actor, action: 'fiscal-operator.created' }, audited);
    return { added, taken };
  });
}

/** From the next invoice on. @param seen the version that was seen; null for whatever it is. */
export async function updateFiscalOperator(
  db: Database,
  { companyId, operatorId: id }: { companyId: string; operatorId: string },
  change: Partial<Pick<FiscalOperator, 'name' | 'code' | 'isActive'>>,
  actor: string,
  seen: number | null,
): Promise<FiscalOperatorChange> {
  return db.prisma.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const row = await tx.fiscalOperator.findFirst({ where: { id, companyId } });
    if (!row) return { kind: 'not-found' };
    if (seen !== null && seen !== row.version) return { kind: 'changed-meanwhile', operator: row };
    const changed = differences<typeof change>(row, change);
    if (!changed) return { kind: 'done', operator: row };
    const { name, isActive, environment } = { ...row, ...changed.after };
    const nameKey = operatorNameKey(name);
    const others = { companyId, environment, isActive: true, nameKey, id: { not: id } };
    if (isActive && (await tx.fiscalOperator.findFirst({ where: others }))) {
      return { kind: 'taken' };
    }
    const data = { ...changed.after, nameKey };
    const operator = await tx.fiscalOperator.update({ where: { id }, data });
    const action = 'fiscal-operator.changed';
    await addAuditRow(tx, { actor, companyId, action, entityId: id, ...changed });
    return { kind: 'done', operator };
  });
}
