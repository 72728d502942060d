import { afterAll, expect, test } from '@jest/globals';
import { delaySignIns, OPERATOR, PASSWORD, startAdmin } from '../../../testing/running-admin.ts';

let now = Date.now();
const api = await startAdmin({ clock: () => new Date(now) });
afterAll(() => api.close());

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

test('every sign-in is in the audit log, failed or not: with whom, from where, with which second factor, and how far it got', async () => {
  const email = 'watched@shop.example';
  const client = await api.newPerson(email);
  const from = { address: '127.0.0.1', userAgent: 'A browser of the tests', isKnownBrowser: false };
  const about = { companyId: api.companyId, entityId: client.userId };
  const unfinished = (action: string, cause: string) => [
    { ...about, actor: 'visitor', action, after: { email, cause, ...from } },
  ];
  const signedIn = (secondFactor: string) => [
    {
      ...about,
      actor: `user:${client.userId}`,
      action: 'user.signed-in',
      after: { address: '127.0.0.1', secondFactor },
    },
  ];
  const byAttempt = (factor: object, password = PASSWORD) =>
    addedBy(() => signIn({ email, password, ...factor }));
  const refused = 'user.sign-in-refused';
  expect(await byAttempt({}, 'not the right one')).toEqual(unfinished(refused, 'wrong-password'));
  expect(await byAttempt({})).toEqual(signedIn('none'));
  const codeNow = await api.addApp(client);
  const accepted = 'user.password-accepted';
  expect(await byAttempt({})).toEqual(unfinished(accepted, 'code-missing'));
  const used = { totp: codeNow() };
  expect(await byAttempt(used)).toEqual(unfinished(refused, 'wrong-code'));
  now += 30_000;
  expect(await byAttempt({ totp: codeNow() })).toEqual(signedIn('totp'));
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
  const id = await api.newAdmin(email);
  await api.db.prisma.user.update({ where: { id }, data: { disabledAt: new Date() } });
  expect(await addedBy(() => signIn({ email, password: PASSWORD }))).toEqual([
    expect.objectContaining({ action: 'user.sign-in-refused', entityId: id }),
  ]);
});

test('attempts that come too early are counted, and fill nothing', async () => {
  const email = 'hammered@shop.example';
  const id = await api.newAdmin(email);
  await delaySignIns(api, email);
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

test('so are codes that come too early after wrong ones, and are not said to be wrong', async () => {
  const email = 'coded@shop.example';
  const client = await api.newPerson(email);
  const codeNow = await api.addApp(client);
  now += 30_000;
  const attempt = (totp: string) => signIn({ email, password: PASSWORD, totp });
  const wrong = codeNow() === '000000' ? '000001' : '000000';
  // The sixth has to wait longer than the others of this test take.
  const key = { startsWith: 'code:' };
  await attempt(wrong).expect(401);
  await api.db.prisma.signInDelay.updateMany({ where: { key }, data: { attempts: 20 } });
  await attempt(wrong).expect(401);
  const rows = await addedBy(async () => {
    for (let i = 0; i < 3; i += 1) await attempt(codeNow()).expect(429);
  });
  const delayed = (attempts: number) => ({ email, cause: 'code-delayed', attempts });
  expect(rows).toMatchObject([
    { action: 'user.sign-in-delayed', entityId: client.userId, after: delayed(1) },
    { action: 'user.sign-in-delayed', entityId: client.userId, after: delayed(2) },
  ]);
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
