// A till's way to the API: keep-alive connections, and an error that says whether the request can
// have been received when no answer came.

import { Agent, request } from 'node:http';
import type { Body } from '../running-service.ts';

/** An answer with a JSON body; a PDF is counted only. */
export interface Answer {
  status: number;
  body: Body;
  bytes: number;
}

/** No answer came. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
  /** False only if it is certain that the API has not seen the request. */
  readonly wasSent: boolean;
  constructor(cause: Error, wasSent: boolean) {
    super(`no answer: ${cause.message}`, { cause });
    this.wasSent = wasSent;
  }
}

/** Calls the API with the key of one cash register. Throws LostAnswer. */
export type CallApi = (
  apiKey: string,
  method: 'GET' | 'POST',
  path: string,
  options?: { body?: object; waitS?: number },
) => Promise<Answer>;

/** Longer than any wait of the API, and than a process of ours may be stopped for. */
const TIMEOUT_MS = 40_000;

/** @returns the calls, and how to close their connections. */
export function openApiClient(apiUrl: string): { call: CallApi; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const call: CallApi = (apiKey, method, path, { body, waitS } = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(`${apiUrl}${path}`, {
        agent,
        method,
        timeout: TIMEOUT_MS,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(waitS === undefined ? {} : { Prefer: `wait=${waitS}` }),
        },
      });
      const fail = (error: Error) => {
        const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
        reject(new LostAnswer(error, !isRefused));
      };
      sent.on('error', fail);
      sent.on('timeout', () => sent.destroy(new Error(`none within ${TIMEOUT_MS} ms`)));
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const isJson = response.headers['content-type']?.includes('json') === true;
          try {
            const parsed = isJson ? (JSON.parse(bytes.toString('utf8')) as Body) : {};
            resolve({ status: response.statusCode ?? 0, body: parsed, bytes: bytes.length });
          } catch (error) {
            fail(error as Error);
          }
        });
      });
      sent.end(text);
    });
  return { call, close: () => agent.destroy() };
}
