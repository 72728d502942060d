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

  test('are found by a part of the name or the address, in pages without gaps', async () => {
    for (const name of ['Zora', 'zorica', '50% Zo_ra']) {
      const email = `n${name.length}@find.example`;
      await api.admin.post(members, { email, name }).expect(201);
    }
    interface Listed {
      people: { id: string; name: string }[];
      nextCursor: string | null;
    }
    const find = async (query: string) =>
      (await api.admin.get(`${members}?${query}`).expect(200)).body as Listed;
    const names = async (search: string) =>
      (await find(`search=${encodeURIComponent(search)}`)).people.map(({ name }) => name).sort();
    expect(await names('ZOR')).toEqual(['Zora', 'zorica']);
    expect(await names('find.example')).toHaveLength(3);
    expect(await names('50%')).toEqual(['50% Zo_ra']);
    expect(await names('_')).toEqual(['50% Zo_ra']);
    expect(await names('nobody at all')).toEqual([]);
    const all = (await find('limit=200')).people.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Listed = await find(`limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.people.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    const theirs = await api.neighbour.get(`/companies/${api.otherCompanyId}/members?search=zor`);
    expect((theirs.body as Listed).people).toEqual([]);
  });

  test('get another role at once, but not their own nor one of another belonging', async () => {
    const belonging = { role: 'accountant', companyId: api.companyId } as const;
    const client = await api.newPerson('promoted@shop.example', belonging);
    const path = `${members}/${client.userId}`;
    await client.get(members).expect(404);
    const changed = await api.admin.patch(path, { role: 'company_admin' });
    expect(changed.body).toMatchObject({ role: 'company_admin' });
    await client.get(members).expect(200);
    expect((await api.admin.patch(path, { role: 'operator' })).status).toBe(400);
    const own = `${members}/${api.admin.userId}`;
    expect((await api.admin.patch(own, { role: 'support' })).status).toBe(409);
    const rows = await api.audit({ action: 'user.changed', entityId: client.userId });
    expect(rows).toMatchObject([
      { before: { role: 'accountant' }, after: { role: 'company_admin' } },
    ]);
  });

  test('are invited to a company that exists, by operators in either role', async () => {
    const invite = (change: object) =>
      api.operator.post('/users', { email: 'x@service.example', name: 'X', ...change });
    const unknown = '01a1fc55-2af3-773d-a66b-45a24cfcd927';
    expect((await invite({ role: 'company_admin', companyId: unknown })).status).toBe(404);
    expect((await invite({ role: 'company_admin' })).status).toBe(400);
    expect((await invite({ role: 'operator', companyId: api.companyId })).status).toBe(400);
    expect((await invite({ role: 'operator' })).status).toBe(201);
    const email = 'y@service.example';
    expect((await invite({ role: 'accountant', email })).status).toBe(400);
    expect((await invite({ role: 'support', email })).status).toBe(400);
    const ofCompany = { companyId: api.companyId, email: 'z@service.example' };
    expect((await invite({ role: 'service_support', ...ofCompany })).status).toBe(400);
    expect((await invite({ role: 'service_support', email })).body).toMatchObject({
      person: { role: 'service_support', companyId: null },
    });
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

  test('names what an entry is about, and nothing of another company', async () => {
    const client = await api.newPerson('subject@shop.example');
    await api.admin.patch(`${members}/${client.userId}`, { name: 'Predmet' }).expect(200);
    interface Entries {
      entries: { action: string; about: unknown; entityId: string }[];
    }
    const path = `/companies/${api.companyId}/audit?entityId=${client.userId}`;
    const { entries } = (await api.admin.get(path)).body as Entries;
    const about = { kind: 'person', id: client.userId, name: 'Predmet', environment: null };
    expect(entries.find(({ action }) => action === 'user.changed')?.about).toEqual(about);
    const forged = { actor: 'worker', action: 'user.changed', entityId: client.userId };
    await api.db.prisma.auditLog.create({ data: { ...forged, companyId: api.otherCompanyId } });
    const theirs = await api.neighbour.get(`/companies/${api.otherCompanyId}/audit?by=all`);
    const foreign = (theirs.body as Entries).entries.find(
      ({ entityId }) => entityId === client.userId,
    );
    expect(foreign?.about).toBeNull();
  });

  test('is narrowed to one person', async () => {
    const path = `/companies/${api.companyId}/audit?userId=${api.admin.userId}`;
    const { entries } = (await api.admin.get(path)).body as Page;
    const actors = new Set(entries.map(({ actor }) => actor));
    expect(actors).toEqual(new Set([`user:${api.admin.userId}`]));
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
