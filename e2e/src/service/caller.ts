// The calls of one API key. Every response is compared with the OpenAPI document.

import { eventually } from '@fiscal/testbed';
import request from 'supertest';
import { asDocumented } from '../contract/documented.ts';
import { cashInvoice, nonCashInvoice } from './invoices.ts';
import type { Body } from './invoices.ts';

export interface Caller {
  key: string;
  get(path: string): request.Test;
  /** Reads a PDF, as every client does: again while 503 says that it is still being rendered. */
  pdf(path: string, headers?: Record<string, string>): Promise<request.Response>;
  post(path: string, body?: object): request.Test;
  draft(body: object): request.Test;
  /** A cash sale in one step, a sound one unless said otherwise. */
  createAndPrint(body?: object): request.Test;
  /** Requests fiscalization and waits for the outcome. */
  fiscalize(id: string): request.Test;
  /** Stores a draft, a sound non-cash one unless said otherwise. @returns its id. */
  store(body?: object): Promise<string>;
  /** Stores and fiscalizes. */
  sell(body?: object): Promise<request.Response>;
  /** The record of what was sold. @throws Error with the response where it is not Fiscalized */
  fiscalized(body?: object): Promise<Body>;
  read(id: string): Promise<Body>;
  /** Reads until the invoice has the status. */
  until(id: string, status: string): Promise<Body>;
}

/** The calls with a key. */
export function callerOf({ stack }: { stack: { apiUrl: string } }, key: string): Caller {
  const call = (method: 'get' | 'post', path: string) =>
    asDocumented(request(stack.apiUrl)[method](path), method, path).set(
      'Authorization',
      `Bearer ${key}`,
    );
  const get = (path: string) => call('get', path);
  const pdf = (path: string, headers = {}) =>
    eventually(
      async () => await get(path).set(headers).buffer(true),
      ({ status }) => status !== 503,
    );
  const post = (path: string, body?: object) => call('post', path).send(body);
  const draft = (body: object) => post('/api/invoices/draft', body);
  const fiscalize = (id: string) => post(`/api/invoices/${id}/fiscalize`).set('Prefer', 'wait=25');
  const store = async (body: object = nonCashInvoice()) => {
    const stored = await draft(body);
    if (stored.status !== 201) throw new Error(`no draft: ${stored.text}`);
    return String(stored.body.id);
  };
  const sell = async (body?: object) => fiscalize(await store(body));
  const read = async (id: string) => (await get(`/api/invoices/${id}`)).body as Body;
  return {
    key,
    get,
    pdf,
    post,
    draft,
    fiscalize,
    store,
    sell,
    read,
    createAndPrint: (body = cashInvoice()) => post('/api/invoices/cash/create-and-print', body),
    fiscalized: async (body) => {
      const { body: record, text } = await sell(body);
      if (record.status !== 'Fiscalized') throw new Error(`not fiscalized: ${text}`);
      return record as Body;
    },
    until: (id, status) =>
      eventually(
        () => read(id),
        (record) => record.status === status,
      ),
  };
}
