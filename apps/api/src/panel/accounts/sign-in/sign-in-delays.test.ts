import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '@fiscal/db/connection';
import { panelClient, PASSWORD, startAdmin } from '../../../testing/running-admin.ts';
import type { PanelClient } from '../../../testing/running-admin.ts';
import { openSignInLimits } from '../sign-in-limits.ts';

const HOUR_S = 3600;
let email: string;
let count = 0;

let now = Date.now();
const api = await startAdmin({ trustedProxies: 1, clock: () => new Date(now) });
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.prisma.signInDelay.deleteMany();
  count += 1;
  email = `person-${count}@shop.example`;
  await api.newAdmin(email);
});

/** From an address of its own, as the trusted proxy gives it. */
function signIn(
  from: string,
  change: { password?: string; email?: string; totp?: string } = {},
  client: PanelClient = api.visitor,
) {
  const body = { email, password: PASSWORD, ...change };
  return client.post('/sign-in', body).set('X-Forwarded-For', from);
}

const wrongly = (from: string, client?: PanelClient) =>
  signIn(from, { password: 'not the right one' }, client);

/** As if so many seconds had passed. */
async function pass(seconds: number): Promise<void> {
  await api.db.pool.query(
    `update sign_in_delay set blocked_until = blocked_until - $1 * interval '1 second',
                              last_attempt_at = last_attempt_at - $1 * interval '1 second'`,
    [seconds],
  );
}

/** Attempts that are never right, each when it may be; @returns the seconds that follow each. */
async function guess(times: number, at: { address?: string; email?: string } = {}) {
  const limits = openSignInLimits(api.db);
  const waits: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const address = at.address ?? `198.51.100.${i}`;
    expect(await limits.attempt(at.email ?? email, address)).toBeNull();
    const kind = at.address === undefined ? 'account:' : 'address:';
    const row = await api.db.prisma.signInDelay.findFirstOrThrow({
      where: { key: { startsWith: kind } },
      orderBy: { lastAttemptAt: 'desc' },
    });
    const wait = (row.blockedUntil.getTime() - row.lastAttemptAt.getTime()) / 1000;
    waits.push(wait);
    await pass(wait);
  }
  return waits;
}

/** Somebody guesses so often that the account is delayed by minutes. */
async function attack(): Promise<void> {
  await guess(13);
  expect((await wrongly('192.0.2.66')).status).toBe(401);
  expect((await wrongly('192.0.2.67')).status).toBe(429);
}

describe('an attacker who guesses waits', () => {
  test('twice as long after each wrong password for an account, and five minutes at most', async () => {
    expect(await guess(15)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test('twice as long after each wrong password from an address, and a quarter of an hour at most', async () => {
    for (let i = 0; i < 49; i += 1) {
      const at = { address: '192.0.2.1', email: `somebody-${i}@shop.example` };
      expect(await guess(1, at)).toEqual([0]);
    }
    const waits: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      // Another account each time: it is the address that waits.
      waits.push(...(await guess(1, { address: '192.0.2.1', email: `one-${i}@shop.example` })));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test('also with the right password, and learns how long', async () => {
    await attack();
    const response = await signIn('192.0.2.1');
    expect(response).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    const waitS = Number(response.get('Retry-After'));
    expect(waitS > 60 && waitS <= 300).toBe(true);
  });

  test('in every process of the API alike', async () => {
    const url = api.db.pool.options.connectionString ?? '';
    const options = { maxConnections: 4, applicationName: 'other', onError: () => undefined };
    const other = openDatabase({ url, ...options });
    try {
      const [here, there] = [openSignInLimits(api.db), openSignInLimits(other)];
      await guess(13);
      expect(await here.attempt(email, '192.0.2.1')).toBeNull();
      expect(await there.attempt(email, '192.0.2.2')).toMatchObject({ refused: 1 });
      expect(await here.attempt(email, '192.0.2.3')).toMatchObject({ refused: 2 });
    } finally {
      await other.close();
    }
  });

  test('also with attempts that come at once', async () => {
    await guess(13);
    const statuses = await Promise.all(
      Array.from({ length: 14 }, async (_each, i) => (await wrongly(`192.0.2.${i}`)).status),
    );
    expect(statuses.sort()).toEqual([401, ...Array<number>(13).fill(429)]);
  });

  test('as long for an address without an account', async () => {
    const waits = await guess(8);
    expect(await guess(8, { email: 'nobody@shop.example' })).toEqual(waits);
  });

  test('no longer for what comes too early: no one is put off for ever', async () => {
    await attack();
    for (let i = 0; i < 20; i += 1) expect((await wrongly('192.0.2.2')).status).toBe(429);
    await pass(300);
    expect((await signIn('192.0.2.3')).status).toBe(200);
  });
});

describe('an account under attack', () => {
  test('is open to its owner at a browser that has signed in before, whatever the delay', async () => {
    const known = await browserOf();
    await attack();
    expect((await signIn('192.0.2.1')).status).toBe(429);
    expect((await signIn('192.0.2.1', {}, known)).status).toBe(200);
  });

  test('is open there also where everybody behind a proxy counts as one address', async () => {
    const known = await browserOf('10.0.0.1');
    const limits = openSignInLimits(api.db);
    await limits.attempt('other@shop.example', '10.0.0.1');
    await api.db.prisma.signInDelay.update({
      where: { key: 'address:10.0.0.1' },
      data: { attempts: 100 },
    });
    expect(await limits.attempt('other@shop.example', '10.0.0.1')).toBeNull();
    expect((await signIn('10.0.0.1')).status).toBe(429);
    expect((await signIn('10.0.0.1', {}, known)).status).toBe(200);
  });

  test('is not open to guesses with the browser: it has a delay of its own', async () => {
    const known = await browserOf();
    await wrongly('192.0.2.1', known);
    await api.db.prisma.signInDelay.updateMany({
      where: { key: { startsWith: 'browser' } },
      data: { attempts: 20 },
    });
    expect((await wrongly('192.0.2.1', known)).status).toBe(401);
    expect((await signIn('192.0.2.1', {}, known)).status).toBe(429);
    expect((await signIn('192.0.2.2')).status).toBe(200);
  });

  test('is open to the known browser of this account alone, and to no forged one', async () => {
    const known = await browserOf();
    const forged = known.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const other = `other-${email}`;
    await api.newAdmin(other);
    await attack();
    expect((await signIn('192.0.2.1', {}, panelClient(api, forged))).status).toBe(429);
    email = other;
    await attack();
    expect((await signIn('192.0.2.1', {}, known)).status).toBe(429);
  });

  test('keeps its wrong codes for a while, not its owner out for a day', async () => {
    const known = await browserOf();
    const codeNow = await api.addApp(await api.signIn(email));
    const wrong = codeNow();
    now += 30_000;
    const limits = openSignInLimits(api.db);
    for (let i = 0; i < 30; i += 1) {
      if (await limits.attemptCode(email)) await pass(HOUR_S);
    }
    expect((await signIn('192.0.2.1', { totp: wrong })).status).toBe(401);
    const refused = await signIn('192.0.2.1', { totp: codeNow() });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(HOUR_S);
    expect((await signIn('192.0.2.1', { totp: codeNow() }, known)).status).toBe(200);
  });
});

describe('what was wrong', () => {
  test('of an account is forgotten by a sign-in, and of an address not', async () => {
    for (let i = 0; i < 4; i += 1) await wrongly('192.0.2.1');
    expect((await signIn('192.0.2.1')).status).toBe(200);
    const rows = await api.db.prisma.signInDelay.findMany();
    expect(rows.map(({ key, attempts }) => ({ key, attempts }))).toEqual([
      { key: 'address:192.0.2.1', attempts: 4 },
    ]);
  });

  test('is not what somebody who is signed in typed rightly', async () => {
    const limits = openSignInLimits(api.db);
    for (let i = 0; i < 20; i += 1) {
      expect(await limits.attemptCode(email)).toBeNull();
      await limits.forgiveCode(email);
    }
  });

  test('is forgotten in time', async () => {
    expect(await guess(6)).toEqual([0, 0, 0, 0, 1, 2]);
    await pass(25 * HOUR_S);
    expect(await guess(6)).toEqual([0, 0, 0, 0, 1, 2]);
  });

  test('is kept without addresses of people', async () => {
    await wrongly('192.0.2.1');
    const keys = (await api.db.prisma.signInDelay.findMany()).map(({ key }) => key);
    expect(keys.map((key) => key.split(':')[0]).sort()).toEqual(['account', 'address']);
    expect(keys.join()).not.toContain('@');
  });
});

test('the cookie of a known browser is read by no script, names no one and signs no one in', async () => {
  const response = await signIn('192.0.2.1');
  const cookie = response.headers['set-cookie']?.[1];
  expect(cookie).toMatch(/^fiscal_browser=[\w.-]+; Path=\/admin; .*HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(email);
  const known = panelClient(api, cookie?.split(';')[0]);
  expect((await known.get('/session')).status).toBe(401);
});

/** A browser that has signed in, and out. */
async function browserOf(from = '192.0.2.250'): Promise<PanelClient> {
  const response = await signIn(from);
  expect(response.status).toBe(200);
  return panelClient(api, response.headers['set-cookie']?.[1]?.split(';')[0]);
}
