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
import type { FiscalClient, Invoice, InvoiceRequest } from '@fiscal/client';
import { notingFetch } from './history.ts';
import type { OrderHistory } from './history.ts';
import type { Order } from './orders.ts';

/** What came of an order. */
export interface Sale {
  /** The record as it was read last. */
  record: Invoice;
  /** From the first call to the outcome, in ms; null if that was interrupted. */
  waitedMs: number | null;
}

/** How long a client tries to sell one order. */
const LIMIT_MS = 180_000;
const PAUSE_MS = 250;
const MOST_REPEATS = 8;
/** A request that was cut off may still be on its way into the database. */
const IN_FLIGHT_MS = 1_000;

/** A client of the API whose responses are noted in the history of an order. */
export function clientOf(apiUrl: string, apiKey: string, history: OrderHistory): FiscalClient {
  return createFiscalClient({ baseUrl: apiUrl, apiKey, fetch: notingFetch(history) });
}

/** Sells. @returns null where no outcome came within the limit, or the order was refused. */
export async function sell(
  client: FiscalClient,
  order: Pick<Order, 'way' | 'note' | 'payload'>,
  history: OrderHistory,
): Promise<Sale | null> {
  let begun = Date.now();
  const deadline = begun + LIMIT_MS;
  try {
    let record = await create(client, order, deadline);
    if (record?.status === 'Draft') begun = Date.now();
    let repeats = 0;
    while (record !== null && mayBeRepeated(record) && repeats <= MOST_REPEATS) {
      if (record.status === 'Failed') await sleep(PAUSE_MS * ++repeats);
      const pauses = { firstPauseMs: PAUSE_MS, longestPauseMs: PAUSE_MS };
      record = await client.finishInvoice(record.id, {
        ...{ ...pauses, timeoutMs: Math.max(0, deadline - Date.now()) },
      });
    }
    if (record === null) return null;
    const isUndisturbed = history.lost === 0 && repeats === 0 && record.status !== 'Failed';
    return { record, waitedMs: isUndisturbed ? Date.now() - begun : null };
  } catch (error) {
    // Both are in the history: a surprise, or responses that did not come.
    if (error instanceof FiscalApiError || error instanceof FiscalTimeoutError) return null;
    throw error;
  }
}

function mayBeRepeated({ status, error }: Invoice): boolean {
  return status === 'Draft' || status === 'Pending' || error?.retryable === true;
}

/**
 * Creates the invoice, once. Spec: a response that was lost is made good by a look for the note.
 */
async function create(
  client: FiscalClient,
  { way, note, payload }: Pick<Order, 'way' | 'note' | 'payload'>,
  deadline: number,
): Promise<Invoice | null> {
  while (Date.now() < deadline) {
    try {
      return await (way === 'one-step'
        ? client.createAndPrint(payload as InvoiceRequest)
        : client.createDraft(payload as InvoiceRequest));
    } catch (error) {
      if (isRefused(error)) throw error;
      await sleep(IN_FLIGHT_MS);
    }
    const found = await lookUp(client, note, deadline);
    if (found !== null) return found;
  }
  return null;
}

async function lookUp(client: FiscalClient, note: string, deadline: number) {
  while (Date.now() < deadline) {
    try {
      return (await client.listInvoices({ note })).invoices[0] ?? null;
    } catch (error) {
      if (isRefused(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
  return null;
}

/**
 * An error that a repetition does not change, and that is no failed fiscalization of a stored
 * invoice.
 */
function isRefused(error: unknown): boolean {
  if (error instanceof FiscalConnectionError) return false;
  if (!(error instanceof FiscalApiError)) return true;
  const isStored = error.body !== null && 'invoiceId' in error.body;
  return error.status < 500 && error.status !== 429 && !isStored;
}
