// The shops at work: every order is sold by its register, so many at a time.

import type { Body } from '../running-service.ts';
import type { Ground, Register } from './ground.ts';
import type { Journal } from './journal.ts';
import type { Order } from './orders.ts';
import { cancellation, sell } from './till.ts';
import type { Sale } from './till.ts';

/** What the shops have done so far. */
export interface LoadProgress {
  begun: number;
  ended: number;
  /** Orders whose till lost its patience. */
  abandoned: number;
  /** Ids of invoices that their shop fiscalizes again when all is well; by register. */
  stubborn: { id: string; register: Register }[];
  /** Undisturbed waits at the till, in ms. */
  waits: number[];
}

/** Sells all orders; resolves when each has come to its end at the till. */
export async function runLoad(options: {
  ground: Ground;
  journal: Journal;
  orders: readonly Order[];
  concurrency: number;
  progress: LoadProgress;
}): Promise<void> {
  const { ground, journal, orders, concurrency, progress } = options;
  const originals = new Map<number, Body[]>();
  const next = orders[Symbol.iterator]();
  const work = async () => {
    for (const order of next) {
      progress.begun += 1;
      const sale = await sellOrder(ground, journal, order, originals);
      take(progress, ground, order, sale);
      progress.ended += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** No order begun yet. */
export function noProgress(): LoadProgress {
  return { begun: 0, ended: 0, abandoned: 0, stubborn: [], waits: [] };
}

async function sellOrder(
  ground: Ground,
  journal: Journal,
  order: Order,
  originals: Map<number, Body[]>,
): Promise<Sale | null> {
  const register = registerOf(ground, order);
  const till = { call: ground.call, apiKey: register.apiKey };
  const sold = originals.get(order.register) ?? [];
  originals.set(order.register, sold);
  const original = order.isCorrective ? sold.shift() : undefined;
  const payload = original ? cancellation(original, order.note) : order.payload;
  // A cancellation of a non-cash sale has only one way to be issued.
  const way = original && original.typeOfInvoice !== 'Cash' ? 'two-steps' : order.way;
  const sale = await sell(till, { way, note: order.note }, payload, journal.of(order.note));
  if (sale?.record.status === 'Fiscalized' && sale.record.type === 'Invoice')
    sold.push(sale.record);
  return sale;
}

function take(progress: LoadProgress, ground: Ground, order: Order, sale: Sale | null): void {
  if (sale === null) {
    progress.abandoned += 1;
    return;
  }
  if (sale.waitedMs !== null) progress.waits.push(sale.waitedMs);
  if (sale.record.status === 'Failed' && order.isStubborn) {
    progress.stubborn.push({ id: sale.id, register: registerOf(ground, order) });
  }
}

function registerOf(ground: Ground, order: Order): Register {
  const register = ground.registers[order.register];
  if (register === undefined) throw new Error(`there is no cash register ${order.register}`);
  return register;
}
