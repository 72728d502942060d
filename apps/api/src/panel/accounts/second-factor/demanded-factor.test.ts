import { afterAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OPERATOR, PASSWORD, startAdmin } from '../../../testing/running-admin.ts';
import { PANEL_ENDPOINTS } from '../../panel-endpoints.ts';

let now = Date.now();

const api = await startAdmin({ clock: () => new Date(now), secondFactorFor: 'operators' });
afterAll(() => api.close());

describe('an operator without a second factor', () => {
  const openRoutes = PANEL_ENDPOINTS.filter(({ isForFactorSetUp }) => isForFactorSetUp);

  test('finds open only what it takes to add one, and the way out', () => {
    expect(openRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual([
      'GET /session',
      'POST /account/confirmation',
      'POST /account/confirmation/passkey-options',
      'POST /account/passkeys',
      'POST /account/passkeys/options',
      'POST /account/totp',
      'POST /sign-out',
      'PUT /account/totp',
    ]);
  });

  const closed = PANEL_ENDPOINTS.filter(
    ({ access, isForFactorSetUp }) => access !== 'everyone' && !isForFactorSetUp,
  ).map((route) => ({ name: `${route.method.toUpperCase()} ${route.path}`, route }));
  test.each(closed)('is refused $name', async ({ route }) => {
    const path = route.path.replaceAll(/\{\w+\}/g, () => uuidv7());
    const response = await api.operator[route.method](path, {});
    expect(response).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_MISSING' } });
  });

  test('learns so, adds an app, resumes at once, and is asked for a code thereafter', async () => {
    const operator = await api.signIn(OPERATOR);
    expect((await operator.get('/session')).body).toMatchObject({
      mustAddFactor: true,
      possibleFactors: { totp: true, passkey: false },
    });
    await api.addApp(operator);
    expect((await operator.get('/session')).body).toMatchObject({ mustAddFactor: false });
    expect((await operator.get('/users')).status).toBe(200);
    const response = await api.visitor.post('/sign-in', { email: OPERATOR, password: PASSWORD });
    expect(response.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const refused = await operator.delete('/account/totp');
    const error = expect.stringContaining('Add another one');
    expect(refused).toMatchObject({ status: 409, body: { error } });
  });
});

describe('a company', () => {
  test('demands it of its own admins, in sessions that are open, too, and of no one else', async () => {
    const admin = await api.newPerson('demands@shop.example');
    const path = `/companies/${api.companyId}/sign-in-policy`;
    expect((await admin.get(path)).body).toEqual({ requiresSecondFactor: false });
    const rule = { requiresSecondFactor: true };
    expect((await admin.put(path, rule)).body).toEqual(rule);
    expect((await admin.get(path)).body).toMatchObject({ code: 'SECOND_FACTOR_MISSING' });
    expect((await api.admin.get('/account/passkeys')).status).toBe(403);
    expect((await api.neighbour.get('/account/passkeys')).status).toBe(200);
    await api.addApp(admin);
    expect((await admin.get(path)).body).toEqual(rule);
    await admin.put(path, { requiresSecondFactor: false }).expect(200);
    expect((await api.admin.get('/account/passkeys')).status).toBe(200);
    const audit = await api.audit({ action: 'company.changed', entityId: api.companyId });
    expect(audit.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { requiresSecondFactor: false }, after: rule },
      { before: rule, after: { requiresSecondFactor: false } },
    ]);
  });
});

describe('an open session is not enough', () => {
  test('to change what its owner signs in with: they prove anew who they are', async () => {
    const client = await api.newPerson('careful@shop.example');
    now += 5 * 60_000 + 1;
    const changes = () => [
      client.post('/account/totp'),
      client.put('/account/totp', { code: '123456' }),
      client.delete('/account/totp'),
      client.post('/account/passkeys/options'),
      client.delete(`/account/passkeys/${uuidv7()}`),
      client.put(`/companies/${api.companyId}/sign-in-policy`, { requiresSecondFactor: true }),
    ];
    for (const change of changes()) {
      expect((await change).body).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    }
    const next = 'another long password';
    const password = await client.put('/account/password', { current: 'not mine', next });
    expect(password.body).toMatchObject({ details: [{ path: 'current' }] });

    const wrong = await client.post('/account/confirmation', { password: 'not mine' });
    expect(wrong.status).toBe(400);
    expect((await changes()[0]!).status).toBe(403);
    await client.post('/account/confirmation', { password: PASSWORD }).expect(204);
    const code = await api.addApp(client);

    now += 5 * 60_000 + 1;
    expect((await client.delete('/account/totp')).status).toBe(403);
    const totp = code();
    await client.post('/account/confirmation', { totp }).expect(204);
    now += 5 * 60_000 + 1;
    expect((await client.post('/account/confirmation', { totp })).status).toBe(400);
    const action = { startsWith: 'user.confirm' };
    const audit = await api.audit({ entityId: client.userId, action });
    expect(audit.map(({ action, after }) => [action, (after as { by: string }).by])).toEqual([
      ['user.confirmation-refused', 'password'],
      ['user.confirmation-refused', 'password'],
      ['user.confirmed', 'password'],
      ['user.confirmed', 'totp'],
      ['user.confirmation-refused', 'totp'],
    ]);
  });

  test('and is no place to guess the password at', async () => {
    const client = await api.newPerson('guessed-at@shop.example');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const body = { password: `not this one ${attempt}` };
      statuses.push((await client.post('/account/confirmation', body)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test.each([{}, { password: PASSWORD, totp: '123456' }])('nor %j', async (proof) => {
    expect((await api.admin.post('/account/confirmation', proof)).status).toBe(400);
  });
});
