import { afterAll, expect, test } from '@jest/globals';
import request from 'supertest';
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
