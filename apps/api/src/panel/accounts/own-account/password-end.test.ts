// What a new password ends, whoever chose it and how.

import { tokenIn } from '@fiscal/testbed/mail-server';
import { beginSession, findCredentials, listSessions } from '@fiscal/db/account';
import { afterAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startAdmin, startAdminWithMail } from '../../../testing/running-admin.ts';
import type { PanelClient, RunningAdmin } from '../../../testing/running-admin.ts';

const NEXT = 'four words that nobody says';
const withMail = await startAdminWithMail();
const withoutMail = await startAdmin();
afterAll(async () => {
  await withMail.close();
  await withoutMail.close();
});

const accept = (api: RunningAdmin, token: string, password = NEXT) =>
  api.visitor.post('/invitations/accept', { token, password });

/**
 * The token of the mail that the call sends; a link that a visitor asks for is made after the
 * response.
 */
async function mailedBy(email: string, send: () => PromiseLike<unknown>): Promise<string> {
  const count = () => withMail.post.mails.filter(({ to }) => to.includes(email)).length;
  const before = count();
  await send();
  while (count() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  return tokenIn(withMail.post.mailTo(email));
}

/** Everything that lets somebody in: sessions, a link of an owner, links of visitors. */
async function waysIn(email: string) {
  const sessions = [await withMail.newPerson(email), await withMail.signIn(email)];
  const { userId } = sessions[0]!;
  const path = `/companies/${withMail.companyId}/members/${userId}/invitation`;
  const byOwner = await mailedBy(email, () => withMail.admin.post(path).expect(200));
  const ask = () => withMail.visitor.post('/password-link', { email }).expect(204);
  const byVisitor = [await mailedBy(email, ask), await mailedBy(email, ask)];
  return { sessions, byOwner, byVisitor };
}

const isIn = async (client: PanelClient) => (await client.get('/session')).status === 200;

describe('a new password ends every other session and every open link, chosen', () => {
  type Ways = Awaited<ReturnType<typeof waysIn>>;
  test.each<[string, (ways: Ways) => Promise<unknown>, boolean[]]>([
    [
      'in the account',
      ({ sessions }) =>
        sessions[0]!.put('/account/password', { current: PASSWORD, next: NEXT }).expect(204),
      [true, false],
    ],
    [
      'with a link of an owner',
      ({ byOwner }) => accept(withMail, byOwner).expect(200),
      [false, false],
    ],
    [
      'with a link that was asked for at the sign-in',
      ({ byVisitor }) => accept(withMail, byVisitor[0]!).expect(200),
      [false, false],
    ],
  ])('%s', async (way, choose, left) => {
    const email = `${way.replaceAll(' ', '-')}@shop.example`;
    const ways = await waysIn(email);
    await choose(ways);
    expect(await Promise.all(ways.sessions.map(isIn))).toEqual(left);
    for (const token of [ways.byOwner, ...ways.byVisitor]) {
      await accept(withMail, token, 'four other words that nobody says').expect(404);
    }
    await withMail.signIn(email, NEXT);
    await expect(withMail.signIn(email)).rejects.toThrow('401');
  });

  test('with a link that an operator handed over', async () => {
    const email = 'handed@shop.example';
    const client = await withoutMail.newPerson(email);
    const path = `/users/${client.userId}/invitation`;
    const { token } = (await withoutMail.operator.post(path)).body as { token: string };
    await client.put('/account/password', { current: PASSWORD, next: NEXT }).expect(204);
    await accept(withoutMail, token, 'four other words that nobody says').expect(404);
    const again = (await withoutMail.operator.post(path)).body as { token: string };
    await accept(withoutMail, again.token, 'four other words that nobody says').expect(200);
    expect(await isIn(client)).toBe(false);
  });
});

test('access that is taken away takes every link with it, also where it is given back', async () => {
  const email = 'closed@shop.example';
  const { sessions, byOwner, byVisitor } = await waysIn(email);
  const path = `/companies/${withMail.companyId}/members/${sessions[0]!.userId}`;
  await withMail.admin.delete(path).expect(204);
  await withMail.admin.patch(path, { isActive: true }).expect(200);
  for (const token of [byOwner, ...byVisitor]) await accept(withMail, token).expect(404);
});

describe('a call that was let in with the old password', () => {
  test('begins no session once there is a new one, or a second factor', async () => {
    const email = 'slow@shop.example';
    const client = await withMail.newPerson(email);
    const { db } = withMail;
    const { userId, passwordHash } = (await findCredentials(db, { email }))!;
    await client.put('/account/password', { current: PASSWORD, next: NEXT }).expect(204);
    const { passwordHash: newHash } = (await findCredentials(db, { email }))!;
    const now = new Date();
    const expiresAt = new Date(now.getTime() + 60_000);
    const from = { address: '192.0.2.7', userAgent: 'slow', secondFactor: 'none' as const };
    const late = { userId, passwordHash, token: 'late', ...from, now, expiresAt };
    expect(await beginSession(db, late, null)).toBe(false);
    // Nor one without a second factor once there is one.
    await withMail.addApp(client);
    expect(await beginSession(db, { ...late, passwordHash: newHash }, null)).toBe(false);
    expect(await listSessions(db, userId, now, new Date(0))).toHaveLength(1);
  });

  test('changes the password no more: of two sessions that do so at once one is left', async () => {
    const email = 'both@shop.example';
    const sessions = [await withMail.newPerson(email), await withMail.signIn(email)];
    const changes = sessions.map((session, i) => {
      const body = { current: PASSWORD, next: `${i} words that nobody says` };
      return session.put('/account/password', body);
    });
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(await Promise.all(sessions.map(isIn))).toEqual(statuses.map((status) => status === 204));
  });
});
