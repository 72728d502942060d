import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAdmin } from '../testing/running-admin.ts';
import type { RunningAdmin } from '../testing/running-admin.ts';
import { cashInvoice, createShop } from '../testing/running-api.ts';
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

describe('a read whose version is named', () => {
  let api: RunningAdmin;
  let server: Server;
  let url: string;
  let headersOf: (path: string) => Record<string, string>;
  let paths: string[];

  beforeAll(async () => {
    api = await startAdmin();
    const shop = await createShop(api.db, { tin: '11223344' });
    server = createServer(api.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const Authorization = `Bearer ${shop.testKey}`;
    const Cookie = api.operator.cookie;
    headersOf = (path) => (path.startsWith('/admin') ? { Cookie } : { Authorization });
    const created = await fetch(`${url}/api/invoices/draft`, {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(cashInvoice()),
    });
    const { id } = (await created.json()) as { id: string };
    paths = [
      `/api/invoices/${id}`,
      `/api/invoices/cash/${id}`,
      '/api/invoices',
      `/admin/api/companies/${shop.companyId}`,
      '/openapi.json',
    ];
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await api.close();
  });

  /** As fetch sends it: with `Cache-Control: no-cache`, which it adds by itself. */
  const withFetch = async (path: string, tag: string) => {
    const headers = { ...headersOf(path), 'If-None-Match': tag };
    const response = await fetch(url + path, { headers });
    return { status: response.status, size: (await response.arrayBuffer()).byteLength };
  };

  /** As node:http sends it: with what is given and nothing else. */
  const withHttp = async (path: string, more: Record<string, string>) => {
    const [answer] = (await once(
      get(url + path, { headers: { ...headersOf(path), ...more } }),
      'response',
    )) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer;
  };

  const tagOf = async (path: string) => {
    const { statusCode, headers } = await withHttp(path, {});
    expect([path, statusCode]).toEqual([path, 200]);
    expect(headers.etag).toEqual(expect.any(String));
    return String(headers.etag);
  };

  test('is answered 304 without a body to the fetch of Node, on every read', async () => {
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
  ])('is answered 304 to a plain client that sends %j', async (more) => {
    for (const path of paths) {
      const tag = await tagOf(path);
      const answer = await withHttp(path, { ...more, 'If-None-Match': tag });
      expect([path, answer.statusCode, answer.headers.etag]).toEqual([path, 304, tag]);
    }
  });

  test('says nothing about an answer that is an error', async () => {
    const path = '/api/invoices/01890000-0000-7000-8000-000000000000';
    expect((await withFetch(path, '*')).status).toBe(404);
  });

  test('says nothing about a call that changes something', async () => {
    const response = await fetch(`${url}/api/invoices/draft`, {
      method: 'POST',
      headers: {
        ...headersOf('/api'),
        'Content-Type': 'application/json',
        'If-None-Match': '*',
      },
      body: JSON.stringify(cashInvoice()),
    });
    expect(response.status).toBe(201);
  });
});
