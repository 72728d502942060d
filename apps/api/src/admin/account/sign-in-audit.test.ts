import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashPassword } from '@fiscal/db/account';
import { seedUser } from '@fiscal/db/testing';
import { Secret, TOTP } from 'otpauth';
import { OPERATOR, PASSWORD, startAdmin } from '../../testing/running-admin.ts';
import type { RunningAdmin } from '../../testing/running-admin.ts';
import { openSignInLimits } from './sign-in-limits.ts';
import { generateTotpSecret } from './totp.ts';

let api: RunningAdmin;
beforeAll(async () => {
  api = await startAdmin();
});
afterAll(async () => {
  await api.close();
});

async function newAdmin(email: string): Promise<string> {
  const passwordHash = await hashPassword(PASSWORD);
  const { companyId } = api;
  return seedUser(api.db, { email, passwordHash, role: 'company_admin', companyId });
}

const signIn = (body: object) =>
  api.visitor.post('/sign-in', body).set('User-Agent', 'A browser of the tests');

/** What an attempt has added to the log. */
async function addedBy(attempt: () => Promise<unknown>) {
  const last = await api.db.prisma.auditLog.findFirst({ orderBy: { id: 'desc' } });
  await attempt();
  const rows = await api.db.prisma.auditLog.findMany({
    where: { id: { gt: last?.id ?? 0n } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ actor, action, companyId, entityId, after }) => {
    return { actor, action, companyId, entityId, after };
  });
}

test('every sign-in is in the audit log, failed or not: with whom, from where, and how far it got', async () => {
  const email = 'watched@shop.example';
  const id = await newAdmin(email);
  const { companyId } = api;
  const from = {
    address: '127.0.0.1',
    userAgent: 'A browser of the tests',
    isKnownBrowser: false,
  };
  const about = { actor: 'visitor', companyId, entityId: id };
  expect(await addedBy(() => signIn({ email, password: 'not the right one' }))).toEqual([
    {
      ...about,
      action: 'user.sign-in-refused',
      after: { email, cause: 'wrong-password', ...from },
    },
  ]);
  expect(await addedBy(() => signIn({ email, password: PASSWORD }))).toEqual([
    {
      ...about,
      actor: `user:${id}`,
      action: 'user.signed-in',
      after: { address: '127.0.0.1', secondFactor: 'none' },
    },
  ]);

  const sealed = api.accounts.totpVault?.seal(Buffer.alloc(20), id) ?? Buffer.alloc(0);
  await api.db.prisma.user.update({
    where: { id },
    data: {
      totpSecret: Uint8Array.from(sealed),
      totpEnabledAt: new Date(),
      totpLastStep: 1n << 40n,
    },
  });
  expect(await addedBy(() => signIn({ email, password: PASSWORD }))).toEqual([
    {
      ...about,
      action: 'user.password-accepted',
      after: { email, cause: 'code-missing', ...from },
    },
  ]);
  expect(await addedBy(() => signIn({ email, password: PASSWORD, totp: '000000' }))).toEqual([
    { ...about, action: 'user.sign-in-refused', after: { email, cause: 'wrong-code', ...from } },
  ]);
});

test('a sign-in says which second factor it was: the code of an app', async () => {
  const email = 'careful@shop.example';
  const id = await newAdmin(email);
  const secret = generateTotpSecret();
  const sealed = api.accounts.totpVault?.seal(secret, id) ?? Buffer.alloc(0);
  await api.db.prisma.user.update({
    where: { id },
    data: { totpSecret: Uint8Array.from(sealed), totpEnabledAt: new Date() },
  });
  const totp = TOTP.generate({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  expect(await addedBy(() => signIn({ email, password: PASSWORD, totp }))).toEqual([
    expect.objectContaining({
      action: 'user.signed-in',
      after: { address: '127.0.0.1', secondFactor: 'totp' },
    }),
  ]);
});

test('an address without an account is there as a hash: it may be a password in the wrong field', async () => {
  const typed = 'My Secret Passphrase';
  const [row] = await addedBy(() => signIn({ email: typed, password: 'whatever it may be' }));
  expect(row).toMatchObject({
    companyId: null,
    entityId: null,
    action: 'user.sign-in-refused',
    after: { cause: 'no-account', emailHash: expect.stringMatching(/^[0-9a-f]{16}$/) },
  });
  expect(JSON.stringify(row).toLowerCase()).not.toContain('secret');
});

test('people who were invited, or have no access any more, are no way around it', async () => {
  const email = 'former@shop.example';
  const id = await newAdmin(email);
  await api.db.prisma.user.update({ where: { id }, data: { disabledAt: new Date() } });
  expect(await addedBy(() => signIn({ email, password: PASSWORD }))).toEqual([
    expect.objectContaining({ action: 'user.sign-in-refused', entityId: id }),
  ]);
});

test('attempts that come too early are counted, and fill nothing', async () => {
  const email = 'hammered@shop.example';
  const id = await newAdmin(email);
  const limits = openSignInLimits(api.db);
  await limits.attempt(email, '192.0.2.1');
  await api.db.prisma.signInDelay.updateMany({
    where: { key: { startsWith: 'account' } },
    data: { attempts: 20 },
  });
  await limits.attempt(email, '192.0.2.1');
  const rows = await addedBy(async () => {
    for (let i = 0; i < 20; i += 1) {
      expect((await signIn({ email, password: PASSWORD })).status).toBe(429);
    }
  });
  expect(rows.map(({ action, entityId, after }) => [action, entityId, after])).toEqual(
    [1, 2, 4, 8, 16].map((attempts) => [
      'user.sign-in-delayed',
      id,
      expect.objectContaining({ cause: 'delayed', attempts }),
    ]),
  );
});

test('operators see attempts at their own accounts, and no company does', async () => {
  await signIn({ email: OPERATOR, password: 'not the right one' });
  const read = async (client: typeof api.operator, path: string) => {
    const response = await client.get(`${path}?by=all&limit=100&action=user.sign-in-refused`);
    const { entries } = response.body as { entries: { after: { email?: string } }[] };
    return entries.map(({ after }) => after.email);
  };
  expect(await read(api.operator, '/audit')).toContain(OPERATOR);
  const own = await read(api.admin, `/companies/${api.companyId}/audit`);
  expect(own).toContain('watched@shop.example');
  expect(own).not.toContain(OPERATOR);
});
