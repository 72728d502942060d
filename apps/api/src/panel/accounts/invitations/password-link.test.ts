import { tokenIn } from '@fiscal/testbed/mail-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PASSWORD, startAdmin, startAdminWithMail } from '../../../testing/running-admin.ts';

let now = Date.now();
const api = await startAdminWithMail({ clock: () => new Date(now) });
afterAll(() => api.close());

const ask = (email: string) => api.visitor.post('/password-link', { email });
const accept = (token: string, password: string) =>
  api.visitor.post('/invitations/accept', { token, password });
const mailsTo = (email: string) => api.post.mails.filter(({ to }) => to.includes(email)).length;

/** What follows the answer has been done. */
async function mailed(email: string, count: number): Promise<string> {
  while (mailsTo(email) < count) await new Promise((resolve) => setTimeout(resolve, 20));
  return tokenIn(api.post.mailTo(email));
}

beforeAll(() => {
  now = Date.now();
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

test('a link is good for half an hour', async () => {
  await api.newPerson('late@shop.example');
  await ask('late@shop.example').expect(204);
  const token = await mailed('late@shop.example', 1);
  now += 30 * 60_000;
  await accept(token, 'four words that nobody says').expect(404);
});

test('an address without an account is answered the same, and gets no mail', async () => {
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
