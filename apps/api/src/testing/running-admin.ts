// The API in this process with people signed in to its panel: an operator, and the admins of two
// companies, each with a default cash register in both environments.

import { hashPassword } from '@fiscal/db/account';
import { seedUser } from '@fiscal/db/testing';
import supertest from 'supertest';
import type { Test } from 'supertest';
import { createShop, startApi } from './running-api.ts';
import type { PanelOptions, RunningApi } from './running-api.ts';

/** Somebody's browser; paths are under /admin/api. */
export interface PanelClient {
  get(path: string): Test;
  post(path: string, body?: object): Test;
  put(path: string, body?: object): Test;
  patch(path: string, body?: object): Test;
  delete(path: string, body?: object): Test;
  /** `name=value`, empty for a visitor. */
  cookie: string;
  csrfToken: string;
}

export interface RunningAdmin extends RunningApi {
  /** The company of `admin`. */
  companyId: string;
  /** The company of `neighbour`. */
  otherCompanyId: string;
  operator: PanelClient;
  admin: PanelClient;
  neighbour: PanelClient;
  /** Signed out. */
  visitor: PanelClient;
  /** Signs in once more, with PASSWORD unless told otherwise. */
  signIn(email: string, password?: string): Promise<PanelClient>;
}

/** Of everybody in these tests. */
export const PASSWORD = 'correct horse battery';
export const OPERATOR = 'operator@service.example';
export const ADMIN = 'admin@shop.example';
export const NEIGHBOUR = 'admin@neighbour.example';

export async function startAdmin(options: PanelOptions = {}): Promise<RunningAdmin> {
  const api = await startApi(undefined, options);
  const { app, db } = api;
  const { companyId } = await createShop(db);
  const { companyId: otherCompanyId } = await createShop(db, { tin: '87654321', name: 'Komšija' });
  const passwordHash = await hashPassword(PASSWORD);
  const store = (email: string, company: string | null) =>
    seedUser(db, {
      email,
      passwordHash,
      role: company === null ? 'operator' : 'company_admin',
      companyId: company,
    });
  await store(OPERATOR, null);
  await store(ADMIN, companyId);
  await store(NEIGHBOUR, otherCompanyId);

  async function signIn(email: string, password = PASSWORD): Promise<PanelClient> {
    const response = await panelClient(api).post('/sign-in', { email, password });
    const { csrfToken } = response.body as { csrfToken?: string };
    if (csrfToken === undefined) throw new Error(`sign-in answered ${response.status}`);
    return panelClient(api, cookieOf(response.headers), csrfToken);
  }
  return {
    ...api,
    app,
    companyId,
    otherCompanyId,
    operator: await signIn(OPERATOR),
    admin: await signIn(ADMIN),
    neighbour: await signIn(NEIGHBOUR),
    visitor: panelClient(api),
    signIn,
  };
}

/** The cookie of an answer, as a browser sends it back. */
export function cookieOf(headers: unknown): string {
  const { 'set-cookie': cookies } = headers as { 'set-cookie'?: string[] };
  return cookies?.[0]?.split(';')[0] ?? '';
}

/** A browser with this cookie, on a page that knows this token. */
export function panelClient({ app, origin }: RunningApi, cookie = '', csrfToken = ''): PanelClient {
  const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete') => {
    return (path: string, body?: object): Test => {
      const test = supertest(app)[method](`/admin/api${path}`).set('Origin', origin);
      if (cookie !== '') test.set('Cookie', cookie);
      if (csrfToken !== '') test.set('X-CSRF-Token', csrfToken);
      return body === undefined ? test : test.send(body);
    };
  };
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    cookie,
    csrfToken,
  };
}
