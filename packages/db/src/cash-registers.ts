import type { Environment } from '@fiscal/domain';
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

/** The cash register that has a TCR code. Decisions §6: no other one of the environment can have it. */
export interface TcrCodeHolder {
  /** Null where it is another company's. */
  name: string | null;
}

/** @returns the id of the new cash register. */
export async function createCashRegister(db: Database, input: NewCashRegister): Promise<string> {
  const id = uuidv7();
  await db.prisma.cashRegister.create({ data: { id, ...input } });
  return id;
}
