// Processes that serve the public API alone, the panel alone and both, on one database each. What
// is not of the role of a process is not there, whoever asks; what is, is.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { validate as isUuid } from 'uuid';
import supertest from 'supertest';
import { PANEL_ENDPOINTS } from './panel/panel-endpoints.ts';
import { PUBLIC_ENDPOINTS } from './public/public-endpoints.ts';
import { API_ROLES } from './roles.ts';
import type { ApiRole } from './roles.ts';
import { createShop, startApi } from './testing/running-api.ts';
import type { RunningApi } from './testing/running-api.ts';

const ID = '00000000-0000-7000-8000-000000000000';
const withIds = (path: string) => path.replaceAll(/\{\w+\}/g, ID);

interface Path {
  method: string;
  path: string;
}
const of = (base: string, endpoints: readonly Path[]): Path[] =>
  endpoints.map(({ method, path }) => ({ method, path: base + withIds(path) }));
const PATHS: Readonly<Record<ApiRole, readonly Path[]>> = {
  public: [
    ...of('/api', PUBLIC_ENDPOINTS),
    ...['/docs', '/docs/page.js', '/openapi.json'].map((path) => ({ method: 'get', path })),
  ],
  panel: [
    ...of('/admin/api', PANEL_ENDPOINTS),
    ...['/admin', '/admin/', '/admin/companies', '/admin/openapi.json'].map((path) => ({
      method: 'get',
      path,
    })),
  ],
};

test('the paths are those of both APIs', () => {
  expect(PATHS.public.length).toBeGreaterThan(10);
  expect(PATHS.panel.length).toBeGreaterThan(80);
  expect(isUuid(ID)).toBe(true);
});

describe.each([[['public']], [['panel']], [[...API_ROLES]]] as [ApiRole[]][])(
  'a process for %s',
  (roles) => {
    let api: RunningApi;
    let key: string;
    beforeAll(async () => {
      api = await startApi(undefined, { roles });
      key = (await createShop(api)).testKey;
    });
    afterAll(() => api.close());
    const responseOf = ({ method, path }: Path, bearer = key) => {
      const call = supertest(api.app) as unknown as Record<
        string,
        (path: string) => supertest.Test
      >;
      return call[method]!(path).set('Authorization', `Bearer ${bearer}`);
    };

    test('has nothing at the paths of another role, with a key and without one', async () => {
      const { body: nothing } = await responseOf({ method: 'get', path: '/nothing' }).expect(404);
      const others = API_ROLES.filter((role) => !roles.includes(role));
      for (const path of others.flatMap((role) => PATHS[role])) {
        for (const bearer of [key, 'none']) {
          const { status, body } = await responseOf(path, bearer);
          expect([path, status, body]).toEqual([
            path,
            404,
            { ...nothing, requestId: body.requestId },
          ]);
        }
      }
    });

    test('has something at those of its own', async () => {
      const { body: nothing } = await responseOf({ method: 'get', path: '/nothing' }).expect(404);
      for (const path of roles.flatMap((role) => PATHS[role])) {
        // The panel may not be built here; an event stream would go on.
        const { status, body } = await responseOf(path);
        expect([path, status, body]).not.toEqual([
          path,
          404,
          { ...nothing, requestId: body.requestId },
        ]);
      }
    });

    test('says of its health that it lives', async () => {
      await responseOf({ method: 'get', path: '/health/live' }).expect(200);
      await responseOf({ method: 'get', path: '/health/ready' }).expect(200, { status: 'ok' });
    });
  },
);
