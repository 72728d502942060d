import { afterAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startAdmin } from '../../../testing/running-admin.ts';
import type { PanelClient } from '../../../testing/running-admin.ts';

let now = Date.now();
const api = await startAdmin({ clock: () => new Date(now) });
afterAll(() => api.close());

interface Listed {
  id: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

async function listed(client: PanelClient, path: string): Promise<Listed[]> {
  return ((await client.get(path).expect(200)).body as { sessions: Listed[] }).sessions;
}

const isIn = async (client: PanelClient) => (await client.get('/session')).status === 200;

describe('a person', () => {
  test('sees where they are signed in, and ends one of these sessions', async () => {
    const here = await api.newPerson('own@shop.example');
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
    const rows = await api.audit({ action: 'user.session-ended', entityId: here.userId });
    const before = { address: other.address };
    expect(rows).toMatchObject([{ actor: `user:${here.userId}`, before }]);
  });

  test('proves who they are before they end a session, one or all: an open one is not enough', async () => {
    const here = await api.newPerson('careful@shop.example');
    const there = await api.signIn('careful@shop.example');
    const sessions = await listed(here, '/session/list');
    const other = sessions.find(({ isCurrent }) => !isCurrent)!;
    now += 6 * 60_000;
    const end = () => here.delete(`/session/list/${other.id}`);
    for (const refused of [await end(), await here.post('/sign-out-everywhere')]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } });
    }
    expect([await isIn(here), await isIn(there)]).toEqual([true, true]);
    await here.post('/account/confirmation', { password: PASSWORD }).expect(204);
    expect((await end()).status).toBe(204);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    const again = await api.signIn('careful@shop.example');
    await here.post('/sign-out-everywhere').expect(204);
    const all = [await isIn(here), await isIn(again), await isIn(api.admin)];
    expect(all).toEqual([false, false, true]);
  });

  test('gets past that proof neither through the members of the company nor the people of the service', async () => {
    const { admin, operator, companyId } = api;
    const client = await api.newPerson('protected@shop.example');
    await api.addApp(await api.newPerson('with-factor@shop.example'));
    const [session] = await listed(client, '/session/list');
    for (const who of [admin, operator]) {
      await who.post('/account/confirmation', { password: PASSWORD }).expect(204);
    }
    now += 6 * 60_000;
    const members = `/companies/${companyId}/members`;
    const end = () =>
      [
        ...[admin.userId, client.userId].map((id) => admin.delete(`${members}/${id}/sessions`)),
        admin.delete(`${members}/${client.userId}/sessions/${session!.id}`),
        admin.delete(`${members}/${client.userId}`),
        admin.patch(`${members}/${client.userId}`, { isActive: false }),
        ...[operator.userId, client.userId].map((id) => operator.delete(`/users/${id}/sessions`)),
        operator.delete(`/users/${client.userId}/sessions/${session!.id}`),
        operator.patch(`/users/${client.userId}`, { isActive: false }),
        operator.delete(`/users/${client.userId}/second-factor`),
      ] as const;
    for (const refused of await Promise.all(end())) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } });
    }
    expect([await isIn(client), await isIn(admin), await isIn(operator)]).toEqual([
      true,
      true,
      true,
    ]);
    // What ends nothing needs no proof.
    await admin.patch(`${members}/${client.userId}`, { name: 'Protected' }).expect(200);
    for (const who of [admin, operator]) {
      await who.post('/account/confirmation', { password: PASSWORD }).expect(204);
    }
    await operator.delete(`/users/${client.userId}/sessions/${session!.id}`).expect(204);
    await admin.delete(`${members}/${client.userId}`).expect(204);
    expect(await isIn(client)).toBe(false);
  });

  test('signs out here without a proof', async () => {
    const client = await api.newPerson('leaving@shop.example');
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
    const one = await api.newPerson('managed@shop.example');
    const two = await api.signIn('managed@shop.example');
    const three = await api.signIn('managed@shop.example');
    const path = `/companies/${api.companyId}/members/${one.userId}/sessions`;
    const own = (await listed(one, '/session/list')).find(({ isCurrent }) => isCurrent);
    expect((await listed(api.admin, path)).map(({ id }) => id)).toContain(own!.id);
    expect((await api.admin.delete(`${path}/${own!.id}`)).status).toBe(204);
    expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([false, true, true]);
    expect((await api.admin.delete(path)).status).toBe(204);
    expect([await isIn(two), await isIn(three)]).toEqual([false, false]);
    const rows = await api.audit({ action: 'user.session-ended', entityId: one.userId });
    expect(rows.map(({ actor }) => actor)).toEqual(Array(3).fill(`user:${api.admin.userId}`));
  });
});

test("an operator sees and ends everybody's", async () => {
  await api.operator.post('/account/confirmation', { password: PASSWORD }).expect(204);
  const client = await api.newPerson('anybody@shop.example');
  const path = `/users/${client.userId}/sessions`;
  const [session] = await listed(api.operator, path);
  expect(session).toMatchObject({ isCurrent: false });
  expect((await api.operator.delete(`${path}/${session!.id}`)).status).toBe(204);
  expect(await isIn(client)).toBe(false);
  const again = await api.signIn('anybody@shop.example');
  expect((await api.operator.delete(path)).status).toBe(204);
  expect(await isIn(again)).toBe(false);
});
