import type { CashRegisterCodes, Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from './client.ts';

/** A TCR (ENU) with its codes. Decisions §1. */
export interface NewCashRegister {
  companyId: string;
  environment: Environment;
  name: string;
  /** null until the authority has given the code. */
  tcrCode: string | null;
  /** XSD TCRIntID. */
  internalId: string;
  type: 'REGULAR' | 'VENDING';
  businessUnitCode: string;
  softwareCode: string;
  operatorCode: string;
  maintainerCode: string;
  isDefault: boolean;
}

/** @returns the id of the new cash register. */
export async function createCashRegister(db: Database, input: NewCashRegister): Promise<string> {
  const id = uuidv7();
  await db.prisma.cashRegister.create({ data: { id, ...input } });
  return id;
}

/** Changes codes of a cash register, from the next message on. */
export async function updateCashRegister(
  db: Database,
  id: string,
  change: Partial<CashRegisterCodes>,
): Promise<void> {
  await db.prisma.cashRegister.update({ where: { id }, data: change });
}
