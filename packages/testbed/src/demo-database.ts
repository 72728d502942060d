// Writes the demo company into a migrated database and finds it again. The only file of the testbed
// that knows how the service stores things, beside company.ts.

import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { createOperator, hashPassword } from '@fiscal/db/account';
import {
  createApiKey,
  createCashRegister,
  createCompany,
  findApiCaller,
  goLive,
  storeCertificate,
} from '@fiscal/db/company';
import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import type { DemoCompany, DemoPlan } from './demo-plan.ts';
import type { Identity } from './pki.ts';

const environments = ['test', 'live'] as const;
/** As the audit log names who makes the demo. */
const ACTOR = 'command-line';

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
    const profile = {
      ...plan.company,
      ...{ country: 'MNE', logo: null },
      ...{ isInVat: true, pricesIncludeVat: false, offlineIssuing: true, printsAtOnce: false },
    };
    const company = await createCompany(db, profile, ACTOR);
    if (company === null) throw new Error(`there is a company with the TIN ${profile.tin}`);
    const companyId = company.id;
    await goLive(db, companyId, ACTOR, () => true);
    const keys = { test: '', live: '' };
    for (const environment of environments) {
      const register = plan.cashRegisters[environment];
      const owner = { companyId, environment };
      await createCashRegister(db, { ...owner, ...register }, ACTOR);
      const certificate = { ...owner, ...factsOf(seals[environment], profile.tin) };
      await storeCertificate(db, plan.vault.recipient, certificate, ACTOR);
      const name = `Demo, ${environment}`;
      const input = { ...owner, name, cashRegisterId: null, expiresAt: null };
      const created = await createApiKey(db, input, ACTOR);
      if (created.kind !== 'done') throw new Error(`no API key of the demo: ${created.kind}`);
      keys[environment] = created.made.key;
    }
    const email = await storeOperator(db, plan.operator);
    return { testKey: keys.test, liveKey: keys.live, email };
  });
}

// In a database that outlived its .run folder the address is taken by an operator of an unknown password.
async function storeOperator(db: Database, operator: DemoPlan['operator']): Promise<string> {
  const passwordHash = await hashPassword(operator.password);
  let { email } = operator;
  while (!(await createOperator(db, { email, passwordHash }, false))) {
    email = operator.email.replace('@', `-${randomBytes(3).toString('hex')}@`);
  }
  return email;
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
