// What a till would be: a client that knows nothing of the service but its HTTP interface.

import { setTimeout as sleep } from 'node:timers/promises';
import { TestbedFailure } from './failure.ts';

/** The fields of the record that the tour shows or needs. Spec, Invoice record. */
export interface InvoiceRecord {
  id: string;
  status: 'Draft' | 'Pending' | 'Fiscalized' | 'Failed' | 'Offline';
  iic: string | null;
  fic: string | null;
  invoiceNumber: string | null;
  fiscalizedAt: string | null;
  typeOfInvoice: string;
  paymentMethod: string;
  buyer: object | null;
  invoiceData: { items: { quantity: number; unitPrice: number }[] };
  verificationUrl: string | null;
  totals: { total: number };
  errorMessage?: string;
}

/** One API key on one service. */
export interface TourClient {
  /** Sends `body` and returns the record. Throws TestbedFailure with the service's own sentence. */
  post: (path: string, body?: object) => Promise<InvoiceRecord>;
  get: (path: string) => Promise<InvoiceRecord>;
  /** Asks again as long as it is being printed. */
  pdf: (path: string) => Promise<Uint8Array>;
  /** Reads until the invoice is no longer Pending, with growing pauses; calls `onWait` in each. */
  poll: (path: string, onWait: () => void) => Promise<InvoiceRecord>;
}

const firstPauseMs = 250;
const longestPauseMs = 2_000;
const patienceMs = 60_000;
const callTimeoutMs = 40_000;

/** A client of the service at `apiUrl`. */
export function createTourClient(apiUrl: string, key: string, signal?: AbortSignal): TourClient {
  const send = (method: string, path: string, body?: object): Promise<Response> => {
    const timeout = AbortSignal.timeout(callTimeoutMs);
    return fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  };
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await send(method, path, body);
    if (!response.ok) throw await refusalOf(response, `${method} ${path}`);
    return response;
  };
  const pause = (ms: number) => sleep(ms, undefined, signal === undefined ? {} : { signal });
  const record = async (response: Promise<Response>) =>
    (await (await response).json()) as InvoiceRecord;
  const get = (path: string) => record(call('GET', path));
  return {
    get,
    post: (path, body) => record(call('POST', path, body)),
    pdf: async (path) => {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const response = await send('GET', path);
        if (response.ok) return response.bytes();
        const waitS = Number(response.headers.get('Retry-After') ?? Number.NaN);
        if (response.status !== 503 || !(waitS > 0) || Date.now() > deadline) {
          throw await refusalOf(response, `GET ${path}`);
        }
        await response.body?.cancel();
        await pause(waitS * 1_000);
      }
    },
    poll: async (path, onWait) => {
      const deadline = Date.now() + patienceMs;
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
        const invoice = await get(path);
        if (invoice.status !== 'Pending') return invoice;
        if (Date.now() > deadline) {
          throw new TestbedFailure('The invoice is still Pending after a minute.');
        }
        onWait();
        await pause(pauseMs);
      }
    },
  };
}

async function refusalOf(response: Response, what: string): Promise<Error> {
  const text = await response.text();
  let words = text.slice(0, 300);
  try {
    const body = JSON.parse(text) as { error?: string; details?: { message: string }[] };
    const details = body.details?.map(({ message }) => message).join(' ');
    words = [body.error, details].filter(Boolean).join(' ');
  } catch {
    // Not our own body: shown as it is.
  }
  return new TestbedFailure(`${what} was answered with ${String(response.status)}: ${words}`);
}
