import { afterAll, describe, expect, test } from '@jest/globals';
import { tokenIn } from '@fiscal/testbed/mail-server';
import {
  ADMIN,
  NEIGHBOUR,
  OPERATOR,
  PASSWORD,
  startAdmin,
  startAdminWithMail,
} from '../../../testing/running-admin.ts';
import type { RunningAdmin } from '../../../testing/running-admin.ts';

const NEXT_PASSWORD = 'another long password';
const withMail = await startAdminWithMail();
const withoutMail = await startAdmin();
const { post } = withMail;
afterAll(async () => {
  await withMail.close();
  await withoutMail.close();
});

interface Invited {
  person: { id: string; email: string; status: string; waitsForLink: boolean };
  invitation: { delivery: string; token: string | null; expiresAt: string | null };
}

interface People {
  people: Invited['person'][];
}

const membersOf = ({ companyId }: RunningAdmin) => `/companies/${companyId}/members`;
const accept = ({ visitor }: RunningAdmin, token: string, password = NEXT_PASSWORD) =>
  visitor.post('/invitations/accept', { token, password });

async function actionsOf(api: RunningAdmin, entityId: string) {
  return (await api.audit({ entityId })).map(({ actor, action }) => [action, actor]);
}

/** Adds a second factor of which there is no code. */
const addFactor = ({ db }: RunningAdmin, id: string) =>
  db.prisma.user.update({
    where: { id },
    data: { totpSecret: Buffer.alloc(48), totpEnabledAt: new Date() },
  });

describe('an invitation', () => {
  test('goes to the address of the person: the inviter never sees the link', async () => {
    for (const inviter of [withMail.admin, withMail.operator]) {
      const email = `nova-${inviter === withMail.admin ? 1 : 2}@shop.example`;
      const response = await inviter.post(membersOf(withMail), { email, name: 'Nova' });
      const { person, invitation } = response.body as Invited;
      expect(invitation).toEqual({ delivery: 'mail', token: null, expiresAt: expect.any(String) });
      const token = tokenIn(post.mailTo(email));
      expect(response.text).not.toContain(token);
      expect((await accept(withMail, token)).body).toEqual({ email });
      await withMail.signIn(email, NEXT_PASSWORD);
      const by = `user:${inviter.userId}`;
      expect(await actionsOf(withMail, person.id)).toEqual([
        ['user.invited', by],
        ['user.invitation-mailed', by],
        ['user.invitation-accepted', `user:${person.id}`],
        ['user.signed-in', `user:${person.id}`],
      ]);
    }
  });

  test('without a mail server is handed over by an operator, and the audit log says by whom', async () => {
    const body = { email: 'nova@shop.example', name: 'Nova' };
    const response = await withoutMail.operator.post(membersOf(withoutMail), body);
    const { person, invitation } = response.body as Invited;
    expect(invitation).toMatchObject({ delivery: 'hand-over', token: expect.any(String) });
    const operator = `user:${withoutMail.operator.userId}`;
    expect(await actionsOf(withoutMail, person.id)).toEqual([
      ['user.invited', operator],
      ['user.invitation-handed-over', operator],
    ]);
    expect((await accept(withoutMail, invitation.token ?? '')).status).toBe(200);
  });

  test('without a mail server shows an admin of a company no link; an operator is asked for one', async () => {
    const body = { email: 'druga@shop.example', name: 'Druga' };
    const invited = (await withoutMail.admin.post(membersOf(withoutMail), body)).body as Invited;
    const nothing = { delivery: 'operator', token: null, expiresAt: null };
    expect(invited.invitation).toEqual(nothing);
    expect(invited.person.waitsForLink).toBe(true);
    const path = `${membersOf(withoutMail)}/${invited.person.id}/invitation`;
    expect((await withoutMail.admin.post(path)).body).toEqual(nothing);

    const waitsForLink = async () => {
      const { people } = (await withoutMail.operator.get('/users')).body as People;
      return people.find(({ id }) => id === invited.person.id)?.waitsForLink;
    };
    expect(await waitsForLink()).toBe(true);
    const made = await withoutMail.operator.post(`/users/${invited.person.id}/invitation`);
    const { delivery, token } = made.body as Invited['invitation'];
    expect(delivery).toBe('hand-over');
    expect(await waitsForLink()).toBe(false);
    expect((await accept(withoutMail, token ?? '')).status).toBe(200);
  });

  test('that no mail server takes is an error for the inviter, and can be sent again', async () => {
    const body = { email: 'x@nowhere.example', name: 'X' };
    const response = await withMail.admin.post(membersOf(withMail), body);
    expect(response).toMatchObject({ status: 502, body: { code: 'MAIL_NOT_SENT' } });
    const where = { email: body.email };
    const person = await withMail.db.prisma.user.findFirstOrThrow({ where });
    expect((await actionsOf(withMail, person.id)).map(([action]) => action)).toEqual([
      'user.invited',
      'user.invitation-not-mailed',
    ]);
    const again = await withMail.admin.post(`${membersOf(withMail)}/${person.id}/invitation`);
    expect(again.status).toBe(502);
  });

  test('fills no mailbox: the sixth within an hour is refused', async () => {
    const email = 'crowded@shop.example';
    const id = await withMail.newAdmin(email);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const response = await withMail.admin.post(`${membersOf(withMail)}/${id}/invitation`);
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(post.mails.filter(({ to }) => to.includes(email))).toHaveLength(5);
  });
});

describe('a renewed invitation', () => {
  test('lets no admin choose the password of another one, nor take the second factor away', async () => {
    const email = 'victim@shop.example';
    for (const api of [withMail, withoutMail]) {
      const id = await api.newAdmin(email);
      await addFactor(api, id);
      const response = await api.admin.post(`${membersOf(api)}/${id}/invitation`);
      expect(response.body).toMatchObject({ token: null });
      const body = { email, password: PASSWORD };
      const signIn = await api.visitor.post('/sign-in', body);
      // The old password is still right, and the second factor still asked for.
      expect(signIn.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    }
  });

  test('changes the password of its person alone, ends the sessions, and keeps the second factor', async () => {
    const email = 'forgot@shop.example';
    const client = await withMail.newPerson(email);
    const id = client.userId;
    await addFactor(withMail, id);
    await withMail.admin.post(`${membersOf(withMail)}/${id}/invitation`).expect(200);
    expect((await client.get('/session')).status).toBe(200);
    const token = tokenIn(post.mailTo(email));
    expect((await accept(withMail, token)).status).toBe(200);
    expect((await client.get('/session')).status).toBe(401);
    expect((await accept(withMail, token)).status).toBe(404);
    const body = { email, password: NEXT_PASSWORD };
    expect((await withMail.visitor.post('/sign-in', body)).body).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
    });
    expect((await actionsOf(withMail, id)).map(([action]) => action)).toContain(
      'user.password-renewed',
    );
  });

  test('is not for oneself: a session that was left open is no way to a new password', async () => {
    const { operator, admin } = withoutMail;
    await operator.post(`/users/${operator.userId}/invitation`).expect(409);
    await admin.post(`${membersOf(withoutMail)}/${admin.userId}/invitation`).expect(409);
  });
});

describe('inviting responds alike', () => {
  const shapeOf = (response: { status: number; body: unknown }) => {
    const { person, invitation } = response.body as Invited;
    const { expiresAt, ...delivered } = invitation;
    const own = { id: expect.any(String), email: expect.any(String) };
    const shown = { ...person, ...own, createdAt: expect.any(String) };
    return { status: response.status, shown, delivered, ends: expiresAt !== null };
  };

  test.each([
    ['mail', () => withMail],
    ['no mail', () => withoutMail],
  ])('whether or not the address has an account, with %s server', async (_name, apiOf) => {
    const api = apiOf();
    const invite = (email: string) => api.admin.post(membersOf(api), { email, name: 'Neko' });
    const fresh = await invite('fresh@elsewhere.example');
    expect(fresh.status).toBe(201);
    for (const email of [OPERATOR.toUpperCase(), NEIGHBOUR]) {
      const taken = await invite(email);
      expect(shapeOf(taken)).toEqual(shapeOf(fresh));
      const { id } = (taken.body as Invited).person;
      const again = await api.admin.post(`${membersOf(api)}/${id}/invitation`);
      const { id: freshId } = (fresh.body as Invited).person;
      const freshAgain = await api.admin.post(`${membersOf(api)}/${freshId}/invitation`);
      const alike = ({ status, body }: { status: number; body: unknown }) => [
        status,
        { ...(body as object), expiresAt: null },
      ];
      expect(alike(again)).toEqual(alike(freshAgain));
      // Invited twice both are in the list, and the list is what says so.
      expect((await invite(email)).status).toBe((await invite('fresh@elsewhere.example')).status);
    }
    const { people } = (await api.admin.get(membersOf(api))).body as People;
    const listed = ['fresh@elsewhere.example', OPERATOR, NEIGHBOUR].map((email) =>
      people.find((person) => person.email === email),
    );
    expect(listed.map((person) => person?.status)).toEqual(Array(3).fill('invited'));
    expect(new Set(listed.map((person) => person?.waitsForLink)).size).toBe(1);
  });

  test('and only the owner of the address reads that there is an account', async () => {
    const mail = post.mailTo(NEIGHBOUR);
    expect(mail?.text).toContain('This address has an account already');
    expect(mail?.text).not.toContain('/admin/invitation');
    // Nothing has happened to the account.
    await withMail.signIn(NEIGHBOUR);
  });

  test('but operators, who see everybody, learn that', async () => {
    const body = { email: ADMIN, name: 'A' };
    const asOperator = { ...body, role: 'operator' };
    expect((await withMail.operator.post('/users', asOperator)).status).toBe(409);
    const path = `/companies/${withoutMail.otherCompanyId}/members`;
    expect((await withoutMail.operator.post(path, body)).status).toBe(409);
  });

  test('and of two companies that invite one address the first acceptance counts', async () => {
    const { operator, companyId, otherCompanyId } = withoutMail;
    const tokens: string[] = [];
    for (const company of [companyId, otherCompanyId]) {
      const body = { email: 'both@elsewhere.example', name: 'Oba' };
      const response = await operator.post(`/companies/${company}/members`, body);
      tokens.push((response.body as Invited).invitation.token ?? '');
    }
    const [first = '', second = ''] = tokens;
    expect((await accept(withoutMail, first)).status).toBe(200);
    const late = await accept(withoutMail, second);
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const member = await withoutMail.signIn('both@elsewhere.example', NEXT_PASSWORD);
    expect((await member.get('/session')).body).toMatchObject({ user: { companyId } });
  });
});
