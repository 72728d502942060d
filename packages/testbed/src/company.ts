// Another company beside the demo: for runs that need several taxpayers, each with cash registers, an
// e-seal and a key for each register. The simulator has to be told of it by whoever asks for it.

import { randomInt } from 'node:crypto';
import { storeCertificate } from '@fiscal/db/company';
import { seedApiKey, seedCashRegister, seedCompany } from '@fiscal/db/testing';
import { makeCashRegister, registryOfCompany } from './demo.ts';
import { factsOf, withDatabase } from './demo-database.ts';
import { issueTaxpayer } from './pki.ts';
import type { Stack } from './stack.ts';

/** What may differ from company to company. */
export interface CompanyPlan {
  name: string;
  cashRegisters: number;
  pricesIncludeVat?: boolean;
  offlineIssuing?: boolean;
  printsAtOnce?: boolean;
}

/** A company of the test environment as it is stored. */
export interface StoredCompany {
  id: string;
  name: string;
  tin: string;
  cashRegisters: { id: string; tcrCode: string; apiKey: string }[];
  /** Master data for the authority: the body of the simulator's POST /control/registry. */
  registry: object;
}

/** Stores a company that sells at once. */
export async function addCompany(
  { databaseUrl, demo, pki }: Pick<Stack, 'databaseUrl' | 'demo' | 'pki'>,
  plan: CompanyPlan,
): Promise<StoredCompany> {
  const tin = `0${String(randomInt(1_000_000, 10_000_000))}`;
  const owner = await withDatabase(databaseUrl, async (db) => {
    const companyId = await seedCompany(db, {
      tin,
      name: plan.name,
      address: 'Njegoševa 12',
      town: 'Podgorica',
      isInVat: true,
      vatNumber: `30/31-${String(randomInt(10_000, 100_000))}-1`,
      bankAccount: '520-0000000012345-67',
      environment: 'test',
      pricesIncludeVat: plan.pricesIncludeVat ?? false,
      offlineIssuing: plan.offlineIssuing ?? true,
      printsAtOnce: plan.printsAtOnce ?? false,
    });
    const environment = 'test' as const;
    const seal = issueTaxpayer(pki.authority, tin, plan.name);
    const facts = factsOf(seal, tin);
    await storeCertificate(db, demo.vault.recipient, { companyId, environment, ...facts });
    return { companyId, environment };
  });
  const registers = Array.from({ length: plan.cashRegisters }, (_, index) => ({
    ...makeCashRegister('test'),
    name: `Kasa ${String(index + 1)}`,
    internalId: String(index + 1),
  }));
  const cashRegisters = await withDatabase(databaseUrl, (db) =>
    Promise.all(
      registers.map(async (register, index) => {
        const isDefault = index === 0;
        const id = await seedCashRegister(db, { ...owner, ...register, isDefault });
        const wanted = { ...owner, name: register.name, cashRegisterId: id, expiresAt: null };
        const { key } = await seedApiKey(db, wanted);
        return { id, tcrCode: register.tcrCode, apiKey: key };
      }),
    ),
  );
  const registry = registryOfCompany(tin, plan.name, registers);
  return { id: owner.companyId, name: plan.name, tin, cashRegisters, registry };
}
