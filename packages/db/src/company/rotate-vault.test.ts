import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { generateVaultKeys, unseal, VaultError } from './certificate-vault.ts';
import { findCertificate, storeCertificate } from './certificates.ts';
import { rotateVault } from './rotate-vault.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

type VaultKeys = Awaited<ReturnType<typeof generateVaultKeys>>;

const db = useTestDatabase({ maxConnections: 6 });
let companyId: string;
let old: VaultKeys;
let next: VaultKeys;
beforeAll(async () => {
  ({ companyId } = await createSampleShop(db));
});
beforeEach(async () => {
  await db.owner.prisma.certificate.deleteMany();
  old = await generateVaultKeys();
  next = await generateVaultKeys();
});

async function storeKeys(count: number, recipient: string) {
  const stored: { id: string; key: Buffer }[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = randomBytes(64);
    const id = await storeCertificate(db.api, recipient, {
      companyId,
      environment: 'test',
      subject: 'CN=Prodavnica',
      issuer: 'CN=CA',
      serialNumber: String(index),
      tin: '12345678',
      fingerprintSha256: randomBytes(32).toString('hex'),
      notBefore: new Date(0),
      notAfter: new Date('2099-01-01'),
      certificateDer: randomBytes(64),
      privateKeyDer: key,
    });
    stored.push({ id, key });
  }
  return stored;
}

async function openWith(identity: string | string[], id: string): Promise<Buffer> {
  const sealed = await findCertificate(db.worker, { id });
  return Buffer.from(await unseal(identity, sealed!.sealedPrivateKey));
}

const auditOf = (ids: string[]) =>
  db.owner.prisma.auditLog.findMany({
    where: { action: 'certificate.resealed', entityId: { in: ids } },
  });

const rotation = () => ({
  oldIdentity: old.identity,
  recipient: next.recipient,
  newIdentity: next.identity,
});

describe('rotating the vault', () => {
  test('every key opens with the new identity, with both, and with the old one no more', async () => {
    const stored = await storeKeys(60, old.recipient);
    const progress: number[] = [];
    const result = await rotateVault(db.owner, rotation(), (done) => progress.push(done));
    expect(result).toEqual({ resealed: 60, unopened: [] });
    expect(progress).toEqual([50, 60]);
    for (const { id, key } of stored) {
      expect((await openWith(next.identity, id)).equals(key)).toBe(true);
      expect((await openWith([old.identity, next.identity], id)).equals(key)).toBe(true);
    }
    await expect(openWith(old.identity, stored[0]!.id)).rejects.toThrow(VaultError);
    const audit = await auditOf(stored.map(({ id }) => id));
    expect(audit).toHaveLength(60);
    expect(audit[0]).toMatchObject({
      actor: 'command-line',
      companyId,
      before: { sealedTo: old.recipient },
      after: { sealedTo: next.recipient },
    });
  });

  test('goes on where it was interrupted, and does nothing the second time', async () => {
    const stored = await storeKeys(60, old.recipient);
    const stop = () => {
      throw new Error('interrupted');
    };
    await expect(rotateVault(db.owner, rotation(), stop)).rejects.toThrow('interrupted');
    expect(await rotateVault(db.owner, rotation())).toEqual({ resealed: 10, unopened: [] });
    expect(await rotateVault(db.owner, rotation())).toEqual({ resealed: 0, unopened: [] });
    expect(await auditOf(stored.map(({ id }) => id))).toHaveLength(60);
  });

  test('leaves what was sealed to the new recipient meanwhile as it is', async () => {
    const [uploaded] = await storeKeys(1, next.recipient);
    const before = await findCertificate(db.worker, { id: uploaded!.id });
    expect(await rotateVault(db.owner, rotation())).toEqual({ resealed: 0, unopened: [] });
    expect(await findCertificate(db.worker, { id: uploaded!.id })).toEqual(before);
  });

  test('names what the old identity does not open, changes it in nothing, and goes on', async () => {
    const unrelated = await generateVaultKeys();
    const [lost] = await storeKeys(1, unrelated.recipient);
    const [ours] = await storeKeys(1, old.recipient);
    expect(await rotateVault(db.owner, rotation())).toEqual({ resealed: 1, unopened: [lost!.id] });
    expect((await openWith(unrelated.identity, lost!.id)).equals(lost!.key)).toBe(true);
    expect((await openWith(next.identity, ours!.id)).equals(ours!.key)).toBe(true);
  });

  test('two at once seal every key once', async () => {
    const stored = await storeKeys(20, old.recipient);
    const results = await Promise.all([
      rotateVault(db.owner, rotation()),
      rotateVault(db.owner, rotation()),
    ]);
    expect(results[0].resealed + results[1].resealed).toBe(20);
    expect(await auditOf(stored.map(({ id }) => id))).toHaveLength(20);
    for (const { id, key } of stored) {
      expect((await openWith(next.identity, id)).equals(key)).toBe(true);
    }
  });

  test('does not begin with a new identity that is not the recipient’s, and shows no secret', async () => {
    await storeKeys(1, old.recipient);
    const wrong = { ...rotation(), newIdentity: old.identity };
    await expect(rotateVault(db.owner, wrong)).rejects.toThrow('does not belong');
    const mistyped = { ...rotation(), oldIdentity: `${old.identity}X` };
    const error = await rotateVault(db.owner, mistyped).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(VaultError);
    expect(JSON.stringify([String(error), (error as Error).cause ?? null])).not.toContain(
      old.identity,
    );
  });
});
