// The clients at work: every order is sold by its cash register, so many at a time or at a steady
// pace.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Invoice, InvoiceRequest } from '@fiscal/client';
import { inParallel } from '@fiscal/testbed';
import { cancellationOf } from '../invoices.ts';
import { clientWithHistory, sell } from './client.ts';
import { ordersOf, type Order, type OrderOptions } from './orders.ts';
import type { Run } from './run.ts';

/** Sells all orders. @returns each as its client saw it last; null where the client gave up. */
export function runLoad(run: Run, wanted: OrderOptions) {
  const originals = new Map(run.registers.map(({ id }): [string, Invoice[]] => [id, []]));
  return inParallel(ordersOf(run, wanted), run.options.concurrency, async (order) => {
    const sold = originals.get(order.registerId)!;
    const original = order.isCorrective ? sold.shift() : undefined;
    const invoice = await sell(run, original ? takingBack(original, order) : order);
    if (invoice?.status === 'Fiscalized' && invoice.type === 'Invoice') sold.push(invoice);
    return invoice;
  });
}

function takingBack(original: Invoice, order: Order): Order {
  const payload = { ...cancellationOf(original), note: order.note } as InvoiceRequest;
  // A cancellation of a non-cash sale has only one way to be issued.
  const way = original.typeOfInvoice === 'Cash' ? order.way : 'createDraft';
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
 * Sells one order after the other at their own pace, whatever the service does, until `meanwhile` is
 * over: how long a customer waits is counted from the moment at which she is at the till, not from
 * when a slow service lets the next one in.
 */
export async function sellSteadily<T>(
  run: Run,
  everyMs: number,
  wanted: OrderOptions,
  meanwhile: () => Promise<T>,
) {
  const sales: Promise<SteadySale>[] = [];
  let isOver = false;
  const sellOne = async (order: Order, at: number) => {
    const { status = 'abandoned' } = (await sell(run, order)) ?? {};
    return { at, waitedMs: performance.now() - at, status };
  };
  const sellAll = async () => {
    let due = performance.now();
    for (const order of ordersOf(run, wanted)) {
      await sleep(Math.max(0, due - performance.now()));
      if (isOver) break;
      sales.push(sellOne(order, due));
      due += everyMs;
    }
  };
  const [result] = await Promise.all([meanwhile().finally(() => (isOver = true)), sellAll()]);
  return { result, sales: await Promise.all(sales) };
}

/** Calls at the same time where a scenario makes many. */
export const PARALLEL_CALLS = 48;

/** Stores the orders as drafts, each with who fiscalizes it. @throws FiscalApiError */
export function createDrafts(run: Run, wanted: OrderOptions) {
  return inParallel(ordersOf(run, wanted), PARALLEL_CALLS, async (order) => {
    const client = clientWithHistory(run, order);
    return { id: (await client.createDraft(order.payload)).id, client };
  });
}
