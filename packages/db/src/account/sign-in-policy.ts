// What a company asks of its admins when they sign in.

import type { Database } from '../connection/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';

/** Whether the company's admins need a second factor; null if there is no such company. */
export async function findSecondFactorRule(
  db: Database,
  companyId: string,
): Promise<boolean | null> {
  const row = await db.prisma.company.findUnique({
    where: { id: companyId },
    select: { requiresSecondFactor: true },
  });
  return row?.requiresSecondFactor ?? null;
}

/** @returns false if there is no such company. */
export async function setSecondFactorRule(
  db: Database,
  actor: string,
  companyId: string,
  requiresSecondFactor: boolean,
): Promise<boolean> {
  return db.prisma.$transaction(async (tx) => {
    const { count } = await tx.company.updateMany({
      where: { id: companyId, NOT: { requiresSecondFactor } },
      data: { requiresSecondFactor },
    });
    if (count === 0) return (await tx.company.count({ where: { id: companyId } })) > 0;
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: companyId,
      action: 'company.changed',
      before: { requiresSecondFactor: !requiresSecondFactor },
      after: { requiresSecondFactor },
    });
    return true;
  });
}
