import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TOTP } from 'otpauth';
import { NEIGHBOUR, PASSWORD, startAdmin } from '../../../testing/running-admin.ts';
import type { PanelClient } from '../../../testing/running-admin.ts';

let now = Date.now();

const api = await startAdmin({ clock: () => new Date(now) });
afterAll(() => api.close());

describe('the own account', () => {
  test('has a name and a language', async () => {
    const response = await api.admin.patch('/account', { name: ' Maja Đurić ', locale: 'en' });
    expect(response.body).toMatchObject({ name: 'Maja Đurić', locale: 'en' });
  });

  test('changes its password with the old one; every other session ends', async () => {
    const email = 'changes@shop.example';
    const [here, there] = [await api.newPerson(email), await api.signIn(email)];
    const next = 'another long password';
    const wrong = await here.put('/account/password', { current: 'not the right one', next });
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: 'current' }] } });
    await here.put('/account/password', { current: PASSWORD, next }).expect(204);
    await here.get('/session').expect(200);
    await there.get('/session').expect(401);
    await expect(api.signIn(email)).rejects.toThrow('401');
    await api.signIn(email, next);
  });

  test('notes in the audit log who did not know the password that was to be changed', async () => {
    const client = await api.newPerson('guesses@shop.example');
    const body = { current: 'not the right one', next: 'another long password' };
    for (let times = 0; times < 2; times += 1) await client.put('/account/password', body);
    const action = { startsWith: 'user.confirmation-refused' };
    const audit = await api.audit({ entityId: client.userId, action });
    expect(audit.map(({ actor, after }) => ({ actor, after }))).toEqual(
      Array(2).fill({
        actor: `user:${client.userId}`,
        after: { by: 'password', address: expect.stringMatching(/127\.0\.0\.1$/) },
      }),
    );
  });

  test.each([
    ['short', 'short'],
    ['one letter', 'aaaaaaaaaaaaaaa'],
    ['endless', 'xyzuvw'.repeat(50)],
    ['the address', NEIGHBOUR.toUpperCase()],
  ])('takes no password that is %s', async (_what, next) => {
    const body = { current: PASSWORD, next };
    const response = await api.neighbour.put('/account/password', body);
    expect(response.body).toMatchObject({ details: [{ path: 'next' }] });
  });
});

describe('a second factor', () => {
  const email = 'careful@shop.example';
  let client: PanelClient;
  let app: TOTP;

  beforeAll(async () => {
    client = await api.newPerson(email);
    app = await api.proposeApp(client);
  });

  const codeNow = () => app.generate({ timestamp: now });
  const signIn = (totp?: string) =>
    api.visitor.post('/sign-in', { email, password: PASSWORD, ...(totp && { totp }) });

  test('is not asked for before its first code has come', async () => {
    expect((await signIn()).status).toBe(200);
    const response = await client.put('/account/totp', { code: '000000' });
    expect(response.body).toMatchObject({ details: [{ path: 'code' }] });
  });

  test('is asked for from then on, and a code is taken once', async () => {
    const code = codeNow();
    expect((await client.put('/account/totp', { code })).status).toBe(204);
    expect((await signIn()).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    expect((await signIn(code)).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    now += 30_000;
    const next = codeNow();
    const both = await Promise.all([signIn(next), signIn(next)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('does not tell whether the password is right before the password is', async () => {
    const body = { email, password: 'not the right one', totp: '123456' };
    const refused = await api.visitor.post('/sign-in', body);
    expect(refused.body).toMatchObject({ code: 'SIGN_IN_REFUSED' });
  });

  test('is sealed at rest, and for its owner', async () => {
    const row = await api.db.prisma.user.findFirstOrThrow({ where: { email } });
    const stored = Buffer.from(row.totpSecret ?? []);
    expect(stored.length).toBe(48);
    expect(stored.includes(Buffer.from(app.secret.bytes))).toBe(false);
    // Moved to somebody else it does not open.
    await api.db.prisma.user.updateMany({
      where: { email: NEIGHBOUR },
      data: { totpSecret: row.totpSecret, totpEnabledAt: new Date() },
    });
    const body = { email: NEIGHBOUR, password: PASSWORD, totp: codeNow() };
    expect((await api.visitor.post('/sign-in', body)).status).toBe(500);
    await api.db.prisma.user.updateMany({
      where: { email: NEIGHBOUR },
      data: { totpSecret: null, totpEnabledAt: null },
    });
  });

  test('is switched off, and not asked for any more', async () => {
    await client.post('/account/confirmation', { password: PASSWORD }).expect(204);
    await client.delete('/account/totp').expect(204);
    expect((await signIn()).status).toBe(200);
  });

  test('needs a secret of the installation', async () => {
    const other = await startAdmin({ secret: null });
    try {
      const response = await other.admin.post('/account/totp');
      const error = expect.stringContaining('ADMIN_SECRET');
      expect(response).toMatchObject({ status: 409, body: { error } });
    } finally {
      await other.close();
    }
  });
});
