import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashPassword } from '@fiscal/db/account';
import { seedUser } from '@fiscal/db/testing';
import { ADMIN, OPERATOR, panelClient, PASSWORD, startAdmin } from '../../testing/running-admin.ts';
import type { RunningAdmin } from '../../testing/running-admin.ts';
import { ensureFirstOperator } from './first-operator.ts';

let now = Date.now();
let api: RunningAdmin;

beforeAll(async () => {
  api = await startAdmin({ clock: () => new Date(now) });
});
afterAll(async () => {
  await api.close();
});

async function newAdmin(email: string): Promise<void> {
  await seedUser(api.db, {
    email,
    passwordHash: await hashPassword(PASSWORD),
    role: 'company_admin',
    companyId: api.companyId,
  });
}

async function actionsOf(entityId: string): Promise<string[]> {
  const rows = await api.db.prisma.auditLog.findMany({
    where: { entityId },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ action }) => action);
}

interface Invited {
  person: { id: string; status: string };
  invitation: { token: string };
}

const accept = (token: string, password: string) =>
  api.visitor.post('/invitations/accept', { token, password });

describe('people', () => {
  test('are invited with a link that works once, and choose their password', async () => {
    const body = { email: 'New@Shop.example', name: 'Nova' };
    const response = await api.operator.post(`/companies/${api.companyId}/members`, body);
    expect(response.status).toBe(201);
    const { person, invitation } = response.body as Invited;
    expect(person).toMatchObject({ email: 'new@shop.example', status: 'invited' });
    await expect(api.signIn('new@shop.example', '')).rejects.toThrow();

    expect((await accept('wrong', 'a password to keep')).status).toBe(404);
    expect((await accept(invitation.token, 'short')).status).toBe(400);
    expect((await accept(invitation.token, 'a password to keep')).body).toEqual({
      email: 'new@shop.example',
    });
    expect((await accept(invitation.token, 'another one to keep')).status).toBe(404);
    const member = await api.signIn('new@shop.example', 'a password to keep');
    expect((await member.get('/session')).body).toMatchObject({
      user: { role: 'company_admin', companyId: api.companyId },
    });
    expect(await actionsOf(person.id)).toEqual([
      'user.invited',
      'user.invitation-handed-over',
      'user.invitation-accepted',
      'user.signed-in',
    ]);
  });

  test('have a week to accept', async () => {
    const body = { email: 'late@shop.example', name: 'Kasni' };
    const response = await api.operator.post(`/companies/${api.companyId}/members`, body);
    const { invitation } = response.body as Invited;
    const before = now;
    now += 7 * 24 * 3_600_000 + 1;
    expect((await accept(invitation.token, 'a password to keep')).status).toBe(404);
    now = before;
    expect((await accept(invitation.token, 'a password to keep')).status).toBe(200);
  });

  test('are in the list of a company once, whatever the letters of the address', async () => {
    const invite = (email: string) =>
      api.admin.post(`/companies/${api.companyId}/members`, { email, name: 'Again' });
    expect((await invite(ADMIN.toUpperCase())).status).toBe(409);
    expect((await invite('once@shop.example')).status).toBe(201);
    expect((await invite('Once@Shop.example')).status).toBe(409);
  });

  test('who lose access are signed out at once, and are still in the audit log', async () => {
    await newAdmin('leaves@shop.example');
    const client = await api.signIn('leaves@shop.example');
    const { user } = (await client.get('/session')).body as { user: { id: string } };
    const path = `/companies/${api.companyId}/members/${user.id}`;
    expect((await api.admin.delete(path)).status).toBe(204);
    expect((await client.get('/session')).status).toBe(401);
    await expect(api.signIn('leaves@shop.example')).rejects.toThrow('401');
    const { people } = (await api.admin.get(`/companies/${api.companyId}/members`)).body as {
      people: { id: string; status: string }[];
    };
    expect(people.find(({ id }) => id === user.id)?.status).toBe('disabled');
    expect((await api.admin.patch(path, { isActive: true })).body).toMatchObject({
      status: 'active',
    });
    await api.signIn('leaves@shop.example');
  });

  test('do not take their own access away', async () => {
    const { user } = (await api.admin.get('/session')).body as { user: { id: string } };
    const response = await api.admin.delete(`/companies/${api.companyId}/members/${user.id}`);
    expect(response.status).toBe(409);
  });

  test('of another company are out of reach by way of the own one', async () => {
    const { user } = (await api.neighbour.get('/session')).body as { user: { id: string } };
    const path = `/companies/${api.companyId}/members/${user.id}`;
    const statuses = [
      (await api.admin.patch(path, { name: 'Mine' })).status,
      (await api.admin.delete(path)).status,
      (await api.admin.post(`${path}/invitation`)).status,
    ];
    expect(statuses).toEqual([404, 404, 404]);
    expect((await api.neighbour.get('/session')).status).toBe(200);
  });

  test('are invited to a company that exists, by operators in either role', async () => {
    const invite = (change: object) =>
      api.operator.post('/users', { email: 'x@service.example', name: 'X', ...change });
    const unknown = '01a1fc55-2af3-773d-a66b-45a24cfcd927';
    expect((await invite({ role: 'company_admin', companyId: unknown })).status).toBe(404);
    expect((await invite({ role: 'company_admin' })).status).toBe(400);
    expect((await invite({ role: 'operator', companyId: api.companyId })).status).toBe(400);
    expect((await invite({ role: 'operator' })).status).toBe(201);
  });
});

describe('the audit log', () => {
  interface Page {
    entries: { id: string; actor: string; actorName: string | null; companyId: string | null }[];
    nextCursor: string | null;
  }

  test('shows a company its own changes alone, and not how to reach an operator', async () => {
    const path = `/companies/${api.companyId}/audit?limit=100`;
    const { entries } = (await api.admin.get(path)).body as Page;
    expect(new Set(entries.map(({ companyId }) => companyId))).toEqual(new Set([api.companyId]));
    const { user } = (await api.operator.get('/session')).body as { user: { id: string } };
    const byOperator = entries.filter(({ actor }) => actor === `user:${user.id}`);
    expect(new Set(byOperator.map(({ actorName }) => actorName))).toEqual(new Set([null]));
    const same = (await api.operator.get(path)).body as Page;
    expect(same.entries.find(({ actor }) => actor === `user:${user.id}`)?.actorName).toBe(OPERATOR);
  });

  test('is read in pages that neither leave out nor repeat', async () => {
    const whole = (await api.operator.get('/audit?by=all&limit=100')).body as Page;
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = (await api.operator.get(`/audit?by=all&limit=7${query}`)).body as Page;
      ids.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual(whole.entries.map(({ id }) => id));
  });

  test('says of a filter that is none what is the matter', async () => {
    const response = await api.operator.get('/audit?from=yesterday&limit=1000');
    expect(response.body).toMatchObject({
      code: 'QUERY_INVALID',
      details: [{ path: 'from' }, { path: 'limit' }],
    });
  });
});

test('the first operator of the configuration is made while there is none, and never after', async () => {
  const first = { email: 'First@service.example', password: 'a password of the configuration' };
  expect(await ensureFirstOperator(api.db, first)).toBe(false);
  await api.db.prisma.user.deleteMany({ where: { role: 'operator', passwordHash: null } });
  await api.db.prisma.user.updateMany({
    where: { role: 'operator' },
    data: { role: 'company_admin', companyId: api.companyId },
  });
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstOperator(api.db, first)));
  expect(made.filter(Boolean)).toHaveLength(1);
  const response = await panelClient(api).post('/sign-in', first);
  expect(response.body).toMatchObject({
    user: { role: 'operator', email: 'first@service.example' },
  });
  await expect(ensureFirstOperator(api.db, { ...first, password: 'short' })).rejects.toThrow('12');
});
