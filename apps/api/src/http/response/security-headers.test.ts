import { afterAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { startAdmin } from '../../testing/running-admin.ts';
import { createShop } from '../../testing/running-api.ts';

const panelDirectory = mkdtempSync(join(tmpdir(), 'fiscal-headers-'));
writeFileSync(join(panelDirectory, 'index.html'), '<!doctype html><title>Panel</title>');
const api = await startAdmin({ panelDirectory });
const shop = await createShop(api);
afterAll(async () => {
  await api.close();
  rmSync(panelDirectory, { recursive: true });
});

const DATA = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

describe('a response that is data', () => {
  const read = (path: string) => request(api.app).get(path);

  test.each([
    ['a list of the API', 200, () => shop.test.get('/api/invoices')],
    ['a refusal for want of a key', 401, () => read('/api/invoices')],
    ['what is not there', 404, () => read('/nothing')],
    ['the document of the API', 200, () => read('/openapi.json')],
    ['a response to the panel', 200, () => api.operator.get('/session')],
    ['a refusal to the panel', 401, () => api.visitor.get('/session')],
    [
      'a body that cannot be read',
      400,
      () => shop.test.post('/api/invoices/draft').type('json').send('{'),
    ],
  ])('loads nothing and stands in no frame: %s', async (_kind, status, call) => {
    const response = await call();
    expect([response.status, response.type]).toEqual([status, 'application/json']);
    expect(response.get('Content-Security-Policy')).toBe(DATA);
    expect(response.get('X-Frame-Options')?.toUpperCase()).toBe('DENY');
    expect(response.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.get('Referrer-Policy')).toBe('no-referrer');
    expect(response.get('Strict-Transport-Security')).toMatch(/^max-age=31536000\b/);
  });
});

describe('a response that is a page', () => {
  test.each(['/admin', '/docs'])(
    'runs no script but ours, has a policy of its own and stands in no frame: %s',
    async (path) => {
      const response = await request(api.app).get(path);
      expect([response.status, response.type]).toEqual([200, 'text/html']);
      const policy = response.get('Content-Security-Policy');
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain('unsafe');
      expect(response.get('X-Frame-Options')?.toUpperCase()).toBe('DENY');
    },
  );
});
