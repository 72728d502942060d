// Companies as the service stores them, for tests, runs and the demo: with cash registers, a key
// for each and a certificate. The only file outside of packages/db that knows which rows these are.

import { createPrivateKey, randomInt, X509Certificate } from 'node:crypto';
import { storeCertificate } from '@fiscal/db/company';
import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { seedApiKey, seedCashRegister, seedCompany as seedCompanyRow } from '@fiscal/db/testing';
import type { SeededCompany as NewCompany } from '@fiscal/db/testing';
import type { Identity } from './pki.ts';

type NewCashRegister = Parameters<typeof seedCashRegister>[1];
type Environment = NewCashRegister['environment'];

/** What may differ from company to company. */
export type CompanyFields = Partial<NewCompany>;

/** A cash register of an environment; what is left out has codes of its own. */
export type RegisterSeed = Pick<NewCashRegister, 'environment'> &
  Partial<Omit<NewCashRegister, 'tcrCode'>> & { tcrCode?: string };

/**
 * What differs from company to company; it sells offline, is in VAT and has a random TIN otherwise.
 */
export interface CompanySeed extends CompanyFields {
  /** The first of each environment is its default, and its key names no cash register. */
  cashRegisters?: readonly RegisterSeed[];
  /** A certificate for each environment that has a cash register. @param recipient of the vault */
  certificate?: { recipient: string; seal: Identity };
}

/** A cash register as it is stored, with its key, which can be seen only now. */
export type SeededRegister = NewCashRegister & { id: string; tcrCode: string; apiKey: string };

export interface SeededCompany {
  id: string;
  tin: string;
  name: string;
  isInVat: boolean;
  cashRegisters: SeededRegister[];
}

/** A new number each time, so that two companies of one database are two taxpayers. */
export function randomTin(): string {
  return `0${String(randomInt(1_000_000, 10_000_000))}`;
}

/**
 * A code of the authority's form, `ab123cd456` (XSD RegistrationCodeSType). What is printed is
 * unique by the TCR code, so that every cash register of an environment needs one of its own.
 */
export function randomCode(): string {
  const letters = () => String.fromCharCode(97 + randomInt(26), 97 + randomInt(26));
  const digits = () => String(randomInt(1000)).padStart(3, '0');
  return letters() + digits() + letters() + digits();
}

/** What belongs to a cash register besides its company, with codes that no other one has. */
export function newCashRegister(environment: Environment, name = 'Kasa 1') {
  return {
    environment,
    name,
    tcrCode: randomCode(),
    internalId: '1',
    type: 'REGULAR' as const,
    businessUnitCode: randomCode(),
    softwareCode: randomCode(),
    operatorCode: randomCode(),
    maintainerCode: randomCode(),
  };
}

/** Stores a company with all that it has. */
export async function seedCompany(db: Database, seed: CompanySeed = {}): Promise<SeededCompany> {
  const { cashRegisters = [], certificate, ...given } = seed;
  const company: NewCompany = {
    tin: randomTin(),
    name: 'Prodavnica d.o.o.',
    address: 'Ulica 1',
    town: 'Podgorica',
    isInVat: true,
    vatNumber: null,
    bankAccount: null,
    environment: 'live',
    pricesIncludeVat: false,
    offlineIssuing: true,
    ...given,
  };
  const { tin, name, isInVat } = company;
  const id = await seedCompanyRow(db, company);
  const seeded: SeededRegister[] = [];
  for (const each of cashRegisters) {
    const { environment } = each;
    const isDefault = seeded.every((other) => other.environment !== environment);
    const number = String(seeded.filter((other) => other.environment === environment).length + 1);
    const internalId = number;
    const register = {
      ...newCashRegister(environment, `Kasa ${number}`),
      internalId,
      ...each,
      companyId: id,
      isDefault,
    };
    const registerId = await seedCashRegister(db, register);
    const { key } = await seedApiKey(db, {
      companyId: id,
      environment,
      name: register.name,
      expiresAt: null,
      cashRegisterId: isDefault ? null : registerId,
    });
    if (isDefault && certificate !== undefined) {
      const facts = certificateFacts(certificate.seal, tin);
      await storeCertificate(db, certificate.recipient, { companyId: id, environment, ...facts });
    }
    seeded.push({ ...register, id: registerId, apiKey: key });
  }
  return { id, tin, name, isInVat, cashRegisters: seeded };
}

/** What is stored of a certificate. */
export function certificateFacts(seal: Identity, tin: string) {
  const certificate = new X509Certificate(seal.certificatePem);
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    issuer: certificate.issuer.replaceAll('\n', ', '),
    serialNumber: certificate.serialNumber,
    tin,
    fingerprintSha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    certificateDer: certificate.raw,
    privateKeyDer: createPrivateKey(seal.privateKeyPem).export({ type: 'pkcs8', format: 'der' }),
  };
}

/** The codes of the authority's portal that a company has, and its TCR codes. */
type KnownRegister = Pick<
  SeededRegister,
  'businessUnitCode' | 'softwareCode' | 'operatorCode' | 'maintainerCode' | 'internalId' | 'type'
> & { tcrCode: string };

/**
 * The master data of an authority that knows a company: the body of the simulator's
 * /control/registry.
 */
export function registryOf(
  { tin, name, isInVat = true }: { tin: string; name: string; isInVat?: boolean },
  registers: readonly KnownRegister[],
): object {
  return {
    taxpayers: [{ tin, name, isInVat }],
    businessUnits: registers.map(({ businessUnitCode: code }) => ({ code, tin })),
    softwareCodes: registers.map(({ softwareCode: code }) => ({ code })),
    maintainers: registers.map(({ maintainerCode: code }) => ({ code })),
    operators: registers.map(({ operatorCode: code }) => ({ code, tin })),
    tcrs: registers.map(({ tcrCode: code, ...register }) => {
      const { businessUnitCode, internalId, softwareCode, maintainerCode, type } = register;
      return { code, tin, businessUnitCode, internalId, softwareCode, maintainerCode, type };
    }),
  };
}

/** Runs `use` with a database that is closed afterwards. */
export async function withDatabase<T>(url: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({
    url,
    maxConnections: 2,
    applicationName: 'testbed',
    // The statement that fails says it better.
    onError: () => undefined,
  });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}
