import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@fiscal/runtime';
import { apiEnvSchema } from '../../../env.ts';
import {
  cookieOf,
  delaySignIns,
  panelClient,
  PASSWORD,
  startAdmin,
} from '../../../testing/running-admin.ts';
import { openAccounts } from '../accounts.ts';

const OLD = 'the old secret of an installation';
const NEW = 'the new secret of an installation';
const UNRELATED = 'a secret that nothing was sealed with';

let now = Date.now();
const clock = () => new Date(now);

const api = await startAdmin({ secret: OLD, clock });
afterAll(() => api.close());
beforeEach(() => restartWith(OLD));

/** As the process starts with another ADMIN_SECRET. */
async function restartWith(secret: string): Promise<void> {
  const logger = createLogger({ name: 'api', level: 'silent' });
  const options = { origin: api.origin, clock, logger, secret, secondFactorFor: 'nobody' } as const;
  Object.assign(api.accounts, await openAccounts(api.db, options));
}

/** Somebody with an app. @returns the response to their sign-in with the app's next code. */
async function newOwner(email: string) {
  const codeNow = await api.addApp(await api.newPerson(email));
  return async (): Promise<number> => {
    now += 30_000;
    const body = { email, password: PASSWORD, totp: codeNow() };
    return (await api.visitor.post('/sign-in', body)).status;
  };
}

describe('ADMIN_SECRET', () => {
  test('is exchanged without a reset: an app goes on with both, and then with the new one alone', async () => {
    const signIn = await newOwner('moves@shop.example');
    await restartWith(`${NEW},${OLD}`);
    expect(await signIn()).toBe(200);
    await restartWith(NEW);
    expect(await signIn()).toBe(200);
    await restartWith(OLD);
    expect(await signIn()).toBe(500);
  });

  test('is exchanged for all at once, also for those who do not sign in meanwhile', async () => {
    const signIn = await newOwner('away@shop.example');
    await restartWith(`${NEW},${OLD}`);
    await restartWith(NEW);
    expect(await signIn()).toBe(200);
  });

  test('may have the next one beside it, which seals nothing before it is the first', async () => {
    await restartWith(`${OLD},${NEW}`);
    const signIn = await newOwner('early@shop.example');
    await restartWith(OLD);
    expect(await signIn()).toBe(200);
  });

  test('that is another one opens nothing, and spoils nothing', async () => {
    const signIn = await newOwner('stays@shop.example');
    await restartWith(UNRELATED);
    expect(await signIn()).toBe(500);
    await restartWith(`${NEW},${UNRELATED}`);
    expect(await signIn()).toBe(500);
    await restartWith(OLD);
    expect(await signIn()).toBe(200);
  });

  test('that waits for its first code of an app is exchanged, too', async () => {
    const client = await api.newPerson('waits@shop.example');
    const app = await api.proposeApp(client);
    await restartWith(`${NEW},${OLD}`);
    await restartWith(NEW);
    await client.put('/account/totp', { code: app.generate({ timestamp: now }) }).expect(204);
  });

  test('knows a browser by the older one, and signs it anew when somebody signs in', async () => {
    const email = 'known@shop.example';
    await api.newAdmin(email);
    const browserOf = (headers: unknown) => {
      const { 'set-cookie': cookies } = headers as { 'set-cookie': string[] };
      return cookieOf({ 'set-cookie': cookies.filter((each) => each.includes('fiscal_browser')) });
    };
    const signIn = (cookie = '') =>
      panelClient(api, cookie).post('/sign-in', { email, password: PASSWORD });
    const signedByOld = browserOf((await signIn()).headers);
    await restartWith(`${NEW},${OLD}`);
    await delaySignIns(api, email);
    const known = await signIn(signedByOld);
    expect(known.status).toBe(200);
    await restartWith(NEW);
    await delaySignIns(api, email);
    expect((await signIn(signedByOld)).status).toBe(429);
    expect((await signIn(browserOf(known.headers))).status).toBe(200);
  });

  test.each([
    [NEW, true],
    [`${NEW},${OLD}`, true],
    ['too short', false],
    [`${NEW},too short`, false],
    [`${NEW},`, false],
  ])('%s is taken: %s', (text, isTaken) => {
    const { success } = apiEnvSchema.shape.ADMIN_SECRET.safeParse(text);
    expect(success).toBe(isTaken);
  });
});
