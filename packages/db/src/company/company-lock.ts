import type { Company } from '../generated/client.ts';
import type { Transaction } from '../audit/audit-row.ts';

/**
 * The company, locked until the transaction ends: one change of it, or of what belongs to it, at a
 * time, and no invoice of it is added meanwhile. Null if there is none.
 */
export async function lockCompany(tx: Transaction, companyId: string): Promise<Company | null> {
  await tx.$executeRaw`select 1 from company where id = ${companyId}::uuid for update`;
  return tx.company.findUnique({ where: { id: companyId } });
}
