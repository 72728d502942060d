import { updateSeededCompany } from '@fiscal/db/testing';
import type { Logger } from '@fiscal/runtime';
import { createLogger } from '@fiscal/runtime';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { createShop, startApi } from './testing/running-api.ts';
import type { RunningApi } from './testing/running-api.ts';

interface Line {
  path?: string;
  status?: number;
}

const lines: Line[] = [];
let api: RunningApi;
let shop: Awaited<ReturnType<typeof createShop>>;
beforeAll(async () => {
  const silent = createLogger({ name: 'api', level: 'silent' });
  const info = (line: Line) => void lines.push(line);
  const logger = Object.assign(Object.create(silent) as Logger, { info });
  api = await startApi(undefined, { logger, hasDocs: false });
  shop = await createShop(api.db);
});
afterAll(() => api.close());
beforeEach(() => {
  lines.length = 0;
});

const call = (key: string) =>
  request(api.app).get('/api/invoices').set('Authorization', `Bearer ${key}`);
const lineOf = (path: string) => lines.find((line) => line.path === path);

test('a call with a key is logged with its company, the id of the key and the address', async () => {
  const { headers } = await call(shop.testKey);
  expect(lineOf('/api/invoices')).toEqual({
    requestId: headers['x-request-id'],
    method: 'GET',
    path: '/api/invoices',
    status: 200,
    ms: expect.any(Number),
    address: expect.stringMatching(/127\.0\.0\.1|::1/),
    companyId: shop.companyId,
    apiKeyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(JSON.stringify(lines)).not.toContain(shop.testKey);
});

test('so is one that is refused for its company', async () => {
  const paused = await createShop(api.db);
  await updateSeededCompany(api.db, paused.companyId, { status: 'paused' });
  await call(paused.testKey);
  expect(lineOf('/api/invoices')).toMatchObject({ status: 403, companyId: paused.companyId });
});

test('a call with a key that was never issued has an address alone', async () => {
  await call('key_test_x');
  expect(lineOf('/api/invoices')).toMatchObject({ status: 401, address: expect.any(String) });
  expect(lineOf('/api/invoices')).not.toHaveProperty('companyId');
});

test('where the documents are switched off they are not there', async () => {
  for (const path of ['/docs', '/docs/page.js', '/openapi.json']) {
    expect((await request(api.app).get(path)).status).toBe(404);
  }
});
