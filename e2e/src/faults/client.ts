// One order from its payload to the customer, by the client that shops use: it never creates twice
// what it can look up, reads the status before it repeats a fiscalize, and repeats what may be
// repeated.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  createFiscalClient,
  FiscalApiError,
  FiscalConnectionError,
  FiscalTimeoutError,
} from '@fiscal/client';
import type { FiscalClient, Invoice } from '@fiscal/client';
import { notingFetch } from './history.ts';
import type { Order } from './orders.ts';
import type { Run } from './run.ts';

/** How long a client tries to sell one order. */
const LIMIT_MS = 180_000;
const PAUSE_MS = 250;
const MOST_REPEATS = 8;
/** A request that was cut off may still be on its way into the database. */
const IN_FLIGHT_MS = 1_000;

/** The client of a cash register, by its id; of an order where its responses are noted. */
export function clientOf({ stack, registers }: Run, id: string, fetch?: typeof globalThis.fetch) {
  const { apiKey = '' } = registers.find((register) => register.id === id) ?? {};
  return createFiscalClient({ baseUrl: stack.apiUrl, apiKey, ...(fetch && { fetch }) });
}

/** The client of an order's cash register, with a history of the order. */
export function clientWithHistory(run: Run, { registerId, note }: Order): FiscalClient {
  const order = { note, ids: new Set<string>(), lost: 0, issued: null, surprises: [] };
  run.history.push(order);
  return clientOf(run, registerId, notingFetch(order));
}

/** Sells. @returns null where no outcome came within the limit, or the order was refused. */
export async function sell(run: Run, order: Order): Promise<Invoice | null> {
  const client = clientWithHistory(run, order);
  const deadline = Date.now() + LIMIT_MS;
  try {
    let record = await create(client, order, deadline);
    for (let repeats = 0; mayBeRepeated(record) && repeats <= MOST_REPEATS;) {
      if (record.status === 'Failed') await sleep(PAUSE_MS * ++repeats);
      const timeoutMs = Math.max(0, deadline - Date.now());
      const pauses = { firstPauseMs: PAUSE_MS, longestPauseMs: PAUSE_MS };
      record = await client.finishInvoice(record.id, { ...pauses, timeoutMs });
    }
    return record;
  } catch (error) {
    // All are in the history: a surprise, or responses that did not come.
    const known = [FiscalApiError, FiscalConnectionError, FiscalTimeoutError];
    if (known.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

function mayBeRepeated({ status, error }: Invoice): boolean {
  return status === 'Draft' || status === 'Pending' || error?.retryable === true;
}

/** Creates the invoice, once: after a response that was lost its note is looked up first. */
async function create(
  client: FiscalClient,
  { way, note, payload }: Order,
  deadline: number,
): Promise<Invoice> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const found = isFirst ? undefined : (await client.listInvoices({ note })).invoices[0];
      return found ?? (await client[way](payload));
    } catch (error) {
      if (isRefused(error) || Date.now() > deadline) throw error;
      await sleep(IN_FLIGHT_MS);
    }
  }
}

/** An error that a repetition does not change, and that is no failed sale of a stored invoice. */
function isRefused(error: unknown): boolean {
  if (error instanceof FiscalConnectionError) return false;
  if (!(error instanceof FiscalApiError)) return true;
  const isStored = error.body !== null && 'invoiceId' in error.body;
  return error.status < 500 && error.status !== 429 && !isStored;
}
