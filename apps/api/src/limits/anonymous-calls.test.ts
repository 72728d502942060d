import { afterAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { PANEL_ENDPOINTS } from '../panel/panel-endpoints.ts';
import { startAdmin } from '../testing/running-admin.ts';
import { createShop } from '../testing/running-api.ts';

const MOST = 12;
const panel = await startAdmin({
  anonymousBudget: { calls: MOST, seconds: 3_600 },
  trustedProxies: 1,
});
const shop = await createShop(panel);
afterAll(() => panel.close());

const PAGES = [
  '/openapi.json',
  '/docs',
  '/docs/page.js',
  '/admin',
  '/admin/assets/x.js',
  '/nothing',
];
const CALLS = PANEL_ENDPOINTS.map(({ method, path }) => ({
  method,
  path: `/admin/api${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`,
}));
const EVERYTHING = [
  ...PAGES.map((path) => ({ method: 'get' as const, path })),
  { method: 'get' as const, path: '/admin/api/nothing' },
  { method: 'delete' as const, path: '/admin/api/session' },
  ...CALLS,
];

test('an address without a key or a session has a budget, on every path', async () => {
  const from = (address: string, { method, path }: (typeof EVERYTHING)[number]) =>
    request(panel.app)
      [method](path)
      .set({ 'X-Forwarded-For': address, Cookie: 'fiscal_session=made-up' });
  const spend = PAGES.map((path) => ({ method: 'get' as const, path }));
  for (let call = 0; call < MOST; call += 1) {
    const { status } = await from('192.0.2.1', spend[call % spend.length]!);
    expect(status).not.toBe(429);
  }
  for (const call of EVERYTHING) {
    const refused = await from('192.0.2.1', call);
    expect([call.path, refused.status, refused.body.code]).toEqual([
      call.path,
      429,
      'RATE_LIMITED',
    ]);
    expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0);
  }
  expect((await from('192.0.2.2', { method: 'get', path: '/docs' })).status).toBe(200);
  // Who is known is served from that address, too, and health is for those who run the service.
  const session = panel.operator.get('/session').set('X-Forwarded-For', '192.0.2.1');
  expect((await session).status).toBe(200);
  const list = shop.test.get('/api/invoices').set('X-Forwarded-For', '192.0.2.1');
  expect((await list).status).toBe(200);
  const health = request(panel.app).get('/health/ready').set('X-Forwarded-For', '192.0.2.1');
  expect((await health).status).toBe(200);
});
