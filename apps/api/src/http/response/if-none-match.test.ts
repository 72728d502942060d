import { afterAll, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { startAdmin } from '../../testing/running-admin.ts';
import { cashInvoice, createShop, serve } from '../../testing/running-api.ts';
import { isNamed } from './if-none-match.ts';

const TAG = 'W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"';
const OPAQUE = TAG.slice(2);

describe('If-None-Match', () => {
  test.each([TAG, OPAQUE, '*', ' * ', `"x", ${TAG}`, `${OPAQUE},"x"`, `W/"a,b" , ${OPAQUE}`])(
    'names the version: %s',
    (header) => {
      expect(isNamed(header, TAG)).toBe(true);
      expect(isNamed(header, OPAQUE)).toBe(true);
    },
  );

  test.each([undefined, '', '"x"', OPAQUE.slice(1, -1), `"x${OPAQUE.slice(1)}`, '"*"'])(
    'names another version, or none: %s',
    (header) => {
      expect(isNamed(header, TAG)).toBe(false);
    },
  );
});

const api = await startAdmin();
const server = await serve(api.app);
const shop = await createShop(api);
const { id } = (await shop.test.draft()).body as { id: string };
afterAll(async () => {
  await server.close();
  await api.close();
});

describe('a read whose version is named', () => {
  const paths = [
    `/api/invoices/${id}`,
    `/api/invoices/cash/${id}`,
    '/api/invoices',
    `/admin/api/companies/${api.companyId}`,
    '/openapi.json',
  ];
  const headersOf = (path: string) => ({
    ...(path.startsWith('/admin') && { Cookie: api.operator.cookie }),
    ...(path.startsWith('/api') && { Authorization: `Bearer ${shop.testKey}` }),
  });

  /** As fetch sends it: with `Cache-Control: no-cache`, which it adds by itself. */
  const withFetch = async (path: string, tag: string) => {
    const headers = { ...headersOf(path), 'If-None-Match': tag };
    const response = await fetch(server.url + path, { headers });
    return { status: response.status, size: (await response.arrayBuffer()).byteLength };
  };
  /** With what is given and nothing else. */
  const plainly = (path: string, headers: object) =>
    supertest(api.app)
      .get(path)
      .set({ ...headersOf(path), ...headers });

  const tagOf = async (path: string) => {
    const { status, headers } = await plainly(path, {});
    expect([path, status, headers.etag]).toEqual([path, 200, expect.any(String)]);
    return String(headers.etag);
  };

  test('gets 304 without a body by the fetch of Node, on every read', async () => {
    for (const path of paths) {
      const tag = await tagOf(path);
      expect([path, await withFetch(path, tag)]).toEqual([path, { status: 304, size: 0 }]);
      expect([path, (await withFetch(path, `"x", ${tag}`)).status]).toEqual([path, 304]);
      expect([path, (await withFetch(path, '*')).status]).toEqual([path, 304]);
      expect([path, (await withFetch(path, '"x"')).status]).toEqual([path, 200]);
    }
  });

  test.each([
    {},
    { 'Cache-Control': 'no-cache' },
    { 'Cache-Control': 'max-age=0', Pragma: 'no-cache' },
  ])('gets 304 by a plain client that sends %j', async (more) => {
    for (const path of paths) {
      const tag = await tagOf(path);
      const { status, headers } = await plainly(path, { ...more, 'If-None-Match': tag });
      expect([path, status, headers.etag]).toEqual([path, 304, tag]);
    }
  });

  test('says nothing about a response that is an error, or a call that changes something', async () => {
    const path = '/api/invoices/01890000-0000-7000-8000-000000000000';
    expect((await withFetch(path, '*')).status).toBe(404);
    const create = shop.test.post('/api/invoices/draft', cashInvoice()).set('If-None-Match', '*');
    expect((await create).status).toBe(201);
  });
});
