import { tokenIn } from '@fiscal/testbed/mail-server';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { PASSWORD, startAdmin, startAdminWithMail } from '../../../testing/running-admin.ts';

let now = Date.now();
const api = await startAdminWithMail({ clock: () => new Date(now) });
afterAll(() => api.close());

const ask = (email: string) => api.visitor.post('/password-link', { email });
const accept = (token: string, password: string) =>
  api.visitor.post('/invitations/accept', { token, password });
const mailsTo = (email: string) => api.post.mails.filter(({ to }) => to.includes(email)).length;

/** What follows the response has been done. */
async function mailed(email: string, count: number): Promise<string> {
  while (mailsTo(email) < count) await new Promise((resolve) => setTimeout(resolve, 20));
  return tokenIn(api.post.mailTo(email));
}

beforeEach(async () => {
  now = Date.now();
  // What visitors of one address may ask for counts over all accounts.
  await api.db.pool.query(`delete from rate_limit where key like 'invitation-asker%'`);
});

test('a link works once, ends every session, and both are in the audit log', async () => {
  const client = await api.newPerson('forgetful@shop.example');
  expect((await ask('Forgetful@Shop.example')).status).toBe(204);
  const token = await mailed('forgetful@shop.example', 1);
  expect((await client.get('/session')).status).toBe(200);
  await accept(token, 'four words that nobody says').expect(200);
  expect((await client.get('/session')).status).toBe(401);
  await accept(token, 'four other words that nobody says').expect(404);
  await expect(api.signIn('forgetful@shop.example', PASSWORD)).rejects.toThrow();
  await api.signIn('forgetful@shop.example', 'four words that nobody says');
  const rows = await api.audit({ entityId: client.userId });
  const link = rows.find(({ action }) => action === 'user.password-link-asked-for');
  expect(link).toMatchObject({ actor: 'visitor', companyId: api.companyId });
  expect(rows.map(({ action }) => action)).toContain('user.password-renewed');
});

test('a link is good for an hour', async () => {
  await api.newPerson('late@shop.example');
  await ask('late@shop.example').expect(204);
  const token = await mailed('late@shop.example', 1);
  now += 60 * 60_000;
  await accept(token, 'four words that nobody says').expect(404);
});

test('a visitor breaks no link that the person holds: each works until one is used', async () => {
  const email = 'holder@shop.example';
  const userId = await api.newAdmin(email);
  const path = `/companies/${api.companyId}/members/${userId}/invitation`;
  const links: string[] = [];
  await api.admin.post(path).expect(200);
  links.push(await mailed(email, 1));
  for (const count of [2, 3]) {
    await ask(email).expect(204);
    links.push(await mailed(email, count));
  }
  expect(new Set(links).size).toBe(3);
  // All are open: a password that is too weak uses none of them.
  for (const token of links) await accept(token, 'weak').expect(400);
  const [byOwner = '', first = '', second = ''] = links;
  await accept(first, 'four words that nobody says').expect(200);
  for (const token of [byOwner, first, second]) {
    await accept(token, 'four other words that nobody says').expect(404);
  }
});

test('of two calls with two links of one person one chooses the password', async () => {
  const email = 'twice@shop.example';
  await api.newAdmin(email);
  const links: string[] = [];
  for (const count of [1, 2]) {
    await ask(email).expect(204);
    links.push(await mailed(email, count));
  }
  const responses = await Promise.all(
    links.map((token, i) => accept(token, `${i} words that nobody says`)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('an address without an account gets the same response, and no mail', async () => {
  const known = await ask('known@shop.example');
  await api.newAdmin('real@shop.example');
  const real = await ask('real@shop.example');
  await mailed('real@shop.example', 1);
  expect([known.status, known.body]).toEqual([real.status, real.body]);
  expect(mailsTo('known@shop.example')).toBe(0);
});

test('who has no access gets no link', async () => {
  const { userId } = await api.newPerson('gone@shop.example');
  await api.admin.delete(`/companies/${api.companyId}/members/${userId}`).expect(204);
  await ask('gone@shop.example').expect(204);
  await api.newAdmin('after@shop.example');
  await ask('after@shop.example').expect(204);
  await mailed('after@shop.example', 1);
  expect(mailsTo('gone@shop.example')).toBe(0);
});

test('an address is written to three times an hour at most, whether or not it has an account', async () => {
  for (const email of ['often@shop.example', 'nobody@shop.example']) {
    for (let i = 0; i < 3; i += 1) await ask(email).expect(204);
    const refused = await ask(email.toUpperCase());
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('whom the limit of an address refuses has a link that still works', async () => {
  const email = 'refused@shop.example';
  await api.newAdmin(email);
  for (let i = 0; i < 3; i += 1) await ask(email).expect(204);
  const token = await mailed(email, 3);
  const refused = await ask(email).expect(429);
  // The count ends before the last link does.
  now += Number(refused.headers['retry-after']) * 1000 - 1000;
  await accept(token, 'four words that nobody says').expect(200);
});

test('visitors do not use up what the owner may ask for, signed in or in a browser that was', async () => {
  const email = 'owner@shop.example';
  const client = await api.newPerson(email);
  const signedIn = await api.visitor.post('/sign-in', { email, password: PASSWORD });
  const cookies = signedIn.headers['set-cookie'] as unknown as string[];
  const known = cookies.find((cookie) => cookie.startsWith('fiscal_browser='))!.split(';')[0]!;
  for (let i = 0; i < 3; i += 1) await ask(email).expect(204);
  await ask(email).expect(429);
  await client.post('/password-link', { email }).expect(204);
  await ask(email).set('Cookie', known).expect(204);
  // The mark of another account is none of this one.
  await api.newAdmin('beside@shop.example');
  for (let i = 0; i < 3; i += 1) await ask('beside@shop.example').expect(204);
  await ask('beside@shop.example').set('Cookie', known).expect(429);
  await client.post('/password-link', { email: 'beside@shop.example' }).expect(429);
  // The owner's own are three an hour as well.
  await client.post('/password-link', { email }).expect(204);
  await client.post('/password-link', { email }).expect(429);
});

test('without a mail server nothing is sent, and the page knows it', async () => {
  const silent = await startAdmin();
  try {
    expect((await api.visitor.get('/password-link')).body).toEqual({ isMailed: true });
    expect((await silent.visitor.get('/password-link')).body).toEqual({ isMailed: false });
    const email = 'admin@shop.example';
    expect((await silent.visitor.post('/password-link', { email })).status).toBe(409);
  } finally {
    await silent.close();
  }
});
