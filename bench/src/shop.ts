import type { Database } from '@fiscal/db/connection';
import { seedCashRegister, seedCompany } from '@fiscal/db/testing';

export const TIN = '12345678';

/** A company with a cash register in the test environment. */
export async function createShop(db: Database, tcrCode = 'cc123cc123') {
  const companyId = await seedCompany(db, {
    tin: TIN,
    name: 'Prodavnica d.o.o.',
    address: 'Ulica 1',
    town: 'Podgorica',
    isInVat: true,
    vatNumber: null,
    bankAccount: null,
    environment: 'test',
    pricesIncludeVat: false,
    offlineIssuing: true,
  });
  const cashRegisterId = await seedCashRegister(db, {
    companyId,
    environment: 'test',
    name: 'Kasa 1',
    tcrCode,
    internalId: '1',
    type: 'REGULAR',
    businessUnitCode: 'bb123bb123',
    softwareCode: 'ss123ss123',
    operatorCode: 'oo123oo123',
    maintainerCode: 'mm123mm123',
    isDefault: true,
  });
  return { companyId, cashRegisterId, tcrCode };
}
