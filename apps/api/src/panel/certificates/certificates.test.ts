import { createPrivateKey, randomUUID } from 'node:crypto';
import { findCertificate } from '@fiscal/db/company';
import { deleteWorker, recordHealth } from '@fiscal/db/operations';
import { issueTaxpayer, makeAuthority, toPkcs12 } from '@fiscal/testbed';
import type { Identity } from '@fiscal/testbed';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ADMIN, NEIGHBOUR, startAdmin } from '../../testing/running-admin.ts';

const PASSWORD = 'tajna-lozinka-čćž';
const TIN = '12345678';
const DAY_MS = 24 * 60 * 60 * 1000;

/** How far the clock of the API is ahead. */
let aheadMs = 0;
const panel = await startAdmin({ clock: () => new Date(Date.now() + aheadMs) });
afterAll(() => panel.close());
let { admin } = panel;
const path = `/companies/${panel.companyId}/certificates`;
const authority = makeAuthority();
const seal = issueTaxpayer(authority, TIN, 'Prodavnica d.o.o.');
beforeEach(async () => {
  if (aheadMs !== 0) await travel(0);
});

/** To another time; sessions do not last so long. */
async function travel(days: number): Promise<void> {
  aheadMs = days * DAY_MS;
  admin = await panel.signIn(ADMIN);
}

const fileOf = (identity: Identity, form?: 'modern' | 'legacy') =>
  toPkcs12(identity, authority, PASSWORD, form).toString('base64');
const upload = (change: object = {}) => ({
  environment: 'test',
  pkcs12: fileOf(seal),
  password: PASSWORD,
  ...change,
});
const inspect = async (change: object = {}) => {
  const response = await admin.post(`${path}/inspect`, upload(change)).expect(200);
  return response.body as { problems: { code: string }[]; warnings: { code: string }[] };
};

describe('inspecting a certificate', () => {
  test.each(['modern', 'legacy'] as const)('shows what a %s file holds', async (form) => {
    const shown = await inspect({ pkcs12: fileOf(seal, form) });
    expect(shown).toMatchObject({
      problems: [],
      warnings: form === 'legacy' ? [{ code: 'CERTIFICATE_FILE_LEGACY' }] : [],
      subject: expect.stringContaining(`VATME-${TIN}`),
      issuer: expect.stringContaining('Throw-away test CA'),
      tin: TIN,
      keyBits: 2048,
      form,
    });
    expect(await panel.db.prisma.certificate.count()).toBe(0);
  });

  const { privateKeyPem } = issueTaxpayer(authority, TIN, 'Drugi');
  test.each<[string, object, number]>([
    ['CERTIFICATE_PASSWORD_WRONG', { password: 'kriva' }, 0],
    ['CERTIFICATE_UNREADABLE', { pkcs12: Buffer.from('nije').toString('base64') }, 0],
    ['CERTIFICATE_EXPIRED', {}, 11 * 365],
    // Test certificates begin 400 days ago.
    ['CERTIFICATE_NOT_YET_VALID', {}, -402],
    [
      'CERTIFICATE_TIN_MISMATCH',
      { pkcs12: fileOf(issueTaxpayer(authority, '99999999', 'Drugi')) },
      0,
    ],
    ['CERTIFICATE_TIN_MISSING', { pkcs12: fileOf(makeAuthority()) }, 0],
    ['CERTIFICATE_KEY_MISMATCH', { pkcs12: fileOf({ ...seal, privateKeyPem }) }, 0],
  ])('says %s, and storing it is refused for the same reason', async (code, change, days) => {
    if (days !== 0) await travel(days);
    expect((await inspect(change)).problems).toMatchObject([{ code }]);
    const body = { code: 'CERTIFICATE_REFUSED', details: [{ code }] };
    expect(await admin.post(path, upload(change))).toMatchObject({ status: 400, body });
    expect(await panel.db.prisma.certificate.count()).toBe(0);
  });

  test('warns of one that expires soon', async () => {
    await travel(10 * 365 - 20);
    const { problems, warnings } = await inspect();
    expect(problems).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(['CERTIFICATE_EXPIRES_SOON']);
  });

  test.each<[string, object]>([
    ['no base64', { pkcs12: 'čšž' }],
    ['an empty file', { pkcs12: '' }],
    ['a file that is too large', { pkcs12: 'A'.repeat(200_000) }],
    ['an unknown environment', { environment: 'prod' }],
    ['no password', { password: undefined }],
  ])('refuses %s before anything is opened', async (_, change) => {
    const response = await admin.post(`${path}/inspect`, upload(change));
    expect(response).toMatchObject({ status: 400, body: { code: 'FIELD_INVALID' } });
  });
});

test('of many files of a company at once a few are opened, and no other company is put off', async () => {
  const body = upload();
  const neighbour = await panel.signIn(NEIGHBOUR);
  const theirs = `/companies/${panel.otherCompanyId}/certificates/inspect`;
  const own = Array.from({ length: 40 }, () => admin.post(`${path}/inspect`, body).then((a) => a));
  const others = Array.from({ length: 4 }, () => neighbour.post(theirs, body).then((a) => a));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const responses = await Promise.all(own);
  const statuses = responses.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  const refused = responses.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED' });
  expect(refused?.headers['retry-after']).toBe('5');
  expect((await inspect()).problems).toEqual([]);
});

describe('storing a certificate', () => {
  const keyDer = () =>
    createPrivateKey(seal.privateKeyPem).export({ type: 'pkcs8', format: 'der' });

  test('seals the key, becomes the active one, and leaves its predecessor as history', async () => {
    const first = await admin.post(path, upload({ pkcs12: fileOf(seal, 'legacy') })).expect(201);
    expect(first.body).toMatchObject({ environment: 'test', isActive: true, warningDays: null });
    const second = await admin.post(path, upload());
    const { body } = await admin.get(`${path}?environment=test`);
    const listed = body.certificates as { id: string; isActive: boolean }[];
    expect(listed.map(({ id, isActive }) => [id, isActive])).toEqual([
      [second.body.id, true],
      [first.body.id, false],
    ]);
    expect((await admin.get(`${path}?environment=live`)).body.certificates).toEqual([]);

    const sealed = await findCertificate(panel.db, { id: String(second.body.id) });
    const bytes = Buffer.from(sealed!.sealedPrivateKey);
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(bytes.includes(keyDer().subarray(100, 140))).toBe(false);
    const { companyId } = panel;
    expect(await panel.audit({ entityId: String(second.body.id) })).toMatchObject([
      { action: 'certificate.stored', companyId, actor: `user:${admin.userId}` },
    ]);
  });

  test('warns of the active one alone when its end comes near', async () => {
    await travel(10 * 365 - 6);
    const { body } = await admin.get(`${path}?environment=test`);
    const listed = body.certificates as { warningDays: number | null; daysLeft: number }[];
    expect(listed.map(({ warningDays }) => warningDays)).toEqual([7, null]);
    expect(listed[0]?.daysLeft).toBe(5);
  });

  test('shows the key or the password in no response and no audit row', async () => {
    const stored = await admin.post(path, upload());
    const list = await admin.get(path);
    const refused = await admin.post(path, upload({ password: 'kriva-lozinka' }));
    const audit = (await panel.audit({})).map(({ before, after }) => [before, after]);
    const said = [stored.text, list.text, refused.text, JSON.stringify(audit)].join('\n');
    const secrets = [
      PASSWORD,
      'kriva-lozinka',
      keyDer().toString('base64').slice(100, 140),
      fileOf(seal).slice(0, 60),
      'PRIVATE KEY',
      'sealedPrivateKey',
    ];
    for (const secret of secrets) expect(said).not.toContain(secret);
  });
});

test('storing is refused while no running worker would open it, and nothing is stored', async () => {
  const worker = {
    id: randomUUID(),
    host: 'kasa-1',
    pid: 7,
    version: '1',
    startedAt: new Date(),
  };
  const beat = async (vaultRecipients: string[]) =>
    recordHealth(panel.db, { ...worker, vaultRecipients, lanes: {}, circuits: {} }, [], []);
  const before = await panel.db.prisma.certificate.count();
  await beat(['age1another']);
  const refused = await admin.post(path, upload());
  expect(refused).toMatchObject({ status: 503, body: { code: 'VAULT_RECIPIENT_WRONG' } });
  expect(await panel.db.prisma.certificate.count()).toBe(before);
  await deleteWorker(panel.db, { id: worker.id });
  await beat(['age1another', panel.recipient]);
  await admin.post(path, upload()).expect(201);
  await deleteWorker(panel.db, { id: worker.id });
});
