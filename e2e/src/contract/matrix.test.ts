// Every endpoint with every way of calling it wrongly, and the order in which mistakes are named
// when there are several: 401, 403 paused, 403 environment, 429, 404, 400. Spec, Errors; decisions
// §2.

import { describe, expect, test } from '@jest/globals';
import { generateApiKey } from '@fiscal/db/testing';
import request from 'supertest';
import { cashInvoice, startService } from '../service/running-service.ts';
import { asDocumented } from './documented.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { Endpoint } from './endpoints.ts';
import { openShop } from './shop.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
const MALFORMED = '{"type":';
const PAUSED = { status: 403, code: 'COMPANY_PAUSED', error: 'Company is paused.' };
const MISMATCH = {
  status: 403,
  code: 'ENVIRONMENT_MISMATCH',
  error: 'Key does not match the environment.',
};
const NO_KEY = { status: 401, code: 'INVALID_API_KEY', error: 'Invalid API key.' };
const LIMITED = { status: 429, code: 'RATE_LIMITED' };
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };

const service = await startService();
const shop = await openShop(service);
const other = await openShop(service);
const paused = await openShop(service, { status: 'paused' });
const notYetLive = await openShop(service, { environment: 'test' });
const pausedAndNotLive = await openShop(service, { status: 'paused', environment: 'test' });
const limited = await openShop(service);
await service.query(
  'update company set writes_per_minute = 1, reads_per_minute = 1 where id = any($1)',
  [[limited.companyId, paused.companyId, notYetLive.companyId]],
);
const invoiceId = String((await shop.test.fiscalized(cashInvoice())).id);
const liveId = String((await shop.live.draft(cashInvoice())).body.id);

/** The one write and the one read of this minute. */
async function useUpLimits(): Promise<void> {
  await limited.test.draft(cashInvoice());
  await limited.test.get('/api/invoices');
}

interface Call {
  key?: string | undefined;
  id?: string;
  /** Text in place of the body. */
  raw?: string;
  type?: string;
  method?: string;
}

async function call(endpoint: Endpoint, { key, id = invoiceId, raw, type, method }: Call) {
  const path = endpoint.path.replace('{id}', id);
  const verb = method ?? endpoint.method;
  const agent = request(service.stack.apiUrl);
  const start = asDocumented(agent[verb.toLowerCase() as 'get'](path), verb, path);
  if (key !== undefined) void start.set('Authorization', `Bearer ${key}`);
  if (verb === 'GET') return start;
  if (type !== undefined || raw !== undefined) {
    return start.set('Content-Type', type ?? 'application/json').send(raw ?? '{}');
  }
  return start.send(endpoint.body);
}

const rows = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const ALL = rows(ENDPOINTS);
const WITH_ID = rows(ENDPOINTS.filter(({ path }) => path.includes('{id}')));
const WITH_BODY = rows(ENDPOINTS.filter(({ body }) => body !== undefined));

async function expectProblem(
  endpoint: Endpoint,
  how: Call,
  { status, code, error }: { status: number; code: string; error?: string },
) {
  const response = await call(endpoint, how);
  expect({ status: response.status, code: response.body.code }).toEqual({ status, code });
  expect(response.body.error).toEqual(error ?? expect.stringMatching(/\S \S/));
  expect(response.body.requestId).toBe(response.headers['x-request-id']);
  return response;
}

describe.each(ALL)('%s', (_name, endpoint) => {
  test('no key: 401', async () => {
    const response = await expectProblem(endpoint, {}, NO_KEY);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test('bad key: 401', async () => {
    await expectProblem(endpoint, { key: 'key_test_bad' }, NO_KEY);
    await expectProblem(endpoint, { key: generateApiKey('live') }, NO_KEY);
  });

  test('paused company: 403', async () => {
    await expectProblem(endpoint, { key: paused.test.key }, PAUSED);
    await expectProblem(endpoint, { key: paused.live.key }, PAUSED);
  });

  test('live key on a test company: 403', async () => {
    await expectProblem(endpoint, { key: notYetLive.live.key }, MISMATCH);
  });

  test('too many requests: 429 with Retry-After', async () => {
    await useUpLimits();
    const response = await expectProblem(endpoint, { key: limited.test.key }, LIMITED);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers).toHaveProperty('ratelimit');
    expect(response.headers).toHaveProperty('ratelimit-policy');
  });

  test.each(['PUT', 'PATCH', 'DELETE', endpoint.method === 'GET' ? 'POST' : 'GET'])(
    'wrong method %s: 405 with Allow',
    async (method) => {
      // What POST …/draft is to GET is an unknown id: there is a GET of that form.
      const isAlsoId = method === 'GET' && /\/(draft|create-and-print)$/.test(endpoint.path);
      const response = await call(endpoint, { key: shop.test.key, method });
      expect(response.status).toBe(isAlsoId ? response.status : 405);
      if (response.status === 405) expect(response.headers.allow).toBe(endpoint.allow);
      else expect(response.status).toBe(404);
    },
  );
});

describe.each(WITH_ID)('%s', (_name, endpoint) => {
  test('another company’s id: 404', () =>
    expectProblem(endpoint, { key: other.test.key }, NOT_FOUND));
  test('another environment’s id: 404', async () => {
    await expectProblem(endpoint, { key: shop.live.key }, NOT_FOUND);
    await expectProblem(endpoint, { key: shop.test.key, id: liveId }, NOT_FOUND);
  });
  test.each(['0', 'no-uuid', 'null', '%2e%2e', '%00', `${UNKNOWN_ID}0`, UNKNOWN_ID])(
    'the id %s: 404',
    (id) => expectProblem(endpoint, { key: shop.test.key, id }, NOT_FOUND),
  );
});

describe.each(WITH_BODY)('%s', (_name, endpoint) => {
  test.each([
    ['wrong content type: 415', { type: 'text/plain' }, 'UNSUPPORTED_MEDIA_TYPE', 415],
    ['malformed JSON: 400', { raw: MALFORMED }, 'MALFORMED_JSON', 400],
    ['a body that is no object: 400', { raw: '[]' }, 'BODY_NOT_AN_OBJECT', 400],
  ])('%s', (_what, how, code, status) =>
    expectProblem(endpoint, { key: shop.test.key, ...how }, { status, code }),
  );
});

describe.each(ALL)('Decisions §2, the order of checks: %s', (_name, endpoint) => {
  const wrong = { id: UNKNOWN_ID, raw: MALFORMED };
  test('401 before all others', () => expectProblem(endpoint, wrong, NO_KEY));
  test('403 paused before the environment, 404 and 400', () =>
    expectProblem(endpoint, { ...wrong, key: pausedAndNotLive.live.key }, PAUSED));
  test('403 environment before 404 and 400', () =>
    expectProblem(endpoint, { ...wrong, key: notYetLive.live.key }, MISMATCH));
  test('403 before 429, however often', async () => {
    for (let time = 0; time < 3; time += 1) {
      await expectProblem(endpoint, { key: paused.test.key }, PAUSED);
      await expectProblem(endpoint, { key: notYetLive.live.key }, MISMATCH);
    }
  });
  test('429 before 404 and 400', async () => {
    await useUpLimits();
    await expectProblem(endpoint, { ...wrong, key: limited.test.key }, LIMITED);
  });
});

test.each(WITH_ID)('Decisions §2, the order of checks: 404 before 400: %s', (_name, endpoint) =>
  expectProblem(endpoint, { key: shop.test.key, id: UNKNOWN_ID, raw: MALFORMED }, NOT_FOUND),
);
