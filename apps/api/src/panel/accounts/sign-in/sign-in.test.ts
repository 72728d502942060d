import { afterAll, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import {
  ADMIN,
  cookieOf,
  OPERATOR,
  panelClient,
  PASSWORD,
  startAdmin,
} from '../../../testing/running-admin.ts';
import type { PanelClient } from '../../../testing/running-admin.ts';

const HOUR_MS = 3_600_000;
let now = Date.now();

const api = await startAdmin({ clock: () => new Date(now) });
afterAll(() => api.close());

const signIn = (email: string, password = PASSWORD, client = api.visitor) =>
  client.post('/sign-in', { email, password });

describe('signing in', () => {
  test('gives a cookie that no script reads and no other site sends, and says who it is', async () => {
    const response = await signIn(ADMIN).expect(200);
    expect(response.body).toMatchObject({
      user: { email: ADMIN, role: 'company_admin', companyId: api.companyId, hasTotp: false },
    });
    const cookie = response.headers['set-cookie']?.[0];
    expect(cookie).toMatch(/^fiscal_session=[\w-]{43}; Path=\/admin; .*HttpOnly; SameSite=Strict$/);
    expect(response.get('Cache-Control')).toBe('no-store');
  });

  test('gives an account that was never signed in the language of the page, and later none', async () => {
    const email = 'first-visit@shop.example';
    await api.newPerson(email);
    const localeAfter = async (own: object) => {
      const body = { email, password: PASSWORD, ...own };
      const response = await api.visitor.post('/sign-in', body).expect(200);
      return (response.body as { user: { locale: string } }).user.locale;
    };
    const forget = () =>
      api.db.prisma.user.updateMany({
        where: { email },
        data: { locale: 'me', lastSignInAt: null },
      });
    await forget();
    expect(await localeAfter({})).toBe('me');
    await forget();
    expect(await localeAfter({ shownLocale: 'en', locale: 'me' })).toBe('me');
    await forget();
    expect(await localeAfter({ shownLocale: 'en' })).toBe('en');
    expect(await localeAfter({ shownLocale: 'me' })).toBe('en');
  });

  test('says whether anything is or was live: a live endpoint, or a live number', async () => {
    const isLiveUsed = async (client: PanelClient) =>
      ((await client.get('/session').expect(200)).body as { isLiveUsed: boolean }).isLiveUsed;
    expect(await isLiveUsed(api.operator)).toBe(true);
    const without = await startAdmin({ isLiveConnected: false });
    try {
      expect(await isLiveUsed(without.operator)).toBe(false);
      await without.db.pool.query(
        `insert into number_sequence (environment, tcr_code, year) values ('live', 'ab123cd456', 2026)`,
      );
      expect(await isLiveUsed(without.operator)).toBe(true);
    } finally {
      await without.close();
    }
  });

  test('refuses an unknown address as it refuses a wrong password', async () => {
    const unknown = await signIn('nobody@shop.example', 'not the right one').expect(401);
    const wrong = await signIn(ADMIN, 'not the right one');
    expect(unknown.body).toEqual({ ...wrong.body, requestId: expect.any(String) });
    expect(unknown.body).toMatchObject({ code: 'SIGN_IN_REFUSED' });
  });

  test('is refused where the call does not come from our pages', async () => {
    const body = { email: ADMIN, password: PASSWORD };
    const post = () => supertest(api.app).post('/admin/api/sign-in').send(body);
    for (const headers of [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }]) {
      const response = await post().set(headers);
      expect(response).toMatchObject({ status: 403, body: { code: 'CSRF_TOKEN_INVALID' } });
    }
    expect((await post().set('Sec-Fetch-Site', 'same-origin')).status).toBe(200);
  });

  test('takes no session that the browser brought along, and ends it', async () => {
    const planted = panelClient(api, `fiscal_session=${'x'.repeat(43)}`);
    const response = await signIn(ADMIN, PASSWORD, planted).expect(200);
    expect(cookieOf(response.headers)).not.toBe(planted.cookie);
    expect((await planted.get('/session')).status).toBe(401);

    const others = await api.signIn(OPERATOR);
    const again = await signIn(ADMIN, PASSWORD, others);
    expect(cookieOf(again.headers)).not.toBe(others.cookie);
    expect((await others.get('/session')).status).toBe(401);
  });

  test('believes no browser that sends two sessions', async () => {
    const { cookie } = await api.signIn(ADMIN);
    const both = panelClient(api, `${cookie}; fiscal_session=planted`);
    expect((await both.get('/session')).status).toBe(401);
  });

  test('refuses a text that PostgreSQL cannot store as not valid', async () => {
    const response = await signIn('a\u0000b');
    expect(response).toMatchObject({ status: 400, body: { details: [{ path: 'email' }] } });
  });
});

describe('a session', () => {
  test('ends after an hour without a call', async () => {
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
    const response = await one.post('/sign-out').expect(204);
    expect(response.headers['set-cookie']?.[0]).toMatch(
      /^fiscal_session=; .*Expires=Thu, 01 Jan 1970/,
    );
    expect((await one.get('/session')).status).toBe(401);
    expect((await two.get('/session')).status).toBe(200);
  });

  test('is stored as a hash that is worth nothing to a reader of the table', async () => {
    const { cookie, csrfToken } = await api.signIn(ADMIN);
    const rows = JSON.stringify(await api.db.prisma.userSession.findMany());
    expect(rows).not.toContain(cookie.split('=')[1]);
    expect(rows).not.toContain(csrfToken);
  });
});
