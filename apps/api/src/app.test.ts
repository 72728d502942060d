import { afterAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { withRests } from './files/rests.ts';
import { createShop, startApi } from './testing/running-api.ts';

const api = await startApi();
afterAll(() => api.close());

test('a list refuses a query that it does not understand, with all problems', async () => {
  const shop = await createShop(api);
  const query = 'status=Done&limit=0&from=yesterday&cursor=x&stat=1';
  const { status, body } = await shop.test.get(`/api/invoices?${query}`);
  expect(status).toBe(400);
  const paths = (body.details as { path: string }[]).map(({ path }) => path);
  expect(paths.sort()).toEqual(['', 'cursor', 'from', 'limit', 'status']);
});

test('health needs no key, and says nothing of its parts', async () => {
  await request(api.app).get('/health/live').expect(200);
  await request(api.app).get('/health/ready').expect(200, { status: 'ok' });
  await request(api.app).get('/metrics').expect(404);
});

test.each([
  ['rests behind its pages', 'calls come', '/api/invoices', true],
  ['does not rest', 'only its health is asked for', '/health/live', false],
])('a file %s while %s', async (_does, _while, path, rests) => {
  let hasRested = false;
  async function* pages() {
    for (let page = 0; page < 20 && !hasRested; page += 1) {
      await Promise.all(Array.from({ length: 5 }, () => request(api.app).get(path)));
      // A page that is asked for at once comes before it.
      const turn = setImmediate(() => (hasRested = true));
      yield page;
      clearImmediate(turn);
    }
  }
  const file = withRests(pages());
  while ((await file.next()).done !== true);
  expect(hasRested).toBe(rests);
});
