// One order from its payload to the customer, by the client that shops use: it never creates twice
// what it can look up, reads the status before it repeats a fiscalize, and repeats what may be
// repeated.

import { setTimeout as sleep } from 'node:timers/promises';
import { createFiscalClient, FiscalApiError, FiscalConnectionError } from '@fiscal/client';
import type { Invoice } from '@fiscal/client';
import { notingFetch } from './history.ts';
import type { Order } from './orders.ts';
import type { Run } from './run.ts';

/** How long a client tries to sell one order. */
const LIMIT_MS = 180_000;
const PAUSE_MS = 250;
const MOST_FAILURES = 9;
/** A request that was cut off may still be on its way into the database. */
const IN_FLIGHT_MS = 1_000;

/** The client of a cash register, by its id; of an order where its responses are noted. */
export function clientOf({ stack, registers }: Run, id: string, fetch = globalThis.fetch) {
  const { apiKey = '' } = registers.find((register) => register.id === id) ?? {};
  return createFiscalClient({ baseUrl: stack.apiUrl, apiKey, fetch });
}

/** The client of an order's cash register, with a history of the order. */
export function clientWithHistory(run: Run, { registerId, note }: Order) {
  const order = { note, ids: new Set<string>(), lost: 0, issued: null, surprises: [] };
  run.history.push(order);
  return clientOf(run, registerId, notingFetch(order));
}

/** Sells. @returns null where no outcome came within the limit, or the order was refused. */
export async function sell(run: Run, order: Order): Promise<Invoice | null> {
  const { way, note, payload } = order;
  const client = clientWithHistory(run, order);
  const deadline = Date.now() + LIMIT_MS;
  const pauses = { firstPauseMs: PAUSE_MS, longestPauseMs: PAUSE_MS };
  const finish = ({ id }: Invoice) =>
    client.finishInvoice(id, { ...pauses, timeoutMs: deadline - Date.now() });
  // Created once: after a response that was lost the note is looked up first.
  const lookUp = async () => (await client.listInvoices({ note })).invoices[0];
  let record: Invoice | undefined;
  let isLost = false;
  for (let failures = 0; failures < MOST_FAILURES;) {
    try {
      if (record) record = await finish(record);
      else record = (isLost ? await lookUp() : undefined) ?? (await client[way](payload));
      if (!mayBeRepeated(record)) break;
      if (record.status === 'Failed') await sleep(PAUSE_MS * ++failures);
    } catch (error) {
      // All are in the history: a surprise, or responses that did not come.
      if (Date.now() >= deadline || isFinal(error)) return null;
      isLost = true;
      await sleep(IN_FLIGHT_MS);
    }
  }
  return record ?? null;
}

function mayBeRepeated({ status, error }: Invoice): boolean {
  return status === 'Draft' || status === 'Pending' || error?.retryable === true;
}

/**
 * True for an error that a repetition does not change, and that is no failed sale of a stored
 * invoice. @throws what is no error of the client
 */
function isFinal(error: unknown): boolean {
  if (error instanceof FiscalConnectionError) return false;
  if (!(error instanceof FiscalApiError)) throw error;
  const isStored = error.body !== null && 'invoiceId' in error.body;
  return error.status < 500 && error.status !== 429 && !isStored;
}
