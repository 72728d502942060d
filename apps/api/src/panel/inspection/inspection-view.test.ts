// The inspection view: who opens it, what it sees, and when it ends (ADR 18).

import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Request } from 'express';
import { BODIES, pathOf } from '../../testing/route-walk.ts';
import { ADMIN, cookieOf, panelClient, PASSWORD, startAdmin } from '../../testing/running-admin.ts';
import type { PanelClient } from '../../testing/running-admin.ts';
import { createSessions } from '../accounts/sign-in/sessions.ts';
import { PANEL_ENDPOINTS } from '../panel-endpoints.ts';

const MINUTE_MS = 60_000;
let now = Date.now();
const api = await startAdmin({ clock: () => new Date(now) });
afterAll(() => api.close());
const { companyId, otherCompanyId } = api;
const path = `/companies/${companyId}/inspection`;
const NOTHING = { status: 404, body: { error: 'There is nothing at this path.' } };
const IIC = {
  environment: 'test',
  issueDateTime: '2019-06-12T17:05:43+02:00',
  ordinal: 9952,
  businessUnitCode: 'bb123bb123',
  tcrCode: 'cc123cc123',
  softwareCode: 'ss123ss123',
  total: '99.01',
};

const open = async (owner: PanelClient = api.admin, environment = 'test') => {
  const response = await owner.post(path, { environment }).expect(201);
  return response.body as { token: string; expiresAt: string };
};
const enter = (token: string, by = api.visitor) => by.post('/inspection', { token });
const viewOf = async (token: string) => {
  const { headers } = await enter(token).expect(200);
  return panelClient(api, cookieOf(headers));
};
/** Whether the view can still do what it is for. */
const isOpen = async (view: PanelClient) => {
  const { status } = await view.post(`/companies/${companyId}/inspectors/iic`, {
    ...IIC,
    total: '',
  });
  return status === 400;
};

let owner: PanelClient;
let view: PanelClient;
beforeEach(async () => {
  owner = await api.signIn(ADMIN);
  view = await viewOf((await open(owner)).token);
});

test('shows the company and its cash registers, whoever has the link', async () => {
  const { token, expiresAt } = await open();
  expect(Date.parse(expiresAt)).toBe(now + 60 * MINUTE_MS);
  const { body } = await enter(token).expect(200);
  expect(body).toMatchObject({ companyId, tin: '12345678', environment: 'test', expiresAt });
  const registers = await api.admin.get(`/companies/${companyId}/cash-registers?environment=test`);
  interface Listed {
    cashRegisters: { id: string; name: string; tcrCode: string | null }[];
  }
  const { cashRegisters } = registers.body as Listed;
  expect((body as Listed).cashRegisters).toEqual(
    cashRegisters.map(({ id, name, tcrCode }) => ({ id, name, tcrCode })),
  );
  for (const wrong of [token.slice(1), `${token}A`, 'A'.repeat(43)]) {
    await enter(wrong).expect(404);
  }
});

test.each(['operator', 'neighbour', 'accountant', 'support', 'service_support'] as const)(
  'is opened and ended by owners of the company alone, not by %s',
  async (who) => {
    const isNew = who !== 'operator' && who !== 'neighbour';
    const person = isNew
      ? await api.newPerson(`${who}@inspection.example`, {
          role: who,
          companyId: who === 'service_support' ? null : companyId,
        })
      : api[who];
    expect(await person.post(path, { environment: 'test' })).toMatchObject(NOTHING);
    expect(await person.delete(`${path}?environment=test`)).toMatchObject(NOTHING);
    expect(await isOpen(view)).toBe(true);
  },
);

describe('finds nothing at', () => {
  const others = PANEL_ENDPOINTS.filter(
    ({ access }) => !['everyone', 'company-report', 'company-inspect'].includes(access),
  ).map((route) => ({ name: `${route.method.toUpperCase()} ${route.path}`, route }));

  test.each(others)('$name', async ({ route }) => {
    const body = route.method === 'get' ? undefined : (BODIES[route.operationId] ?? {});
    const response = await view[route.method](pathOf(route, { companyId }), body);
    // What is for any person is for no view: no person is signed in.
    const expected = route.access === 'user' ? { status: 401 } : NOTHING;
    expect(response).toMatchObject(expected);
  });

  const own = PANEL_ENDPOINTS.filter(({ access }) => /^company-(report|inspect)$/.test(access));
  test.each(own.map((route) => ({ name: route.path, route })))(
    '$name of another company',
    async ({ route }) => {
      const body = route.method === 'get' ? undefined : IIC;
      const response = await view[route.method](pathOf(route, { companyId: otherCompanyId }), body);
      expect(response).toMatchObject(NOTHING);
    },
  );

  test('the other environment', async () => {
    const body = { ...IIC, environment: 'live' };
    const response = await view.post(`/companies/${companyId}/inspectors/iic`, body);
    expect(response).toMatchObject(NOTHING);
  });
});

test('ends after an hour, used or not', async () => {
  now += 59 * MINUTE_MS;
  expect(await isOpen(view)).toBe(true);
  now += 2 * MINUTE_MS;
  expect(await isOpen(view)).toBe(false);
});

describe('ends at once', () => {
  test('when the owner ends it, in every browser and in this environment alone', async () => {
    const { token } = await open(owner);
    const [second, third] = [await viewOf(token), await viewOf(token)];
    await owner.delete(`${path}?environment=live`).expect(204);
    expect(await isOpen(third)).toBe(true);
    await owner.delete(`${path}?environment=test`).expect(204);
    expect(await Promise.all([view, second, third].map(isOpen))).toEqual([false, false, false]);
    await enter(token).expect(404);
  });

  test('when the person who has opened it is no owner any more', async () => {
    const former = await api.newPerson('former@inspection.example');
    const member = `/companies/${companyId}/members/${former.userId}`;
    const opened = await viewOf((await open(former)).token);
    await owner.patch(member, { role: 'accountant' }).expect(200);
    expect(await isOpen(opened)).toBe(false);
    await owner.patch(member, { role: 'company_admin' }).expect(200);
    await owner.delete(member).expect(204);
    await owner.patch(member, { isActive: true }).expect(200);
    expect(await isOpen(opened)).toBe(false);
  });

  test('with a new password of that person', async () => {
    const person = await api.newPerson('changed@inspection.example');
    const { token } = await open(person);
    const next = { current: PASSWORD, next: 'four words that are long' };
    await person.put('/account/password', next).expect(204);
    await enter(token).expect(404);
  });
});

test('takes the place of the session of the browser that enters', async () => {
  const { token } = await open(owner);
  await enter(token, owner).expect(200);
  await owner.get('/session').expect(401);
});

test('lets a person sign in again at the browser that had it', async () => {
  await view.post('/sign-in', { email: ADMIN, password: PASSWORD }).expect(200);
});

test('is in no list of sessions, and the database has no token of it', async () => {
  const { body } = await owner.get('/session/list');
  const rows = await api.db.prisma.userSession.findMany({ where: { inspection: 'test' } });
  const ids = (body as { sessions: { id: string }[] }).sessions.map(({ id }) => id);
  expect(ids.filter((id) => rows.some((row) => row.id === id))).toEqual([]);
  // The release before looks for the hash of the cookie: it would find a session of the owner.
  const cookie = view.cookie.split('=')[1]!;
  const hash = createHash('sha256').update(cookie).digest('hex');
  const hashes = rows.map(({ tokenHash }) => Buffer.from(tokenHash).toString('hex'));
  expect(hashes.length).toBeGreaterThan(0);
  expect(hashes).not.toContain(hash);
});

test('is not its owner where an address says who asks, as for a lost password', async () => {
  const sessions = createSessions(api.db, api.accounts, () => new Date(now));
  const get = (name: string) => (name === 'Cookie' ? view.cookie : undefined);
  const actor = await sessions.actorOf({ get } as unknown as Request, false);
  expect(actor).toMatchObject({ role: 'inspection', userId: owner.userId, email: '' });
});

test('changes nothing for a page of another site', async () => {
  const iic = `/companies/${companyId}/inspectors/iic`;
  const response = await view.post(iic, IIC).set('Origin', 'https://evil.example');
  expect(response).toMatchObject({ status: 403, body: { code: 'CSRF_TOKEN_INVALID' } });
});

test('reads the reports of its environment, and each is in the audit log', async () => {
  const registers = await api.db.prisma.cashRegister.findMany({ where: { companyId } });
  const idIn = (environment: string) =>
    registers.find((register) => register.environment === environment)!.id;
  const report = (environment: string, format: string) =>
    view.get(
      `/companies/${companyId}/reports/state?cashRegister=${idIn(environment)}&format=${format}`,
    );
  expect((await report('test', 'json').expect(200)).body).toMatchObject({ report: 'state' });
  await report('test', 'csv').expect(200);
  await report('live', 'json').expect(404);
  const rows = (await api.audit({ companyId, action: 'inspection.read' })).slice(-3);
  const [opened] = (await api.audit({ companyId, action: 'inspection.opened' })).slice(-1);
  expect(rows.map(({ actor }) => actor)).toEqual(rows.map(() => `inspection:${opened!.entityId}`));
  const asked = { report: 'state', cashRegister: idIn('test') };
  expect(rows.map(({ after }) => after)).toMatchObject([
    { ...asked, format: 'json' },
    { ...asked, format: 'csv' },
    { report: 'state', cashRegister: idIn('live') },
  ]);
});

test('is in the audit log: opened by the owner, entered, used and ended', async () => {
  await view.post(`/companies/${companyId}/inspectors/iic`, IIC);
  await owner.delete(`${path}?environment=test`).expect(204);
  const rows = async (action: string) => (await api.audit({ companyId, action })).slice(-1);
  const [opened] = await rows('inspection.opened');
  const inspection = `inspection:${opened!.entityId}`;
  expect(opened).toMatchObject({ actor: `user:${owner.userId}`, after: { environment: 'test' } });
  const browser = { address: expect.any(String), userAgent: '' };
  expect(await rows('inspection.entered')).toMatchObject([{ actor: inspection, after: browser }]);
  expect(await rows('recreate-iic.requested')).toMatchObject([{ actor: inspection }]);
  expect(await rows('inspection.ended')).toMatchObject([{ actor: `user:${owner.userId}` }]);
});
