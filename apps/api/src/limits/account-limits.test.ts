import { afterAll, expect, test } from '@jest/globals';
import { startAdmin } from '../testing/running-admin.ts';
import { limitAccounts } from './account-limits.ts';

const WINDOW_S = 3600;

const panel = await startAdmin({
  accountLimits: limitAccounts({ reads: 3, writes: 2, uploads: 1 }, WINDOW_S),
});
afterAll(() => panel.close());

const statusesOf = async (calls: (() => PromiseLike<{ status: number }>)[]) => {
  const statuses: number[] = [];
  for (const call of calls) statuses.push((await call()).status);
  return statuses;
};

test('an account that calls too often is refused with 429 and the time to wait, and no other one is', async () => {
  const path = `/companies/${panel.companyId}`;
  const file = { environment: 'test', pkcs12: Buffer.from('x').toString('base64'), password: 'x' };
  const read = () => panel.admin.get(path);
  const write = () => panel.admin.post(`${path}/api-keys`, {});
  const upload = () => panel.admin.post(`${path}/certificates/inspect`, file);
  expect(await statusesOf([read, read, read, read])).toEqual([200, 200, 200, 429]);
  expect(await statusesOf([write, write, write])).toEqual([400, 400, 429]);
  expect(await statusesOf([upload, upload])).toEqual([200, 429]);
  const refused = await read();
  expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
  const waitS = Number(refused.headers['retry-after']);
  expect(waitS >= 1 && waitS <= WINDOW_S).toBe(true);
  // The same person in another browser is the same account; another one has its own calls.
  const again = await panel.signIn('admin@shop.example');
  expect((await again.get(path)).status).toBe(429);
  expect((await panel.operator.get(path)).status).toBe(200);
});
