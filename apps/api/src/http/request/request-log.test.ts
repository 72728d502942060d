import { updateSeededCompany } from '@fiscal/db/testing';
import { createLogger } from '@fiscal/runtime';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { clientOf, createShop, startApi } from '../../testing/running-api.ts';

interface Line {
  path?: string;
  status?: number;
}

const lines: Line[] = [];
const info = (line: Line) => void lines.push(line);
const logger = Object.assign(createLogger({ name: 'api', level: 'silent' }), { info });
const api = await startApi(undefined, { logger, hasDocs: false });
afterAll(() => api.close());
const shop = await createShop(api);
beforeEach(() => void lines.splice(0));

const call = (key: string) => clientOf(api, key).get('/api/invoices');
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
  const paused = await createShop(api);
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
    await request(api.app).get(path).expect(404);
  }
});
