// Browsers on the panel of a running service, signed in or not.

import request from 'supertest';
import type { Body, RunningService } from '../service/running-service.ts';

/** Calls of one browser; paths are under /admin/api. */
export interface PanelBrowser {
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  put(path: string, body?: object): request.Test;
  patch(path: string, body?: object): request.Test;
  delete(path: string, body?: object): request.Test;
  /** As the browser sends them; empty for a visitor. */
  cookie: string;
  csrfToken: string;
}

type Installation = Pick<RunningService, 'stack'>;

/**
 * Signs the demo's operator in, or whose account it is. @throws Error with the response, where it
 * is no session
 */
export async function openPanel(
  service: Installation,
  account: object = service.stack.demo.operator,
): Promise<PanelBrowser> {
  const response = await visit(service).post('/sign-in', account);
  if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${response.text}`);
  const cookies = response.headers['set-cookie'] as unknown as string[];
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  return browserOf(service, cookie, (response.body as { csrfToken: string }).csrfToken);
}

/** Signed out. */
export function visit(service: Installation): PanelBrowser {
  return browserOf(service, '', '');
}

function browserOf({ stack }: Installation, cookie: string, csrfToken: string): PanelBrowser {
  const session = cookie === '' ? {} : { Cookie: cookie, 'X-CSRF-Token': csrfToken };
  const call =
    (method: 'get' | 'post' | 'put' | 'patch' | 'delete') => (path: string, body?: object) => {
      const test = request(stack.apiUrl)
        [method](`/admin/api${path}`)
        .set({ ...session, 'Sec-Fetch-Site': 'same-origin' });
      // Whatever the version is.
      if (['patch', 'put'].includes(method)) test.set('If-Match', '*');
      return body === undefined ? test : test.send(body);
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

/** @returns the body. @throws Error with the response, where the call was refused */
export async function done(call: request.Test): Promise<Body> {
  const { status, body, text } = await call;
  if (status >= 300) throw new Error(`${call.method} ${call.url}: ${status} ${text}`);
  return body as Body;
}
