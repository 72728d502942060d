import { afterAll, describe, expect, test } from '@jest/globals';
import { ADMIN, OPERATOR, startAdmin } from '../../../testing/running-admin.ts';
import { ensureFirstOperator } from '../accounts.ts';

const api = await startAdmin();
afterAll(() => api.close());
const members = `/companies/${api.companyId}/members`;

interface Invited {
  person: { id: string; status: string };
  invitation: { token: string };
}

const accept = (token: string, password: string) =>
  api.visitor.post('/invitations/accept', { token, password });

describe('people', () => {
  test('are invited with a link that works once, and choose their password', async () => {
    const body = { email: 'New@Shop.example', name: 'Nova' };
    const response = await api.operator.post(members, body);
    expect(response.status).toBe(201);
    const { person, invitation } = response.body as Invited;
    expect(person).toMatchObject({ email: 'new@shop.example', status: 'invited' });
    await expect(api.signIn('new@shop.example', '')).rejects.toThrow();

    await accept('wrong', 'a password to keep').expect(404);
    await accept(invitation.token, 'short').expect(400);
    const accepted = { email: 'new@shop.example' };
    await accept(invitation.token, 'a password to keep').expect(200, accepted);
    await accept(invitation.token, 'another one to keep').expect(404);
    const member = await api.signIn('new@shop.example', 'a password to keep');
    expect((await member.get('/session')).body).toMatchObject({
      user: { role: 'company_admin', companyId: api.companyId },
    });
    const audit = await api.audit({ entityId: person.id });
    expect(audit.map(({ action }) => action)).toEqual([
      'user.invited',
      'user.invitation-handed-over',
      'user.invitation-accepted',
      'user.signed-in',
    ]);
  });

  test('are in the list of a company once, whatever the letters of the address', async () => {
    const invite = (email: string) => api.admin.post(members, { email, name: 'Again' });
    expect((await invite(ADMIN.toUpperCase())).status).toBe(409);
    expect((await invite('once@shop.example')).status).toBe(201);
    expect((await invite('Once@Shop.example')).status).toBe(409);
  });

  test('who lose access are signed out at once, and are still in the audit log', async () => {
    const client = await api.newPerson('leaves@shop.example');
    const path = `${members}/${client.userId}`;
    await api.admin.delete(path).expect(204);
    await client.get('/session').expect(401);
    await expect(api.signIn('leaves@shop.example')).rejects.toThrow('401');
    const { people } = (await api.admin.get(members)).body as { people: Invited['person'][] };
    expect(people.find(({ id }) => id === client.userId)?.status).toBe('disabled');
    const again = await api.admin.patch(path, { isActive: true });
    expect(again.body).toMatchObject({ status: 'active' });
    await api.signIn('leaves@shop.example');
  });

  test('do not take their own access away', async () => {
    await api.admin.delete(`${members}/${api.admin.userId}`).expect(409);
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
    const operator = `user:${api.operator.userId}`;
    const byOperator = entries.filter(({ actor }) => actor === operator);
    expect(new Set(byOperator.map(({ actorName }) => actorName))).toEqual(new Set([null]));
    const same = (await api.operator.get(path)).body as Page;
    expect(same.entries.find(({ actor }) => actor === operator)?.actorName).toBe(OPERATOR);
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

  test('says what is wrong with a filter', async () => {
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
  const { body } = await api.visitor.post('/sign-in', first);
  expect(body).toMatchObject({ user: { role: 'operator', email: 'first@service.example' } });
  await expect(ensureFirstOperator(api.db, { ...first, password: 'short' })).rejects.toThrow('12');
});
