import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findPerson, hashPassword, resetSecondFactor } from '@fiscal/db/account';
import { seedUser } from '@fiscal/db/testing';
import { startMailServer } from '@fiscal/testbed/mail-server';
import type { MailServer } from '@fiscal/testbed/mail-server';
import { openMailer } from '../../mail/mailer.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { PASSWORD, startAdmin } from '../../testing/running-admin.ts';
import type { PanelClient, RunningAdmin } from '../../testing/running-admin.ts';

let api: RunningAdmin;
let post: MailServer;
let mailer: Mailer;

beforeAll(async () => {
  post = await startMailServer();
  mailer = openMailer({ url: post.url, from: 'Fiscal <no-reply@fiscal.example>' });
  api = await startAdmin({ mailer });
});
afterAll(async () => {
  await api.close();
  mailer.close();
  await post.close();
});

/** With a second factor that nobody has a code of, and a session from before. */
async function newCareful(email: string): Promise<{ id: string; client: PanelClient }> {
  const id = await seedUser(api.db, {
    email,
    passwordHash: await hashPassword(PASSWORD),
    role: 'company_admin',
    companyId: api.companyId,
  });
  const client = await api.signIn(email);
  await enable(id);
  return { id, client };
}

async function enable(id: string): Promise<void> {
  await api.db.prisma.user.update({
    where: { id },
    data: { totpSecret: Buffer.alloc(48), totpEnabledAt: new Date() },
  });
}

async function auditOf(entityId: string, action: string) {
  const where = { entityId, action };
  const rows = await api.db.prisma.auditLog.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ actor, after }) => ({ actor, after }));
}

async function idOf(client: PanelClient): Promise<string> {
  return ((await client.get('/session')).body as { user: { id: string } }).user.id;
}

test('an operator takes a lost second factor away: sessions end, the password stays, the person reads of it', async () => {
  const { id, client } = await newCareful('careful@shop.example');
  await api.operator.delete(`/users/${id}/second-factor`).expect(204);
  expect((await client.get('/session')).status).toBe(401);
  await api.signIn('careful@shop.example');
  expect(await auditOf(id, 'user.second-factor-reset')).toEqual([
    {
      actor: `user:${await idOf(api.operator)}`,
      after: { email: 'careful@shop.example', sessions: 1 },
    },
  ]);
  expect(post.mailTo('careful@shop.example')?.text).toContain('removed the second step');
});

test('every sign-in after it is marked in the audit log until there is a second factor again', async () => {
  const email = 'marked@shop.example';
  const { id } = await newCareful(email);
  await api.operator.delete(`/users/${id}/second-factor`).expect(204);
  await api.signIn(email);
  await api.signIn(email);
  await enable(id);
  await api.db.prisma.user.update({ where: { id }, data: { totpSecret: null } });
  await api.signIn(email);
  const marks = (await auditOf(id, 'user.signed-in')).map(
    ({ after }) => (after as { secondFactorResetAt?: string }).secondFactorResetAt,
  );
  const mark = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(marks).toEqual([undefined, mark, mark, undefined]);
});

test('nobody resets their own, and no admin of a company another one’s', async () => {
  const operator = await idOf(api.operator);
  await enable(operator);
  const own = await api.operator.delete(`/users/${operator}/second-factor`);
  expect(own.status).toBe(409);
  const { id } = await newCareful('colleague@shop.example');
  expect((await api.admin.delete(`/users/${id}/second-factor`)).status).toBe(404);
  const person = await findPerson(api.db, id);
  if (!person) throw new Error('the person was just made');
  await expect(resetSecondFactor(api.db, `user:${id}`, person, new Date())).rejects.toThrow('own');
  const kept = await api.db.prisma.user.findMany({ where: { id: { in: [id, operator] } } });
  expect(kept.map(({ totpEnabledAt }) => totpEnabledAt)).toEqual([
    expect.any(Date),
    expect.any(Date),
  ]);
});

test('where there is none nothing happens', async () => {
  const id = await idOf(api.admin);
  expect((await api.operator.delete(`/users/${id}/second-factor`)).status).toBe(409);
  expect((await api.admin.get('/session')).status).toBe(200);
});
