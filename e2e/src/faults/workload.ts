// The clients at work: every order is sold by its cash register, so many at a time or at a steady
// pace.

import { setTimeout as sleep } from 'node:timers/promises';
import type { FiscalClient, Invoice, InvoiceRequest } from '@fiscal/client';
import { inParallel } from '@fiscal/testbed';
import { cancellationOf } from '../invoices.ts';
import { clientOf, sell } from './client.ts';
import type { Environment } from './environment.ts';
import type { Order } from './orders.ts';

/** What the clients have done so far. */
export interface Progress {
  ended: number;
  /** Orders whose client gave up. */
  abandoned: number;
  /** Failed invoices that their shop fiscalizes again when all is well. */
  stubborn: string[];
}

/** Sells all orders; resolves when each has come to an outcome, or its client has given up. */
export async function runLoad(
  environment: Environment,
  orders: readonly Order[],
  concurrency: number,
  progress: Progress,
): Promise<void> {
  const originals = new Map<number, Invoice[]>();
  await inParallel(orders, concurrency, async (order) => {
    const sold = originals.get(order.register) ?? [];
    originals.set(order.register, sold);
    const original = order.isCorrective ? sold.shift() : undefined;
    const record = await sell(environment, original ? takingBack(original, order) : order);
    progress.ended += 1;
    if (record === null) progress.abandoned += 1;
    else if (record.status === 'Fiscalized' && record.type === 'Invoice') sold.push(record);
    else if (record.status === 'Failed' && order.isStubborn) progress.stubborn.push(record.id);
  });
}

function takingBack(original: Invoice, order: Order): Order {
  const payload = { ...cancellationOf(original), note: order.note } as InvoiceRequest;
  // A cancellation of a non-cash sale has only one way to be issued.
  const way = original.typeOfInvoice === 'Cash' ? order.way : 'two-steps';
  return { ...order, way, payload };
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
  orders: Iterable<Order>,
  everyMs: number,
): { sales: SteadySale[]; stop: () => Promise<void> } {
  const sales: SteadySale[] = [];
  const open: Promise<void>[] = [];
  let isOver = false;
  const sellOne = async (order: Order, at: number) => {
    const record = await sell(environment, order);
    const status = record?.status ?? 'abandoned';
    sales.push({ at, waitedMs: performance.now() - at, status });
  };
  const work = async () => {
    let due = performance.now();
    for (const order of orders) {
      await sleep(Math.max(0, due - performance.now()));
      if (isOver) return;
      open.push(sellOne(order, due));
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

/** Calls at the same time where a scenario makes many. */
export const PARALLEL_CALLS = 48;

/** Stores the orders as drafts, each with who fiscalizes it. @throws FiscalApiError */
export function createDrafts(
  environment: Environment,
  orders: readonly Order[],
): Promise<{ id: string; client: FiscalClient }[]> {
  return inParallel(orders, PARALLEL_CALLS, async (order) => {
    const client = clientOf(environment, order);
    return { id: (await client.createDraft(order.payload)).id, client };
  });
}
