// The clients at work: every order is sold by its cash register, so many at a time or at a steady
// rate.

import type { Invoice, InvoiceRequest } from '@fiscal/client';
import { atRate, inParallel } from '@fiscal/testbed';
import { cancellationOf } from '../service/invoices.ts';
import { clientWithHistory, sell, takeOut } from './client.ts';
import { ordersOf, type Order, type OrderOptions } from './orders.ts';
import type { Run } from './run.ts';

/**
 * Sells all orders, and takes cash out.
 * @returns each sale as its client saw it last; null where the client gave up.
 */
export function runLoad(run: Run, wanted: OrderOptions) {
  const originals = new Map(run.registers.map(({ id }): [string, Invoice[]] => [id, []]));
  return inParallel(ordersOf(run, wanted), run.options.concurrency, async (order) => {
    const sold = originals.get(order.registerId)!;
    const original = order.isCorrective ? sold.shift() : undefined;
    const invoice = await sell(run, original ? takingBack(original, order) : order);
    if (order.takesOut !== null) await takeOut(run, order, order.takesOut);
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

/** Sells one order after the other at their own rate, until `meanwhile` is over. */
export async function sellSteadily<T>(
  run: Run,
  everyMs: number,
  wanted: OrderOptions,
  meanwhile: () => Promise<T>,
) {
  const over = new AbortController();
  const sellOne = async (order: Order, at: number) => {
    const { status = 'abandoned' } = (await sell(run, order)) ?? {};
    // `at`: when the customer was at the till, in ms of performance.now.
    return { at, waitedMs: performance.now() - at, status };
  };
  const selling = atRate(ordersOf(run, wanted), everyMs, sellOne, over.signal);
  const [result, sales] = await Promise.all([meanwhile().finally(() => over.abort()), selling]);
  return { result, sales };
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
