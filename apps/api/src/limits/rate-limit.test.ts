import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '@fiscal/db/company';
import { updateSeededCompany } from '@fiscal/db/testing';
import { createMetrics, createLogger } from '@fiscal/runtime';
import { afterAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { cashInvoice, clientOf, createShop, startApi } from '../testing/running-api.ts';
import { openRedisStore } from './rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { limitRates } from './rate-limit.ts';

const NEW_KEY = {
  environment: 'test',
  cashRegisterId: null,
  name: 'Kasa',
  expiresAt: null,
} as const;

const api = await startApi({ writesPerMinute: 2, readsPerMinute: 3, failuresPerMinute: 2 });
afterAll(() => api.close());

/** The statuses of so many calls, one after the other. */
async function statusesOf(count: number, call: () => PromiseLike<{ status: number }>) {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await call()).status);
  return statuses;
}

describe('rate limits', () => {
  test('writes and reads are counted apart, per key, and said in headers', async () => {
    const shop = await createShop(api);
    const first = await shop.test.draft();
    expect(first.headers['ratelimit-policy']).toBe('"writes";q=2;w=60');
    expect(first.headers.ratelimit).toMatch(/^"writes";r=1;t=(59|60)$/);
    await shop.test.draft().expect(201);
    const third = await shop.test.draft();
    expect(third).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    await shop.test.get('/api/invoices').expect(200);
    await shop.live.draft().expect(201);
  });

  test('a company may have limits of its own', async () => {
    const shop = await createShop(api);
    await updateSeededCompany(api.db, shop.companyId, { writesPerMinute: 3 });
    expect(await statusesOf(4, () => shop.test.draft())).toEqual([201, 201, 201, 429]);
  });

  test('the keys of a company have four times the calls of one together', async () => {
    const shop = await createShop(api);
    const make = () =>
      createApiKey(
        api.db,
        { ...NEW_KEY, companyId: shop.companyId },
        'user:00000000-0000-4000-8000-000000000000',
        20,
      );
    const statuses: number[] = [];
    for (let key = 0; key < 5; key += 1) {
      const change = await make();
      if (change.kind !== 'done') throw new Error(change.kind);
      const client = clientOf(api, change.made.key);
      // The key's own limit keeps what is beyond it from the company's.
      statuses.push(...(await statusesOf(3, () => client.draft())));
    }
    const ofKey = [201, 201, 429];
    expect(statuses).toEqual([...ofKey, ...ofKey, ...ofKey, ...ofKey, 429, 429, 429]);
    const other = await createShop(api);
    await other.test.draft().expect(201);
  });

  test('a call for statuses is a read, and each id that nothing is stored under one more', async () => {
    const shop = await createShop(api);
    await updateSeededCompany(api.db, shop.companyId, { writesPerMinute: 1, readsPerMinute: 99 });
    const { body } = await shop.test.draft().expect(201);
    const ids = [body.id, ...Array.from({ length: 10 }, () => uuidv7())];
    const left: number[] = [];
    for (let call = 0; call < 2; call += 1) {
      const { headers } = await shop.test.post('/api/invoices/status', { ids }).expect(200);
      left.push(Number(/^"reads";r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]));
    }
    expect(left).toEqual([98, 87]);
  });

  test('a call counts once more for every 16 KiB of its body and of its response', async () => {
    const shop = await createShop(api);
    await updateSeededCompany(api.db, shop.companyId, { writesPerMinute: 8, readsPerMinute: 99 });
    // Some 70 kB as a body, and more as a response.
    const items = Array.from({ length: 1_000 }, () => cashInvoice().items[0]);
    const body = cashInvoice({ items });
    const { text } = await shop.test.post('/api/invoices/draft', body).expect(201);
    expect((JSON.stringify(body).length + text.length) / 16_384).toBeGreaterThan(8);
    // The price is taken when the call is over, beside the next ones.
    expect(await statusesOf(3, () => shop.test.draft())).toContain(429);
    const left: number[] = [];
    for (let read = 0; read < 4; read += 1) {
      const { headers } = await shop.test.get('/api/invoices?typeOfInvoice=Cash').expect(200);
      left.push(Number(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]));
    }
    expect(left[0]).toBe(98);
    expect(98 - (left[3] ?? NaN)).toBeGreaterThan(3 + Math.floor(text.length / 16_384));
  });

  test('failed authentications of an address end in 429, and known keys still pass', async () => {
    const shop = await createShop(api);
    const unknown = clientOf(api, 'key_test_nonsense');
    const statuses = await statusesOf(4, () => unknown.get('/api/invoices'));
    expect(statuses).toEqual([401, 401, 429, 429]);
    await shop.test.get('/api/invoices').expect(200);
  });
});

const DEFAULTS = { writesPerMinute: 1, readsPerMinute: 2 };

/** The limits alone, for one caller, in front of a route that responds. */
function limited(store: RateLimitStore) {
  const metrics = createMetrics('test');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const app = express();
  const caller = { apiKeyId: randomUUID(), company: { id: randomUUID() } };
  app.use((_request, response, next) => {
    response.locals.caller = caller;
    next();
  });
  app.use(limitRates({ store, defaults: DEFAULTS, metrics, logger }).limit);
  app.get('/', (_request, response) => {
    response.send('passed');
  });
  return { app, metrics };
}

const redisUrl = process.env.TEST_REDIS_URL;
const withRedis = redisUrl ? describe : describe.skip;

withRedis(
  'with the store of the limits in Redis (needs redis-server: apt install redis-server)',
  () => {
    test('calls are counted there, by every process of the installation together', async () => {
      const prefix = randomUUID();
      const stores = [1, 2].map(() => openRedisStore({ url: redisUrl ?? '', prefix }));
      const key = randomUUID();
      // The connection is made in the background; until it stands, calls would pass uncounted.
      for (const store of stores) await untilItCounts(store);
      const counted: number[] = [];
      for (const store of [...stores, ...stores]) counted.push((await store.add(key, 1)).calls);
      expect(counted).toEqual([1, 2, 3, 4]);
      for (const store of stores) store.close();
    });

    test('a caller beyond its limit is refused with 429, and no call passes uncounted', async () => {
      const store = openRedisStore({ url: redisUrl ?? '', prefix: randomUUID() });
      await untilItCounts(store);
      const { app, metrics } = limited(store);
      expect(await statusesOf(3, () => request(app).get('/'))).toEqual([200, 200, 429]);
      expect(await metrics.metrics()).toMatch(/rate_limit_store_failures_total\{.*\} 0/);
      store.close();
    });

    async function untilItCounts(store: RateLimitStore): Promise<void> {
      for (let i = 0; i < 100; i += 1) {
        try {
          await store.add(randomUUID(), 1);
          return;
        } catch {
          await sleep(20);
        }
      }
      throw new Error('the store of the limits never counted');
    }
  },
);

describe('with the store of the limits away', () => {
  test('known keys pass, and a metric says so', async () => {
    // Nothing listens on port 1.
    const store = openRedisStore({ url: 'redis://127.0.0.1:1', prefix: 'test' });
    const { app, metrics } = limited(store);
    for (let i = 0; i < 3; i += 1) expect((await request(app).get('/')).text).toBe('passed');
    expect(await metrics.metrics()).toMatch(/rate_limit_store_failures_total\{.*\} 3/);
    store.close();
  });
});
