// The clients at work: every order is sold by its cash register, so many at a time or at a steady
// pace.

import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '@fiscal/testbed';
import type { FiscalClient, Invoice, InvoiceRequest } from '@fiscal/client';
import { cancellationOf } from '../running-service.ts';
import { clientOf, sell } from './client.ts';
import type { Environment, Register } from './environment.ts';
import { historyOf } from './history.ts';
import type { History, OrderHistory } from './history.ts';
import type { Order } from './orders.ts';

/** What the clients have done so far. */
export interface Progress {
  ended: number;
  /** Orders whose client gave up. */
  abandoned: number;
  /** Failed invoices that their shop fiscalizes again when all is well. */
  stubborn: { id: string; register: Register }[];
  /** Undisturbed waits, in ms. */
  waits: number[];
}

interface Seller {
  register: Register;
  client: FiscalClient;
  history: OrderHistory;
}

/** Who sells an order, and where its responses are noted. */
function sellerOf({ stack, registers }: Environment, history: History, order: Order): Seller {
  const register = registers[order.register];
  if (register === undefined) throw new Error(`there is no cash register ${order.register}`);
  const own = historyOf(history, order.note);
  return { register, client: clientOf(stack.apiUrl, register.apiKey, own), history: own };
}

/** Sells all orders; resolves when each has come to an outcome, or its client has given up. */
export async function runLoad(
  environment: Environment,
  history: History,
  orders: readonly Order[],
  concurrency: number,
  progress: Progress,
): Promise<void> {
  const originals = new Map<number, Invoice[]>();
  await inParallel(orders, concurrency, async (order) => {
    const { register, client, history: own } = sellerOf(environment, history, order);
    const sold = originals.get(order.register) ?? [];
    originals.set(order.register, sold);
    const original = order.isCorrective ? sold.shift() : undefined;
    const payload = original ? { ...cancellationOf(original), note: order.note } : order.payload;
    // A cancellation of a non-cash sale has only one way to be issued.
    const way = original && original.typeOfInvoice !== 'Cash' ? 'two-steps' : order.way;
    const sale = await sell(client, { way, note: order.note, payload }, own);
    progress.ended += 1;
    if (sale === null) {
      progress.abandoned += 1;
      return;
    }
    const { record, waitedMs } = sale;
    if (waitedMs !== null) progress.waits.push(waitedMs);
    if (record.status === 'Fiscalized' && record.type === 'Invoice') sold.push(record);
    if (record.status === 'Failed' && order.isStubborn) {
      progress.stubborn.push({ id: record.id, register });
    }
  });
}

/** One sale that came to its end. */
export interface SteadySale {
  /** When the customer was at the till, in ms of performance.now. */
  at: number;
  waitedMs: number;
  status: string;
}

/**
 * Sells one order after the other at their own pace, whatever the service does, until it is
 * stopped: how long a customer waits is counted from the moment at which she is at the till, not
 * from when a slow service lets the next one in.
 */
export function startSteadySales(
  environment: Environment,
  history: History,
  orders: Iterable<Order>,
  everyMs: number,
): { sales: SteadySale[]; stop: () => Promise<void> } {
  const sales: SteadySale[] = [];
  const open = new Set<Promise<void>>();
  let isOver = false;

  const sellOne = async (order: Order, at: number) => {
    const { client, history: own } = sellerOf(environment, history, order);
    const sale = await sell(client, order, own);
    const status = sale?.record.status ?? 'abandoned';
    sales.push({ at, waitedMs: performance.now() - at, status });
  };
  const work = async () => {
    let due = performance.now();
    for (const order of orders) {
      await sleep(Math.max(0, due - performance.now()));
      if (isOver) return;
      const sold = sellOne(order, due).finally(() => open.delete(sold));
      open.add(sold);
      due += everyMs;
    }
  };
  const working = work();
  return {
    sales,
    stop: async () => {
      isOver = true;
      await working;
      await Promise.all(open);
    },
  };
}

/** A stored draft and who fiscalizes it. */
export interface Draft {
  id: string;
  client: FiscalClient;
}

/** Stores the orders as drafts. @throws FiscalApiError where one is refused */
export function createDrafts(
  environment: Environment,
  history: History,
  orders: readonly Order[],
): Promise<Draft[]> {
  return inParallel(orders, PARALLEL_CALLS, async (order) => {
    const { client } = sellerOf(environment, history, order);
    return { id: (await client.createDraft(order.payload as InvoiceRequest)).id, client };
  });
}

/** Calls at the same time where a scenario makes many. */
export const PARALLEL_CALLS = 48;
