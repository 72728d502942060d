import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashPassword } from '@fiscal/db/account';
import { seedUser } from '@fiscal/db/testing';
import supertest from 'supertest';
import {
  ADMIN,
  cookieOf,
  OPERATOR,
  panelClient,
  PASSWORD,
  startAdmin,
} from '../../testing/running-admin.ts';
import type { RunningAdmin } from '../../testing/running-admin.ts';

const HOUR_MS = 3_600_000;
let now = Date.now();
let api: RunningAdmin;

beforeAll(async () => {
  api = await startAdmin({ clock: () => new Date(now) });
});
afterAll(async () => {
  await api.close();
});

/** Somebody with an account of their own, so that nothing they do locks another test out. */
async function newAdmin(email: string): Promise<void> {
  await seedUser(api.db, {
    email,
    passwordHash: await hashPassword(PASSWORD),
    role: 'company_admin',
    companyId: api.companyId,
  });
}

const wrongly = (email: string) =>
  api.visitor.post('/sign-in', { email, password: 'not the right one' });

describe('signing in', () => {
  test('gives a cookie that no script reads and no other site sends, and says who it is', async () => {
    const response = await api.visitor.post('/sign-in', { email: ADMIN, password: PASSWORD });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      user: { email: ADMIN, role: 'company_admin', companyId: api.companyId, hasTotp: false },
    });
    const cookie = response.headers['set-cookie']?.[0];
    expect(cookie).toMatch(/^fiscal_session=[\w-]{43}; Path=\/admin; .*HttpOnly; SameSite=Strict$/);
    expect(response.get('Cache-Control')).toBe('no-store');
  });

  test('answers an unknown address as it answers a wrong password', async () => {
    const unknown = await wrongly('nobody@shop.example');
    const wrong = await wrongly(ADMIN);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual({ ...wrong.body, requestId: expect.any(String) });
    expect(unknown.body).toMatchObject({ code: 'SIGN_IN_REFUSED' });
  });

  test('is refused where the call does not come from our pages', async () => {
    const body = { email: ADMIN, password: PASSWORD };
    const post = () => supertest(api.app).post('/admin/api/sign-in').send(body);
    for (const headers of [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }]) {
      const response = await post().set(headers);
      expect([response.status, response.body]).toEqual([
        403,
        expect.objectContaining({ code: 'CSRF_TOKEN_INVALID' }),
      ]);
    }
    expect((await post().set('Sec-Fetch-Site', 'same-origin')).status).toBe(200);
  });

  test('takes no session that the browser brought along, and ends it', async () => {
    const planted = panelClient(api, `fiscal_session=${'x'.repeat(43)}`);
    const response = await planted.post('/sign-in', { email: ADMIN, password: PASSWORD });
    expect(response.status).toBe(200);
    expect(cookieOf(response.headers)).not.toBe(planted.cookie);
    expect((await planted.get('/session')).status).toBe(401);

    const strangers = await api.signIn(OPERATOR);
    const body = { email: ADMIN, password: PASSWORD };
    const again = await strangers.post('/sign-in', body);
    expect(cookieOf(again.headers)).not.toBe(strangers.cookie);
    expect((await strangers.get('/session')).status).toBe(401);
  });

  test('believes no browser that sends two sessions', async () => {
    const { cookie } = await api.signIn(ADMIN);
    const both = panelClient(api, `${cookie}; fiscal_session=planted`);
    expect((await both.get('/session')).status).toBe(401);
  });

  test('refuses a text that PostgreSQL cannot store as not valid', async () => {
    const response = await api.visitor.post('/sign-in', { email: 'a\u0000b', password: PASSWORD });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ details: [{ path: 'email' }] });
  });
});

describe('a session', () => {
  test('ends after an hour in which nobody calls', async () => {
    const client = await api.signIn(ADMIN);
    now += 0.9 * HOUR_MS;
    expect((await client.get('/session')).status).toBe(200);
    now += 0.9 * HOUR_MS;
    expect((await client.get('/session')).status).toBe(200);
    now += 1.1 * HOUR_MS;
    expect((await client.get('/session')).status).toBe(401);
  });

  test('ends after twelve hours even if it is always in use', async () => {
    const client = await api.signIn(ADMIN);
    const statuses: number[] = [];
    for (let half = 0; half < 25; half += 1) {
      now += 0.5 * HOUR_MS;
      statuses.push((await client.get('/session')).status);
    }
    expect(statuses).toEqual([...Array<number>(23).fill(200), 401, 401]);
  });

  test('ends at sign-out, alone', async () => {
    const [one, two] = [await api.signIn(ADMIN), await api.signIn(ADMIN)];
    const response = await one.post('/sign-out');
    expect(response.status).toBe(204);
    expect(response.headers['set-cookie']?.[0]).toMatch(
      /^fiscal_session=; .*Expires=Thu, 01 Jan 1970/,
    );
    expect((await one.get('/session')).status).toBe(401);
    expect((await two.get('/session')).status).toBe(200);
  });

  test('is listed for its owner alone, and ends with all others at sign-out everywhere', async () => {
    await newAdmin('many@shop.example');
    const [one, two] = [
      await api.signIn('many@shop.example'),
      await api.signIn('many@shop.example'),
    ];
    const listed = (await one.get('/session/list')).body as { sessions: { isCurrent: boolean }[] };
    expect(listed.sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    const stranger = await api.signIn(ADMIN);
    expect((await one.post('/sign-out-everywhere')).status).toBe(204);
    expect((await one.get('/session')).status).toBe(401);
    expect((await two.get('/session')).status).toBe(401);
    expect((await stranger.get('/session')).status).toBe(200);
  });

  test('is stored as a hash that is worth nothing to whoever reads the table', async () => {
    const { cookie, csrfToken } = await api.signIn(ADMIN);
    const rows = JSON.stringify(await api.db.prisma.userSession.findMany());
    expect(rows).not.toContain(cookie.split('=')[1]);
    expect(rows).not.toContain(csrfToken);
  });
});
