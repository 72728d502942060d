import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { createTestDatabase, seedCompany } from '@fiscal/testbed';

export const TIN = '12345678';

/** A company with a cash register in the test environment. */
export async function createShop(db: Database) {
  const { id: companyId, cashRegisters } = await seedCompany(db, {
    tin: TIN,
    environment: 'test',
    cashRegisters: [{ environment: 'test' }],
  });
  const [{ id: cashRegisterId, tcrCode }] = cashRegisters as [(typeof cashRegisters)[number]];
  return { companyId, cashRegisterId, tcrCode };
}

/** Runs `use` with a migrated database that is dropped afterwards. @param url of its owner. */
export async function withNewDatabase(
  maxConnections: number,
  use: (db: Database, url: string) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase();
  const options = { url: database.url, maxConnections, applicationName: 'bench' };
  const db = openDatabase({ ...options, onError: () => undefined });
  try {
    await use(db, database.url);
  } finally {
    await db.close();
    await database.drop();
  }
}
