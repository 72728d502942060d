import { get } from 'node:http';
import { createMetrics } from '@fiscal/runtime';
import type { Registry } from '@fiscal/runtime';
import { eventually } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { clientOf, createShop, serve, startApi } from '../../testing/running-api.ts';
import { observeCalls } from './observe-calls.ts';
import { measureRequests, noteRoute } from './request-metrics.ts';

const api = await startApi();
afterAll(() => api.close());
const shop = await createShop(api);

const measured = (metrics: Registry) =>
  observeCalls({ warn: () => undefined }, [measureRequests(metrics)]);

/** `method route status` → how many calls. */
function countsIn(metrics: string): Record<string, number> {
  const found = metrics.matchAll(/^fiscal_http_request_seconds_count\{(.*)\} (\d+)$/gm);
  const labelIn = (labels = '', name: string) =>
    new RegExp(`\\b${name}="(.*?)"`).exec(labels)?.[1] ?? '';
  return Object.fromEntries(
    [...found].map(([, labels, count]) => [
      ['method', 'route', 'status'].map((name) => labelIn(labels, name)).join(' '),
      Number(count),
    ]),
  );
}

test('calls are counted by endpoint and status; whatever no endpoint serves is one figure', async () => {
  const { body } = await shop.test.draft().expect(201);
  await shop.test.get(`/api/invoices/${(body as { id: string }).id}`).expect(200);
  await shop.test.get('/API/INVOICES/none').expect(404);
  await clientOf(api, 'key_test_nonsense').get('/api/invoices').expect(401);
  for (const path of ['/nowhere', '/api/nowhere', '/admin/nowhere', '/health/live']) {
    await shop.test.get(path);
  }
  await request(api.app).propfind('/api/invoices');
  await request(api.app).get('/admin/api/companies').expect(401);
  const counted = countsIn(await api.metrics.metrics());
  expect(counted).toMatchObject({
    'POST /api/invoices/draft 201': 1,
    'GET /api/invoices/{id} 200': 1,
    'GET /api/invoices/{id} 404': 1,
    'GET /admin/api/companies 401': 1,
  });
  const others = Object.keys(counted).filter((name) => !/^(?:GET|POST) \//.test(name));
  expect(others.every((name) => name.startsWith('other other '))).toBe(true);
  expect(Object.keys(counted).some((name) => name.includes('nowhere'))).toBe(false);
});

test('the first call that ends with a 5xx is a rise from 0', async () => {
  const metrics = createMetrics('api');
  const app = express();
  app.use(measured(metrics));
  app.get('/:status', ({ params }, response) => void response.sendStatus(Number(params.status)));
  const counted = async () =>
    /^fiscal_server_errors_total(?:\{.*\})? (\d+)$/m.exec(await metrics.metrics())?.[1];
  for (const status of [200, 404, 499]) await request(app).get(`/${status}`).expect(status);
  expect(await counted()).toBe('0');
  for (const status of [500, 503]) await request(app).get(`/${status}`).expect(status);
  await eventually(counted, (count) => count === '2');
});

test('a call whose caller has gone is counted as aborted', async () => {
  const metrics = createMetrics('api');
  const app = express();
  app.use(measured(metrics));
  const { promise: arrived, resolve } = Promise.withResolvers<unknown>();
  app.get('/slow', (_request, response) => {
    noteRoute(response, { method: 'GET', route: '/slow' });
    resolve(undefined);
  });
  const server = await serve(app);
  const call = get(`${server.url}/slow`);
  call.on('error', () => undefined);
  await arrived;
  call.destroy();
  await eventually(
    async () => countsIn(await metrics.metrics()),
    (counts) => counts['GET /slow aborted'] === 1,
  );
  await server.close();
});

test('a stream of events is not counted, however long it is open', async () => {
  const metrics = createMetrics('api');
  const app = express();
  app.use(measured(metrics));
  app.get('/events', (_request, response) => {
    response.type('text/event-stream').end('data: {}\n\n');
  });
  app.get('/', (_request, response) => void response.end());
  await request(app).get('/events').expect(200);
  await request(app).get('/').expect(200);
  await eventually(
    async () => countsIn(await metrics.metrics()),
    (counts) => counts['other other 200'] === 1,
  );
});
