// Customers who come at a constant rate, whatever happens to the service, and the response
// to each.

import { atRate, median } from '@fiscal/testbed';
import type { Body } from '../service/invoices.ts';
import { cashInvoice } from '../service/invoices.ts';

/** One call of a customer. */
export interface Sale {
  /** In which the response came: what breaks a call has begun by then. */
  phase: string;
  /**
   * Status and what it says: `201 Fiscalized`, `503 STORAGE_UNAVAILABLE`, or why there was no
   * response.
   */
  response: string;
  tookMs: number;
  iic: string | null;
}

/** Against hangs alone. */
const LIMIT_MS = 120_000;
/** Every so many sales one has its PDF fetched. */
const PDF_EVERY = 8;

export interface Sales {
  /** Responses from now on belong to this phase. */
  begin(phase: string): void;
  all: readonly Sale[];
  stop(): Promise<void>;
}

/**
 * One call below /api/invoices, noted; a POST where it has a body. @param prefer the header
 * `Prefer`. @returns the body of the response, `{}` without JSON.
 */
export type Call = (path: string, body?: object, prefer?: string) => Promise<Body>;

/** @param serve what a customer, by her number from 1, has done. */
export function startSales(
  shop: { url: string; key: string },
  everyMs: number,
  serve: (call: Call, customer: number) => Promise<void> = sellInOneStep,
): Sales {
  const ended = new AbortController();
  const all: Sale[] = [];
  let phase = 'calm';
  const call: Call = async (path, body, prefer = '') => {
    const { response, body: read, tookMs } = await request(shop, path, body, prefer);
    const label = path.endsWith('/pdf') ? `PDF ${response}` : response;
    all.push({ phase, response: label, tookMs, iic: read.iic ?? null });
    return read;
  };
  function* customers() {
    for (let customer = 1; ; customer += 1) yield customer;
  }
  const selling = atRate(customers(), everyMs, (customer) => serve(call, customer), ended.signal);
  return {
    begin: (name) => (phase = name),
    all,
    async stop() {
      ended.abort();
      await selling;
    },
  };
}

async function sellInOneStep(call: Call, customer: number): Promise<void> {
  const { id, status } = await call('cash/create-and-print', cashInvoice());
  if (status === 'Fiscalized' && customer % PDF_EVERY === 0) await call(`${String(id)}/pdf`);
}

async function request(
  { url, key }: { url: string; key: string },
  path: string,
  body: object | undefined,
  prefer: string,
) {
  const begun = performance.now();
  const received = await fetch(`${url}/api/invoices/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Prefer: prefer },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
    .then(async (response) => ({ status: String(response.status), text: await response.text() }))
    .catch((error: unknown) => ({ status: 'no response', text: String(error) }));
  const read = received.text.startsWith('{') ? (JSON.parse(received.text) as Body) : ({} as Body);
  const word = read.code ?? read.failure?.code ?? read.status;
  const response = word === undefined ? received.status : `${received.status} ${String(word)}`;
  return { response, body: read, tookMs: performance.now() - begun };
}

/**
 * One line a phase: how many calls, their median and longest wait, and the counts of responses.
 */
export function summarize(sales: readonly Sale[]): string {
  return [...Map.groupBy(sales, ({ phase }) => phase)]
    .map(([phase, calls]) => {
      const waits = calls.map(({ tookMs }) => tookMs);
      const counts = [...Map.groupBy(calls, ({ response }) => response)]
        .map(([response, same]) => `${response}: ${same.length}`)
        .join(', ');
      const [middle, longest] = [median(waits), Math.max(...waits)].map(Math.round);
      return `${phase}: ${calls.length} calls, median ${middle} ms, longest ${longest} ms; ${counts}`;
    })
    .join('\n');
}
