import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from './client.ts';

/** A taxpayer as it is entered. Decisions §1. */
export interface NewCompany {
  /** 8 or 13 digits. */
  tin: string;
  name: string;
  address: string;
  town: string;
  isInVat: boolean;
  vatNumber: string | null;
  bankAccount: string | null;
  environment: Environment;
  pricesIncludeVat: boolean;
  offlineIssuing: boolean;
  /** Default false: a PDF is made at its first request. */
  printsAtOnce?: boolean;
}

/** @returns the id of the new company. */
export async function createCompany(db: Database, input: NewCompany): Promise<string> {
  const id = uuidv7();
  await db.prisma.company.create({ data: { id, ...input } });
  return id;
}

/** Changes settings of a company; API processes see it within 2 s. */
export async function updateCompany(
  db: Database,
  id: string,
  change: Partial<NewCompany> & {
    status?: 'active' | 'paused';
    /** Null takes the default of the configuration. */
    writesPerMinute?: number | null;
    readsPerMinute?: number | null;
  },
): Promise<void> {
  await db.prisma.company.update({ where: { id }, data: change });
}
