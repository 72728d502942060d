// A company with a cash register, for the tests of this package and of the worker.

import type { Seller } from '@fiscal/domain';
import { randomCode } from '@fiscal/testbed';
import { beforeEach } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { OpenTestDatabase } from './open-test-database.ts';
import { seedCashRegister, seedCompany } from './seed/index.ts';

/** Whose rights the samples are made with. */
export type Roles = Pick<OpenTestDatabase, 'api' | 'worker'>;

export interface SampleShop {
  companyId: string;
  cashRegisterId: string;
  /** Of its own, as every cash register has one. */
  tcrCode: string;
}

/** The row that the invoices of a shop take their numbers from. */
export function sampleRowOf({ tcrCode }: Pick<SampleShop, 'tcrCode'>) {
  return { tcrCode, year: 2026 };
}

export const SAMPLE_SELLER: Seller = {
  tin: '12345678',
  name: 'Prodavnica d.o.o.',
  address: 'Ulica 1',
  town: 'Podgorica',
  country: 'MNE',
  isInVat: true,
  vatNumber: null,
  bankAccount: null,
};
export const SAMPLE_CODES = {
  businessUnitCode: 'bb123bb123',
  softwareCode: 'ss123ss123',
  operatorCode: 'oo123oo123',
  maintainerCode: 'mm123mm123',
};
/** A new company of the live environment with one cash register. */
export async function createSampleShop(
  db: Roles,
  { tcrCode = randomCode(), printsAtOnce = false } = {},
): Promise<SampleShop> {
  const companyId = await seedCompany(db.api, {
    ...SAMPLE_SELLER,
    environment: 'live',
    pricesIncludeVat: false,
    offlineIssuing: true,
    printsAtOnce,
  });
  return addSampleRegister(db, companyId, tcrCode);
}

/** A shop of its own for each test of a file. */
export function useSampleShop(db: Roles, options: { printsAtOnce?: boolean } = {}): SampleShop {
  const shop = {} as SampleShop;
  beforeEach(async () => {
    Object.assign(shop, await createSampleShop(db, options));
  });
  return shop;
}

/**
 * One more cash register of a company; the first one is its default.
 * @param tcrCode null for none.
 */
export async function addSampleRegister<Code extends string | null>(
  db: Roles,
  companyId: string,
  tcrCode: Code,
): Promise<{ companyId: string; cashRegisterId: string; tcrCode: Code }> {
  const others = await db.api.prisma.cashRegister.count({ where: { companyId } });
  const cashRegisterId = await seedCashRegister(db.api, {
    companyId,
    environment: 'test',
    name: `Kasa ${others + 1}`,
    tcrCode,
    internalId: String(others + 1),
    type: 'REGULAR',
    ...SAMPLE_CODES,
    isDefault: others === 0,
  });
  return { companyId, cashRegisterId, tcrCode };
}

/** A certificate that can sign nothing. @returns its id. */
export async function addSampleCertificate(
  { api }: Pick<Roles, 'api'>,
  { companyId }: Pick<SampleShop, 'companyId'>,
  {
    environment = 'test',
    isActive = true,
  }: { environment?: 'test' | 'live'; isActive?: boolean } = {},
): Promise<string> {
  const id = uuidv7();
  const texts = { subject: 'CN=x', issuer: 'CN=y', serialNumber: '1', tin: '12345678' };
  const time = { notBefore: new Date('2026-01-01'), notAfter: new Date('2028-01-01') };
  const bytes = { certificateDer: new Uint8Array(1), sealedPrivateKey: new Uint8Array(1) };
  await api.prisma.certificate.create({
    data: {
      id,
      companyId,
      environment,
      isActive,
      fingerprintSha256: id,
      sealedTo: 'age1sample',
      ...texts,
      ...time,
      ...bytes,
    },
    // The role that stores a key can not read it back.
    select: { id: true },
  });
  return id;
}

export function scopeOf({ companyId }: SampleShop) {
  return { companyId, environment: 'test' as const };
}
