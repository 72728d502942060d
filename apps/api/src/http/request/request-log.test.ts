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

const TRACE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', parentSpanId: '00f067aa0ba902b7' };

test('an id and a trace that a client or a proxy sends are taken over into response and log', async () => {
  const { headers } = await call(shop.testKey)
    .set('X-Request-Id', 'till-7:2026.11.23_0042')
    .set('traceparent', `00-${TRACE.traceId}-${TRACE.parentSpanId}-01`);
  expect(headers['x-request-id']).toBe('till-7:2026.11.23_0042');
  expect(lineOf('/api/invoices')).toMatchObject({ requestId: 'till-7:2026.11.23_0042', ...TRACE });
  const refused = await call('key_test_x').set('X-Request-Id', 'till-7:0043');
  expect(refused.body).toMatchObject({ requestId: 'till-7:0043' });
});

test.each([
  ['too short', 'a'],
  ['too long', 'a'.repeat(129)],
  ['with spaces', 'one two three'],
  ['with markup', '<script>alert(1)</script>'],
  ['with quotes', '"},{"level":60'],
])('an id that is %s is replaced by one of ours', async (_what, id) => {
  const { headers } = await call(shop.testKey).set('X-Request-Id', id);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  `00-${'0'.repeat(32)}-${TRACE.parentSpanId}-01`,
  `00-${TRACE.traceId}-${'0'.repeat(16)}-01`,
  `ff-${TRACE.traceId}-${TRACE.parentSpanId}-01`,
  `00-${TRACE.traceId.toUpperCase()}-${TRACE.parentSpanId}-01`,
  'a trace',
])('a traceparent that is none, %s, is in no log', async (traceparent) => {
  await call(shop.testKey).set('traceparent', traceparent);
  expect(lineOf('/api/invoices')).not.toHaveProperty('traceId');
});

test('the line of a call that stores an invoice names it, as every line of the worker does', async () => {
  const { body } = await clientOf(api, shop.testKey).draft();
  expect(lineOf('/api/invoices/draft')).toMatchObject({
    status: 201,
    invoiceId: (body as { id: string }).id,
  });
});
