import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { tokenIn } from '@fiscal/testbed/mail-server';
import { startAdmin, startAdminWithMail } from '../../../testing/running-admin.ts';
import type { RunningAdmin } from '../../../testing/running-admin.ts';

const HOUR_MS = 3_600_000;
const start = Date.now();
let now = start;
const clock = () => new Date(now);
const withMail = await startAdminWithMail({ clock });
const withoutMail = await startAdmin({ clock });
afterEach(() => void (now = start));
afterAll(async () => {
  await withMail.close();
  await withoutMail.close();
});

interface Link {
  token: string | null;
  expiresAt: string;
}

const membersOf = ({ companyId }: RunningAdmin) => `/companies/${companyId}/members`;

/** A link for somebody who has forgotten the password. */
async function renew(api: RunningAdmin, email: string): Promise<Link> {
  const id = await api.newAdmin(email);
  const response = await api.operator.post(`${membersOf(api)}/${id}/invitation`).expect(200);
  return response.body as Link;
}

async function invite(api: RunningAdmin, email: string): Promise<Link> {
  const response = await api.operator.post(membersOf(api), { email, name: 'Nova' }).expect(201);
  return (response.body as { invitation: Link }).invitation;
}

/** The response to the use of the link so long after it was made. */
async function useAfter(ms: number, api: RunningAdmin, token: string): Promise<number> {
  now = start + ms;
  const body = { token, password: 'another long password' };
  return (await api.visitor.post('/invitations/accept', body)).status;
}

describe('a link for a lost password', () => {
  test('that was mailed is good for an hour', async () => {
    const email = 'forgot@shop.example';
    const { expiresAt } = await renew(withMail, email);
    expect(Date.parse(expiresAt)).toBe(start + HOUR_MS);
    const token = tokenIn(withMail.post.mailTo(email));
    expect(await useAfter(HOUR_MS, withMail, token)).toBe(404);
    // The old password is still the right one.
    now = start;
    await withMail.signIn(email);
    expect(await useAfter(HOUR_MS - 1, withMail, token)).toBe(200);
  });

  test('that an operator hands over is good for a day', async () => {
    const { token, expiresAt } = await renew(withoutMail, 'forgot@shop.example');
    expect(Date.parse(expiresAt)).toBe(start + 24 * HOUR_MS);
    expect(await useAfter(24 * HOUR_MS, withoutMail, token ?? '')).toBe(404);
    expect(await useAfter(24 * HOUR_MS - 1, withoutMail, token ?? '')).toBe(200);
  });
});

describe('an invitation', () => {
  test('is good for a week, by mail and by hand', async () => {
    const week = 7 * 24 * HOUR_MS;
    const mailed = await invite(withMail, 'nova@shop.example');
    expect(Date.parse(mailed.expiresAt)).toBe(start + week);
    const token = tokenIn(withMail.post.mailTo('nova@shop.example'));
    expect(await useAfter(week, withMail, token)).toBe(404);
    expect(await useAfter(week - 1, withMail, token)).toBe(200);
    now = start;
    const handed = await invite(withoutMail, 'nova@shop.example');
    expect(Date.parse(handed.expiresAt)).toBe(start + week);
  });

  test('says whom it is for until it is used or over, and uses nothing up', async () => {
    const email = 'asks@shop.example';
    await invite(withMail, email);
    const token = tokenIn(withMail.post.mailTo(email));
    const find = (given: string) => withMail.visitor.post('/invitations/find', { token: given });
    for (let i = 0; i < 2; i += 1) expect((await find(token).expect(200)).body).toEqual({ email });
    await find('A'.repeat(43)).expect(404);
    now = start + 7 * 24 * HOUR_MS;
    await find(token).expect(404);
    expect(await useAfter(HOUR_MS, withMail, token)).toBe(200);
    expect((await find(token)).body).toMatchObject({
      code: 'NOT_FOUND',
      error: 'The link has been used or is over. Ask for a new one.',
    });
  });

  test('is accepted in the language of the page; a sign-in keeps it, or what was chosen there', async () => {
    const [email, password] = ['reads@shop.example', 'another long password'];
    await invite(withMail, email);
    const token = tokenIn(withMail.post.mailTo(email));
    const body = { token, password, locale: 'en' };
    await withMail.visitor.post('/invitations/accept', body).expect(200);
    const signIn = async (locale?: string) => {
      const { status, body } = await withMail.visitor.post('/sign-in', { email, password, locale });
      return [status, (body as { user?: { locale: string } }).user?.locale];
    };
    expect(await signIn()).toEqual([200, 'en']);
    expect(await signIn('me')).toEqual([200, 'me']);
    expect(await signIn()).toEqual([200, 'me']);
  });
});
