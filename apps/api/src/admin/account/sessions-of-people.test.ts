import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashPassword } from '@fiscal/db/account';
import { seedUser } from '@fiscal/db/testing';
import { PASSWORD, startAdmin } from '../../testing/running-admin.ts';
import type { PanelClient, RunningAdmin } from '../../testing/running-admin.ts';

let now = Date.now();
let api: RunningAdmin;
beforeAll(async () => {
  api = await startAdmin({ clock: () => new Date(now) });
});
afterAll(async () => {
  await api.close();
});

interface Listed {
  id: string;
  userAgent: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

const CONFIRM = 'CONFIRMATION_REQUIRED';

/** Somebody of the company of `api.admin`. */
async function newPerson(email: string) {
  const userId = await seedUser(api.db, {
    ...{ email, role: 'company_admin', companyId: api.companyId },
    passwordHash: await hashPassword(PASSWORD),
  });
  return { userId, client: await api.signIn(email) };
}

async function listed(client: PanelClient, path: string): Promise<Listed[]> {
  return ((await client.get(path).expect(200)).body as { sessions: Listed[] }).sessions;
}

const isIn = async (client: PanelClient) => (await client.get('/session')).status === 200;

describe('a person', () => {
  test('sees where they are signed in, and ends one of these sessions', async () => {
    const { client: here, userId } = await newPerson('own@shop.example');
    const there = await api.signIn('own@shop.example');
    const sessions = await listed(here, '/session/list');
    expect(sessions).toHaveLength(2);
    for (const session of sessions) {
      expect(session.address).toContain('127.0.0.1');
      expect(Date.parse(session.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(session.createdAt));
    }
    const other = sessions.find(({ isCurrent }) => !isCurrent)!;
    expect((await here.delete(`/session/list/${other.id}`)).status).toBe(204);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect((await here.delete(`/session/list/${other.id}`)).status).toBe(404);
    const rows = await api.db.prisma.auditLog.findMany({
      where: { action: 'user.session-ended', entityId: userId },
    });
    expect(rows).toEqual([
      expect.objectContaining({
        actor: `user:${userId}`,
        before: expect.objectContaining({ address: other.address }),
      }),
    ]);
  });

  test('proves who they are before they end a session, one or all: an open one is not enough', async () => {
    const { client: here } = await newPerson('careful@shop.example');
    const there = await api.signIn('careful@shop.example');
    const sessions = await listed(here, '/session/list');
    const other = sessions.find(({ isCurrent }) => !isCurrent)!;
    now += 6 * 60_000;
    const end = () => here.delete(`/session/list/${other.id}`);
    const refused = [await end(), await here.post('/sign-out-everywhere')];
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([403, expect.objectContaining({ code: CONFIRM })]);
    }
    expect([await isIn(here), await isIn(there)]).toEqual([true, true]);
    await here.post('/account/confirmation', { password: PASSWORD }).expect(204);
    expect((await end()).status).toBe(204);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect((await here.post('/sign-out-everywhere')).status).toBe(204);
    expect(await isIn(here)).toBe(false);
  });

  test('signs out here without a proof', async () => {
    const { client } = await newPerson('leaving@shop.example');
    now += 6 * 60_000;
    expect((await client.post('/sign-out')).status).toBe(204);
  });

  test('ends no session of anybody else', async () => {
    const [session] = await listed(api.neighbour, '/session/list');
    await api.admin.post('/account/confirmation', { password: PASSWORD }).expect(204);
    expect((await api.admin.delete(`/session/list/${session!.id}`)).status).toBe(404);
    expect(await isIn(api.neighbour)).toBe(true);
  });
});

describe('an admin', () => {
  test('sees and ends the sessions of their own company, one or all', async () => {
    const { client: one, userId } = await newPerson('managed@shop.example');
    const two = await api.signIn('managed@shop.example');
    const three = await api.signIn('managed@shop.example');
    const path = `/companies/${api.companyId}/members/${userId}/sessions`;
    const [own] = await listed(one, '/session/list').then((all) =>
      all.filter(({ isCurrent }) => isCurrent),
    );
    expect((await listed(api.admin, path)).map(({ id }) => id)).toContain(own!.id);
    expect((await api.admin.delete(`${path}/${own!.id}`)).status).toBe(204);
    expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([false, true, true]);
    expect((await api.admin.delete(path)).status).toBe(204);
    expect([await isIn(two), await isIn(three)]).toEqual([false, false]);
    const admin = (await api.admin.get('/session')).body as { user: { id: string } };
    const rows = await api.db.prisma.auditLog.findMany({
      where: { action: 'user.session-ended', entityId: userId },
    });
    expect(rows.map(({ actor }) => actor)).toEqual(Array(3).fill(`user:${admin.user.id}`));
  });

  test("reaches no other company's sessions, by way of the own one or not", async () => {
    const { user } = (await api.neighbour.get('/session')).body as { user: { id: string } };
    for (const companyId of [api.companyId, api.otherCompanyId]) {
      const path = `/companies/${companyId}/members/${user.id}/sessions`;
      expect((await api.admin.get(path)).status).toBe(404);
      expect((await api.admin.delete(path)).status).toBe(404);
    }
    expect((await api.admin.get(`/users/${user.id}/sessions`)).status).toBe(404);
    expect(await isIn(api.neighbour)).toBe(true);
  });
});

test("an operator sees and ends everybody's", async () => {
  const { client, userId } = await newPerson('anybody@shop.example');
  const path = `/users/${userId}/sessions`;
  const [session] = await listed(api.operator, path);
  expect(session).toMatchObject({ isCurrent: false });
  expect((await api.operator.delete(`${path}/${session!.id}`)).status).toBe(204);
  expect(await isIn(client)).toBe(false);
  const again = await api.signIn('anybody@shop.example');
  expect((await api.operator.delete(path)).status).toBe(204);
  expect(await isIn(again)).toBe(false);
});
