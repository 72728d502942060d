// Writes the demo company into a migrated database and finds it again. The only file of the testbed
// that knows how the service stores things, beside company.ts.

import { argon2Sync, randomBytes, X509Certificate, createPrivateKey } from 'node:crypto';
import {
  createApiKey,
  createCashRegister,
  createCompany,
  createUser,
  findApiCaller,
  openDatabase,
  storeCertificate,
  type Database,
} from '@fiscal/db';
import type { DemoCompany, DemoPlan } from './demo-plan.ts';
import type { Identity } from './pki.ts';

const environments = ['test', 'live'] as const;
// RFC 9106, second recommended option.
const argon2 = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 };

/** True if both keys of the demo are known in this database. */
export async function isDemoIn(databaseUrl: string, demo: DemoCompany): Promise<boolean> {
  return withDatabase(databaseUrl, async (db) => {
    const callers = [await findApiCaller(db, demo.testKey), await findApiCaller(db, demo.liveKey)];
    return callers.every((caller) => caller !== null);
  });
}

/**
 * Stores the company with a cash register, an e-seal and an API key for each environment, and the
 * operator. The company is live, so that the live key works, too.
 */
export async function insertDemo(
  databaseUrl: string,
  plan: DemoPlan,
  seals: Record<'test' | 'live', Identity>,
): Promise<{ testKey: string; liveKey: string; email: string }> {
  return withDatabase(databaseUrl, async (db) => {
    const { tin, name, address, town, vatNumber, bankAccount } = plan.company;
    const companyId = await createCompany(db, {
      tin,
      name,
      address,
      town,
      isInVat: true,
      vatNumber,
      bankAccount,
      environment: 'live',
      pricesIncludeVat: false,
      offlineIssuing: true,
    });
    const keys = { test: '', live: '' };
    for (const environment of environments) {
      const register = plan.cashRegisters[environment];
      const owner = { companyId, environment };
      await createCashRegister(db, { ...owner, ...register, isDefault: true });
      await storeCertificate(db, plan.vault.recipient, {
        ...owner,
        ...factsOf(seals[environment], tin),
      });
      const key = await createApiKey(db, {
        ...owner,
        name: `Demo, ${environment}`,
        cashRegisterId: null,
        expiresAt: null,
      });
      keys[environment] = key.key;
    }
    const email = await freeEmail(db, plan.operator.email);
    await createUser(db, {
      email,
      passwordHash: hashPassword(plan.operator.password),
      role: 'operator',
      companyId: null,
      name: 'Operater Demo',
    });
    return { testKey: keys.test, liveKey: keys.live, email };
  });
}

// In a database that outlived its .run folder the address is taken by an operator whose password
// nobody knows any more.
async function freeEmail(db: Database, wanted: string): Promise<string> {
  const taken = await db.prisma.user.findFirst({ where: { email: wanted } });
  return taken === null ? wanted : wanted.replace('@', `-${randomBytes(3).toString('hex')}@`);
}

/** What is stored of a certificate. */
export function factsOf(seal: Identity, tin: string) {
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

/** argon2id in PHC form. */
function hashPassword(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { ...argon2, message: Buffer.from(password), nonce });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const { memory, passes, parallelism } = argon2;
  const cost = `m=${String(memory)},t=${String(passes)},p=${String(parallelism)}`;
  return `$argon2id$v=19$${cost}$${base64(nonce)}$${base64(tag)}`;
}

/** Runs `use` with a database that is closed afterwards. */
export async function withDatabase<T>(url: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({
    url,
    maxConnections: 2,
    applicationName: 'fiscal-demo',
    // The statement that fails says it better.
    onError: () => undefined,
  });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}
