// One order from its payload to the customer, by the client that shops use.

import {
  createFiscalClient,
  FiscalApiError,
  FiscalConnectionError,
  FiscalTimeoutError,
} from '@fiscal/client';
import type { Invoice } from '@fiscal/client';
import { notingFetch } from './history.ts';
import type { Order } from './orders.ts';
import type { Run } from './run.ts';

/** How long a client tries to sell one order. */
const LIMIT_MS = 180_000;
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** The client of a cash register, by its id; of an order where its responses are noted. */
export function clientOf({ stack, registers }: Run, id: string, fetch = globalThis.fetch) {
  const { apiKey = '' } = registers.find((register) => register.id === id) ?? {};
  return createFiscalClient({ baseUrl: stack.apiUrl, apiKey, fetch });
}

/** The client of an order's cash register, with a history of the order. */
export function clientWithHistory(
  run: Run,
  { registerId, note }: Pick<Order, 'registerId' | 'note'>,
  history = run.history,
) {
  const order = { note, ids: new Set<string>(), lost: 0, issued: null, surprises: [] };
  history.push(order);
  return clientOf(run, registerId, notingFetch(order));
}

/**
 * Sells under the order's own id, until it is issued. @returns null where no outcome came within
 * the limit, or the order was refused.
 */
export async function sell(run: Run, order: Order): Promise<Invoice | { status: 'Failed' } | null> {
  const { way, note, payload } = order;
  const client = clientWithHistory(run, order);
  const named = { ...payload, externalId: note };
  const pauses = { firstPauseMs: PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS };
  try {
    // Also of cash there may be a draft, which create-and-print then fiscalizes.
    if (way === 'createDraft') await client.createDraft(named).catch(knownToHistory);
    return await client.issueInvoice(named, { ...pauses, timeoutMs: LIMIT_MS });
  } catch (error) {
    knownToHistory(error);
    const body = error instanceof FiscalApiError ? error.body : null;
    return body !== null && 'retryable' in body ? { status: 'Failed' } : null;
  }
}

/** Takes cash out under the withdrawal's own id, until it is registered or delivered later. */
export async function takeOut(run: Run, { registerId, note }: Order, cashAmount: number) {
  const client = clientWithHistory(run, { registerId, note }, run.withdrawalHistory);
  const repeat = { firstPauseMs: PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS, timeoutMs: LIMIT_MS };
  await client.withdraw({ cashAmount, externalId: note }, repeat).catch(knownToHistory);
}

/** Responses, and those that did not come, are in the history. @throws what is neither */
function knownToHistory(error: unknown): void {
  const known = [FiscalApiError, FiscalConnectionError, FiscalTimeoutError];
  if (!known.some((kind) => error instanceof kind)) throw error;
}
