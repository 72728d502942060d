// The demo company: who it is, its codes, its keys, and what the simulator has to know of it. Made
// on the first start and used again on every later one; its secrets lie in the folder of the run,
// for the owner only.

import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateVaultKeys } from '@fiscal/db/company';
import { insertDemo, isDemoIn } from './demo-database.ts';
import type { DemoCashRegister, DemoCompany, DemoPlan } from './demo-plan.ts';
import { writePrivateFile } from './folders.ts';
import { issueTaxpayer, type Pki } from './pki.ts';
import { randomCode } from './registration-code.ts';

/**
 * The demo company of this run's folder and database: the one of the last run when both still know
 * it, else a new one. @returns `isNew` when it was made now.
 */
export async function openDemo(
  directory: string,
  databaseUrl: string,
  pki: Pki,
): Promise<{ demo: DemoCompany; isNew: boolean }> {
  const file = join(directory, 'demo-company.json');
  const known = readDemo(file);
  if (known !== undefined && (await isDemoIn(databaseUrl, known))) {
    return { demo: known, isNew: false };
  }
  const plan = await planDemo();
  const { tin, name } = plan.company;
  const stored = await insertDemo(databaseUrl, plan, {
    test: issueTaxpayer(pki.authority, tin, name),
    live: issueTaxpayer(pki.authority, tin, name),
  });
  const operator = { ...plan.operator, email: stored.email };
  const demo = { ...plan, operator, testKey: stored.testKey, liveKey: stored.liveKey };
  writePrivateFile(file, `${JSON.stringify(demo, null, 2)}\n`);
  return { demo, isNew: true };
}

/** The master data of the authority that know the demo company: JSON for the simulator. */
export function registryOf({ company, cashRegisters }: DemoPlan): object {
  return registryOfCompany(company.tin, company.name, Object.values(cashRegisters));
}

/** The master data of the authority that know a company and its cash registers. */
export function registryOfCompany(
  tin: string,
  name: string,
  registers: readonly DemoCashRegister[],
): object {
  return {
    taxpayers: [{ tin, name, isInVat: true }],
    businessUnits: registers.map((register) => ({ code: register.businessUnitCode, tin })),
    softwareCodes: registers.map((register) => ({ code: register.softwareCode })),
    maintainers: registers.map((register) => ({ code: register.maintainerCode })),
    operators: registers.map((register) => ({ code: register.operatorCode, tin })),
    tcrs: registers.map((register) => ({
      code: register.tcrCode,
      tin,
      businessUnitCode: register.businessUnitCode,
      internalId: register.internalId,
      softwareCode: register.softwareCode,
      maintainerCode: register.maintainerCode,
      type: register.type,
    })),
  };
}

async function planDemo(): Promise<DemoPlan> {
  return {
    company: {
      // A new number each time, so that two demos in one database are two taxpayers.
      tin: `0${String(randomInt(1_000_000, 10_000_000))}`,
      name: 'Knjižara Đurđevak d.o.o.',
      address: 'Njegoševa 12',
      town: 'Podgorica',
      vatNumber: `30/31-${String(randomInt(10_000, 100_000))}-1`,
      bankAccount: '520-0000000012345-67',
    },
    cashRegisters: { test: makeCashRegister('test'), live: makeCashRegister('live') },
    vault: await generateVaultKeys(),
    operator: {
      email: 'operator@demo.example',
      password: randomBytes(15).toString('base64url'),
    },
  };
}

/** A cash register with codes of its own. */
export function makeCashRegister(environment: 'test' | 'live'): DemoCashRegister {
  return {
    name: `Kasa 1 (${environment})`,
    tcrCode: randomCode(),
    internalId: '1',
    type: 'REGULAR',
    businessUnitCode: randomCode(),
    softwareCode: randomCode(),
    operatorCode: randomCode(),
    maintainerCode: randomCode(),
  };
}

function readDemo(file: string): DemoCompany | undefined {
  if (!existsSync(file)) return undefined;
  try {
    // Our own file; one that was damaged or written by another version is made anew.
    const demo = JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoCompany>;
    const isWhole =
      demo.testKey && demo.liveKey && demo.vault && demo.cashRegisters && demo.company;
    return isWhole ? (demo as DemoCompany) : undefined;
  } catch {
    return undefined;
  }
}
