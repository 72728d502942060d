// Where the cash registers of a company stand, as the panel lists and enters it. Extensions §4.

import { v7 as uuidv7 } from 'uuid';
import { addAuditRow, differences } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import type { BusinessUnit, Environment } from '../generated/client.ts';
import { lockCompany } from './companies.ts';

/** By code. */
export async function listBusinessUnits(
  db: Database,
  scope: { companyId: string; environment: Environment },
): Promise<BusinessUnit[]> {
  return db.prisma.businessUnit.findMany({ where: scope, orderBy: { code: 'asc' } });
}

/**
 * Enters one, or changes the one of its code as a whole, from the next invoice on: of two at once
 * the later counts, and the audit log has both.
 * @returns null if there is no such company.
 */
export async function enterBusinessUnit(
  db: Database,
  companyId: string,
  unit: Omit<BusinessUnit, 'id' | 'companyId' | 'createdAt'>,
  actor: string,
): Promise<BusinessUnit | null> {
  const { environment, code } = unit;
  return db.prisma.$transaction(async (tx) => {
    if (!(await lockCompany(tx, companyId))) return null;
    const row = await tx.businessUnit.findFirst({ where: { companyId, environment, code } });
    const changed = row ? differences<Partial<BusinessUnit>>(row, unit) : { after: unit };
    if (row && !changed) return row;
    const id = row?.id ?? uuidv7();
    const action = 'business-unit.entered';
    await addAuditRow(tx, { actor, companyId, action, entityId: id, ...changed });
    return tx.businessUnit.upsert({
      where: { id },
      create: { ...unit, companyId, id },
      update: unit,
    });
  });
}
