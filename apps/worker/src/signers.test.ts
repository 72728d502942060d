import { createPrivateKey, X509Certificate } from 'node:crypto';
import { generateVaultKeys, storeCertificate } from '@fiscal/db/company';
import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { seedCompany } from '@fiscal/db/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { issueTaxpayer, makeAuthority } from '../../../packages/testbed/src/pki.ts';
import { createTestDatabase } from '../../../packages/testbed/src/test-database.ts';
import type { TestDatabase } from '../../../packages/testbed/src/test-database.ts';
import { workerEnvSchema } from './env.ts';
import { openSigners } from './signers.ts';

const TIN = '12345678';

let database: TestDatabase;
/** With the rights of a worker. */
let db: Database;
/** With those of the API, which stores what a worker signs with. */
let api: Database;
let store: (recipient: string) => Promise<string>;
beforeAll(async () => {
  database = await createTestDatabase();
  const onError = (error: Error) => {
    throw error;
  };
  const options = { maxConnections: 2, applicationName: 'test', onError };
  db = openDatabase({ url: database.workerUrl, ...options });
  api = openDatabase({ url: database.apiUrl, ...options });
  const companyId = await seedCompany(api, {
    tin: TIN,
    name: 'Prodavnica d.o.o.',
    address: 'Ulica 1',
    town: 'Podgorica',
    isInVat: true,
    vatNumber: null,
    bankAccount: null,
    environment: 'test',
    pricesIncludeVat: false,
    offlineIssuing: true,
  });
  const seal = issueTaxpayer(makeAuthority(), TIN, 'Prodavnica d.o.o.');
  const { raw, subject, issuer, serialNumber, validFromDate, validToDate } = new X509Certificate(
    seal.certificatePem,
  );
  store = (recipient) =>
    storeCertificate(api, recipient, {
      companyId,
      environment: 'test',
      subject,
      issuer,
      serialNumber,
      tin: TIN,
      fingerprintSha256: '',
      notBefore: validFromDate,
      notAfter: validToDate,
      certificateDer: raw,
      privateKeyDer: createPrivateKey(seal.privateKeyPem).export({ type: 'pkcs8', format: 'der' }),
    });
});
afterAll(async () => {
  await db.close();
  await api.close();
  await database.drop();
});

test('while the vault is rotated a worker with both identities opens every key', async () => {
  const old = await generateVaultKeys();
  const next = await generateVaultKeys();
  const before = await store(old.recipient);
  const after = await store(next.recipient);
  const kindsWith = async (identities: string[]) => {
    const signers = openSigners(db, identities);
    const found = [
      await signers.find(before, TIN, new Date()),
      await signers.find(after, TIN, new Date()),
    ];
    return found.map(({ kind }) => kind);
  };
  expect(await kindsWith([old.identity, next.identity])).toEqual(['ready', 'ready']);
  expect(await kindsWith([next.identity])).toEqual(['unusable', 'ready']);
});

test('an expired certificate signs no sale, but what it signed before can be looked into', async () => {
  const { identity, recipient } = await generateVaultKeys();
  const id = await store(recipient);
  const signers = openSigners(db, [identity]);
  const found = await signers.find(id, TIN, new Date('2100-01-01'));
  expect(found).toEqual({ kind: 'unusable', reason: 'The certificate has expired.' });
  expect((await signers.open(id)).kind).toBe('ready');
});

test.each([
  ['AGE-SECRET-KEY-1QQ', true],
  ['AGE-SECRET-KEY-1QQ,AGE-SECRET-KEY-1ZZ', true],
  ['AGE-SECRET-KEY-1QQ,', false],
  ['age1qq', false],
])('CERTIFICATE_IDENTITY may be %s: %s', (identity, isAllowed) => {
  const parsed = workerEnvSchema.shape.CERTIFICATE_IDENTITY.safeParse(identity);
  expect(parsed.success).toBe(isAllowed);
});
