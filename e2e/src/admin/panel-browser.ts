// An operator's browser on the panel of a running service.

import request from 'supertest';
import type { RunningService } from '../running-service.ts';

/** Calls of somebody signed in; paths are under /admin/api. */
export interface PanelBrowser {
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  patch(path: string, body: object): request.Test;
}

/** Signs the demo's operator in. */
export async function openPanel({ stack }: RunningService): Promise<PanelBrowser> {
  const { email, password } = stack.demo.operator;
  const answered = await request(stack.apiUrl)
    .post('/admin/api/sign-in')
    .set('Sec-Fetch-Site', 'same-origin')
    .send({ email, password });
  if (answered.status !== 200) throw new Error(`sign-in: ${answered.status} ${answered.text}`);
  const cookies = answered.headers['set-cookie'] as unknown as string[];
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  const { csrfToken } = answered.body as { csrfToken: string };
  const call = (method: 'get' | 'post' | 'patch') => (path: string, body?: object) => {
    const test = request(stack.apiUrl)
      [method](`/admin/api${path}`)
      .set({ Cookie: cookie, 'X-CSRF-Token': csrfToken, 'Sec-Fetch-Site': 'same-origin' });
    return body === undefined ? test : test.send(body);
  };
  return { get: call('get'), post: call('post'), patch: call('patch') };
}
