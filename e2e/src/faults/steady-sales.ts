// Sales that come at their own pace, whatever the service does: how long a customer waits is counted
// from the moment at which he is at the till, not from when a slow service lets the next one in.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from './ground.ts';
import type { Journal } from './journal.ts';
import type { Order } from './orders.ts';
import { sell } from './till.ts';

/** One sale that came to its end. */
export interface SteadySale {
  /** When the customer was at the till, in ms of performance.now. */
  at: number;
  waitedMs: number;
  status: string;
}

/** Sells one order after the other until it is told to stop. */
export function startSteadySales(options: {
  ground: Ground;
  journal: Journal;
  orders: Iterable<Order>;
  everyMs: number;
}): { sales: SteadySale[]; stop: () => Promise<void> } {
  const { ground, journal, orders, everyMs } = options;
  const sales: SteadySale[] = [];
  const open = new Set<Promise<void>>();
  let isOver = false;

  const sellOne = async (order: Order, at: number) => {
    const { apiKey } = ground.registers[order.register]!;
    const story = journal.of(order.note);
    const sale = await sell({ call: ground.call, apiKey }, order, order.payload, story);
    const status = sale ? String(sale.record.status) : 'abandoned';
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
