// A shop that sells a cash invoice a second while others attack, and how long its customers waited.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../caller.ts';
import { cashInvoice } from '../running-service.ts';

const EVERY_MS = 1_000;

/** What came of the sales. */
export interface Sales {
  /** Milliseconds from the call to its answer, of every sale that was fiscalized. */
  waits: number[];
  /** Sales that ended in any other way, in words. */
  broken: string[];
}

/** Sells until it is stopped, at a fixed rate: a slow answer does not slow the next customer. */
export function startSelling(till: Caller): { stop: () => Promise<Sales> } {
  const sales: Sales = { waits: [], broken: [] };
  const underWay: Promise<void>[] = [];
  const stopped = new AbortController();

  async function sell(): Promise<void> {
    const begun = performance.now();
    try {
      const { status, body } = await till.createAndPrint(cashInvoice());
      const record = body as { status?: string };
      if (record.status === 'Fiscalized') sales.waits.push(performance.now() - begun);
      else sales.broken.push(`${String(status)} ${JSON.stringify(record).slice(0, 300)}`);
    } catch (error) {
      sales.broken.push(error instanceof Error ? error.message : String(error));
    }
  }
  const selling = (async () => {
    while (!stopped.signal.aborted) {
      underWay.push(sell());
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await selling;
      await Promise.all(underWay);
      return sales;
    },
  };
}
