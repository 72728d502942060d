import type { Database } from '@fiscal/db/connection';
import { seedCompany } from '@fiscal/testbed';

export const TIN = '12345678';

/** A company with a cash register in the test environment. */
export async function createShop(db: Database) {
  const { id: companyId, cashRegisters } = await seedCompany(db, {
    ...{ tin: TIN, environment: 'test', cashRegisters: [{ environment: 'test' }] },
  });
  const [{ id: cashRegisterId, tcrCode }] = cashRegisters as [(typeof cashRegisters)[number]];
  return { companyId, cashRegisterId, tcrCode };
}
