// Another company beside the demo: for runs that need several taxpayers, each with cash registers,
// a certificate and a key for each register.

import { addDemo, type DemoCompany } from '../companies/demo.ts';
import { issueTaxpayer, sharedKeyPair } from '../companies/pki.ts';
import type { Identity } from '../companies/pki.ts';
import { randomTin, registryOf, seedCompany, withDatabase } from '../companies/seed-company.ts';
import type { CompanyFields, SeededCompany } from '../companies/seed-company.ts';
import { controlOf } from '../companies/simulator-control.ts';
import type { Stack } from './stack.ts';

/** What may differ from company to company. */
export interface CompanyPlan extends CompanyFields {
  name: string;
  /** In each of the environments. */
  cashRegisters: number;
  /** The test environment alone, unless said otherwise. */
  environments?: readonly ('test' | 'live')[];
  /** With its TIN, where the taxpayer has one already: making a key pair is slow. */
  seal?: Identity;
}

/** Stores a company, which can sell at once: the simulator knows it, too. */
export async function addCompany(
  {
    databaseUrl,
    demo,
    pki,
    simulatorUrl,
  }: Pick<Stack, 'databaseUrl' | 'demo' | 'pki' | 'simulatorUrl'>,
  { cashRegisters: count, environments = ['test'], seal, tin = randomTin(), ...plan }: CompanyPlan,
): Promise<SeededCompany> {
  const company = await withDatabase(databaseUrl, (db) =>
    seedCompany(db, {
      environment: environments.includes('live') ? 'live' : 'test',
      ...plan,
      tin,
      cashRegisters: environments.flatMap((environment) =>
        Array.from({ length: count }, () => ({ environment })),
      ),
      certificate: {
        recipient: demo.vault.recipient,
        seal: seal ?? issueTaxpayer(pki.authority, tin, plan.name, { keyPair: sharedKeyPair() }),
      },
    }),
  );
  await controlOf(simulatorUrl)('POST', '/registry', registryOf(company, company.cashRegisters));
  return company;
}

/** A company like the demo with an operator of its own, known to the simulator. */
export async function addDemoCompany({
  databaseUrl,
  demo,
  pki,
  simulatorUrl,
}: Pick<Stack, 'databaseUrl' | 'demo' | 'pki' | 'simulatorUrl'>): Promise<DemoCompany> {
  const added = await addDemo(databaseUrl, pki, demo.vault);
  const known = registryOf(added.company, Object.values(added.cashRegisters));
  await controlOf(simulatorUrl)('POST', '/registry', known);
  return added;
}
