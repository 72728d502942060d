import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi } from '../../testing/running-api.ts';
import { panelClient } from '../../testing/running-admin.ts';
import type { RunningApi } from '../../testing/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.close();
});

test('an address that guesses at many accounts is closed for all of them', async () => {
  // What a hundred wrong attempts leave behind.
  const expire = BigInt(Date.now() + 900_000);
  const keys = ['127.0.0.1', '::/64'];
  await api.db.prisma.rateLimit.createMany({
    data: keys.map((address) => ({ key: `sign-in-address:${address}`, points: 100, expire })),
  });
  const body = { email: 'anybody@shop.example', password: 'whatever it may be' };
  const response = await panelClient(api).post('/sign-in', body);
  expect(response.status).toBe(429);
});
