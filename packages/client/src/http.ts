// One call of the service over fetch. It repeats nothing and knows nothing of invoices.

import { FiscalApiError, FiscalConnectionError } from './errors.ts';
import type { ErrorBody } from './errors.ts';

/** Which service, and as whom. */
export interface ClientOptions {
  /** `https://fiscal.example`; paths are added to it. */
  baseUrl: string;
  /** `key_test_…` or `key_live_…`. */
  apiKey: string;
  /** In place of the global one, for example to go through a proxy. */
  fetch?: typeof fetch;
  /** How long a single call may take; 40 s where absent: more than the longest wait. */
  callTimeoutMs?: number;
}

export interface CallOptions {
  /** Aborts the call; the promise rejects with its reason. */
  signal?: AbortSignal | undefined;
}

/** Options of calls that can wait for an outcome. */
export interface WaitOptions extends CallOptions {
  /** Sent as `Prefer: wait`, in whole seconds up to 30; 0 where absent. */
  waitMs?: number | undefined;
}

export interface Call extends WaitOptions {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** Cuts the call short where this is less than the client's own limit. */
  timeoutMs?: number;
}

export interface GoodResponse {
  response: Response;
  /** What `Retry-After` says; null where it is absent. */
  retryAfterMs: number | null;
}

/**
 * Makes calls. @throws FiscalApiError, FiscalConnectionError, or the reason of an aborted signal.
 */
export type Caller = (call: Call) => Promise<GoodResponse>;

const CALL_TIMEOUT_MS = 40_000;

/** The caller of one service and key. */
export function createCaller(options: ClientOptions): Caller {
  const { apiKey, callTimeoutMs = CALL_TIMEOUT_MS } = options;
  const send = options.fetch ?? fetch;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');

  return async ({ method, path, body, waitMs = 0, timeoutMs = callTimeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(Math.min(timeoutMs, callTimeoutMs));
    const headers = new Headers({ Authorization: `Bearer ${apiKey}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    const seconds = Math.floor(waitMs / 1000);
    if (seconds > 0) headers.set('Prefer', `wait=${seconds}`);

    let response: Response;
    try {
      response = await send(`${baseUrl}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new FiscalConnectionError(error);
    }
    const retryAfterMs = retryAfterMsOf(response);
    if (!response.ok) {
      throw new FiscalApiError(response.status, await errorBodyOf(response), retryAfterMs);
    }
    return { response, retryAfterMs };
  };
}

/** The JSON of a good response. @throws FiscalConnectionError if it breaks off. */
export async function jsonOf<Body>({ response }: GoodResponse): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch (error) {
    throw new FiscalConnectionError(error);
  }
}

function retryAfterMsOf(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : null;
}

async function errorBodyOf(response: Response): Promise<ErrorBody | null> {
  try {
    const body: unknown = await response.json();
    return isErrorBody(body) ? body : null;
  } catch {
    // A proxy's page, or a response that broke off: the status is all there is.
    return null;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && 'code' in body;
}
