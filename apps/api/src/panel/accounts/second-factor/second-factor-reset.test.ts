import { afterAll, expect, test } from '@jest/globals';
import { findPerson, resetSecondFactor } from '@fiscal/db/account';
import { startAdminWithMail } from '../../../testing/running-admin.ts';
import type { PanelClient } from '../../../testing/running-admin.ts';

const api = await startAdminWithMail();
afterAll(() => api.close());

/** Somebody with a second factor of which there is no code, and a session from before. */
async function newCareful(email: string): Promise<PanelClient> {
  const client = await api.newPerson(email);
  await enable(client.userId);
  return client;
}

async function enable(id: string): Promise<void> {
  const data = { totpSecret: Buffer.alloc(48), totpEnabledAt: new Date() };
  await api.db.prisma.user.update({ where: { id }, data });
}

test('an operator takes a lost second factor away: sessions end, the password stays, the person reads of it', async () => {
  const email = 'careful@shop.example';
  const client = await newCareful(email);
  await api.operator.delete(`/users/${client.userId}/second-factor`).expect(204);
  await client.get('/session').expect(401);
  await api.signIn(email);
  const rows = await api.audit({ entityId: client.userId, action: 'user.second-factor-reset' });
  const actor = `user:${api.operator.userId}`;
  expect(rows).toMatchObject([{ actor, after: { email, sessions: 1 } }]);
  expect(api.post.mailTo(email)?.text).toContain('removed the second step');
});

test('every sign-in after it is marked in the audit log until there is a second factor again', async () => {
  const email = 'marked@shop.example';
  const { userId: id } = await newCareful(email);
  await api.operator.delete(`/users/${id}/second-factor`).expect(204);
  await api.signIn(email);
  await api.signIn(email);
  await enable(id);
  await api.db.prisma.user.update({ where: { id }, data: { totpSecret: null } });
  await api.signIn(email);
  const marks = (await api.audit({ entityId: id, action: 'user.signed-in' })).map(
    ({ after }) => (after as { secondFactorResetAt?: string }).secondFactorResetAt,
  );
  const mark = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(marks).toEqual([undefined, mark, mark, undefined]);
});

test('no one resets their own, and no admin of a company another one’s', async () => {
  const operator = api.operator.userId;
  await enable(operator);
  await api.operator.delete(`/users/${operator}/second-factor`).expect(409);
  const { userId: id } = await newCareful('colleague@shop.example');
  await api.admin.delete(`/users/${id}/second-factor`).expect(404);
  const person = await findPerson(api.db, id);
  if (!person) throw new Error('the person was just made');
  await expect(resetSecondFactor(api.db, `user:${id}`, person, new Date())).rejects.toThrow('own');
  const kept = await api.db.prisma.user.findMany({ where: { id: { in: [id, operator] } } });
  expect(kept.map(({ totpEnabledAt }) => totpEnabledAt !== null)).toEqual([true, true]);
});

test('where there is none nothing happens', async () => {
  await api.operator.delete(`/users/${api.admin.userId}/second-factor`).expect(409);
  await api.admin.get('/session').expect(200);
});
