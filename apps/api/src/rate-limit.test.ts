import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { updateSeededCompany } from '@fiscal/db/testing';
import { createMetrics, createLogger } from '@fiscal/runtime';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { openRedisStore } from './rate-limit-store.ts';
import { limitRates } from './rate-limit.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { cashInvoice, createShop, startApi } from './testing/running-api.ts';
import type { RunningApi } from './testing/running-api.ts';

describe('rate limits', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi({ writesPerMinute: 2, readsPerMinute: 3, failuresPerMinute: 2 });
  });
  afterAll(() => api.close());

  const draft = (key: string) =>
    request(api.app)
      .post('/api/invoices/draft')
      .set('Authorization', `Bearer ${key}`)
      .send(cashInvoice());
  const list = (key: string) =>
    request(api.app).get('/api/invoices').set('Authorization', `Bearer ${key}`);

  test('writes and reads are counted apart, per key, and told in headers', async () => {
    const shop = await createShop(api.db);
    const first = await draft(shop.testKey);
    expect(first.headers['ratelimit-policy']).toBe('"writes";q=2;w=60');
    expect(first.headers.ratelimit).toMatch(/^"writes";r=1;t=(59|60)$/);
    expect((await draft(shop.testKey)).status).toBe(201);
    const third = await draft(shop.testKey);
    expect(third.status).toBe(429);
    expect(third.body.code).toBe('RATE_LIMITED');
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await list(shop.testKey)).status).toBe(200);
    expect((await draft(shop.liveKey)).status).toBe(201);
  });

  test('a company may have limits of its own', async () => {
    const shop = await createShop(api.db);
    await updateSeededCompany(api.db, shop.companyId, { writesPerMinute: 3 });
    for (const status of [201, 201, 201, 429]) {
      expect((await draft(shop.testKey)).status).toBe(status);
    }
  });

  test('failed authentications of an address end in 429, and known keys still pass', async () => {
    const shop = await createShop(api.db);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await list('key_test_nonsense')).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await list(shop.testKey)).status).toBe(200);
  });
});

const DEFAULTS = { writesPerMinute: 1, readsPerMinute: 2 };

/** The limits alone, for one caller, in front of a route that answers. */
function limited(store: RateLimitStore) {
  const metrics = createMetrics('test');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const app = express();
  const caller = { apiKeyId: randomUUID(), company: {} };
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
      const stores = [
        openRedisStore({ url: redisUrl ?? '', prefix }),
        openRedisStore({ url: redisUrl ?? '', prefix }),
      ];
      const key = randomUUID();
      // The connection is made in the background; until it stands, calls would pass uncounted.
      for (const store of stores) await untilItCounts(store);
      const counted: number[] = [];
      for (const store of [...stores, ...stores]) counted.push((await store.add(key, 1)).calls);
      expect(counted).toEqual([1, 2, 3, 4]);
      for (const store of stores) store.close();
    });

    test('a caller beyond its limit is answered 429, and no call passes uncounted', async () => {
      const store = openRedisStore({ url: redisUrl ?? '', prefix: randomUUID() });
      await untilItCounts(store);
      const { app, metrics } = limited(store);
      const statuses: number[] = [];
      for (let i = 0; i < 3; i += 1) statuses.push((await request(app).get('/')).status);
      expect(statuses).toEqual([200, 200, 429]);
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
