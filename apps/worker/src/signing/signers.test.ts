import { generateVaultKeys, storeCertificate } from '@fiscal/db/company';
import { beforeAll, expect, test } from '@jest/globals';
import { certificateFacts, issueTaxpayer, makeAuthority, seedCompany } from '@fiscal/testbed';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { workerEnvSchema } from '../env.ts';
import { openSigners } from './signers.ts';

const TIN = '12345678';

const db = useTestDatabase();
let store: (recipient: string) => Promise<string>;
beforeAll(async () => {
  const { id: companyId } = await seedCompany(db.api, { tin: TIN, environment: 'test' });
  const facts = certificateFacts(issueTaxpayer(makeAuthority(), TIN, 'Prodavnica d.o.o.'), TIN);
  store = (recipient) =>
    storeCertificate(db.api, recipient, { companyId, environment: 'test', ...facts });
});

test('while the vault is rotated a worker with both identities opens every key', async () => {
  const old = await generateVaultKeys();
  const next = await generateVaultKeys();
  const before = await store(old.recipient);
  const after = await store(next.recipient);
  const kindsWith = async (identities: string[]) => {
    const signers = openSigners(db.worker, identities);
    const found = [
      await signers.find(before, TIN, new Date()),
      await signers.find(after, TIN, new Date()),
    ];
    return found.map(({ kind }) => kind);
  };
  expect(await kindsWith([old.identity, next.identity])).toEqual(['ready', 'ready']);
  expect(await kindsWith([next.identity])).toEqual(['unusable', 'ready']);
  // The company has nothing to upload: its key is there, and the worker has another identity.
  expect(await openSigners(db.worker, [next.identity]).open(before)).toMatchObject({
    code: 'VAULT_IDENTITY_WRONG',
  });
});

test('an expired certificate signs no sale, but what it signed before can be looked into', async () => {
  const { identity, recipient } = await generateVaultKeys();
  const id = await store(recipient);
  const signers = openSigners(db.worker, [identity]);
  const found = await signers.find(id, TIN, new Date('2100-01-01'));
  const reason = 'The certificate has expired.';
  expect(found).toEqual({ kind: 'unusable', code: 'CERTIFICATE_ERROR', reason });
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
