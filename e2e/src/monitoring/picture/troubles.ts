// What happens while Prometheus reads: customers all the time, and one trouble after the other.

import { setTimeout as sleep } from 'node:timers/promises';
import { controlOf } from '@fiscal/testbed';
import type { SimulatorControl } from '@fiscal/testbed';
import { startSales } from '../../drill/sales.ts';
import { cashInvoice, nonCashInvoice } from '../../invoices.ts';
import type { ShownService } from './service.ts';

const SECOND = 1_000;
/**
 * Customers of the live environment, those of a rush beside them, and those of the test
 * environment.
 */
const SALE_EVERY_MS = { live: 450, rush: 200, test: 1_300 };
const ODD_CALLS_EVERY_MS = 3_000;
/** Of the odd calls, every so many one is a sale that the authority refuses. */
const REFUSED_EVERY = 8;

/** Nine minutes of it; returns when every customer has been served. */
export async function makeTrouble(service: ShownService, say: (text: string) => void) {
  const { apiUrl: url, demo, simulatorUrl } = service.stack;
  const control = controlOf(simulatorUrl);
  const live = { url, key: demo.liveKey };
  const refuseNext = () =>
    control('POST', '/script', {
      replies: [{ match: { kind: 'invoice' }, behaviour: REFUSAL, times: 1 }],
    });
  const customers = [
    startSales(live, SALE_EVERY_MS.live),
    startSales({ url, key: demo.testKey }, SALE_EVERY_MS.test),
    startOddCalls(url, demo.testKey, refuseNext),
  ];
  const phase = async (name: string, seconds: number) => {
    say(`${name}, for ${seconds} s`);
    await sleep(seconds * SECOND);
  };
  try {
    await phase('calm', 110);
    const rush = startSales(live, SALE_EVERY_MS.rush);
    customers.push(rush);
    await phase('a rush', 60);
    await control('PUT', '/mode', { service: { type: 'delay', ms: 700 } });
    await phase('the authority is slow', 45);
    await control('DELETE', '/mode');
    await rush.stop();
    await phase('calm', 25);
    await takeAuthorityAway(control, phase);
    await stopWorkers(service, phase);
    await service.stack.restart('redis', { downMs: 10 * SECOND });
    await phase('calm, after Redis was away', 60);
  } finally {
    await Promise.all(customers.map((each) => each.stop()));
  }
}

type Phase = (name: string, seconds: number) => Promise<void>;

async function takeAuthorityAway(control: SimulatorControl, phase: Phase): Promise<void> {
  const away = { type: 'http', status: 503 };
  await control('PUT', '/mode', { service: away, receiptCheck: away });
  await phase('the authority is away', 75);
  await control('DELETE', '/mode');
  await phase('what was sold offline is delivered', 90);
}

async function stopWorkers({ stack, secondWorker }: ShownService, phase: Phase): Promise<void> {
  const killed = stack.restart('worker', { how: 'kill', downMs: 50 * SECOND });
  await phase('a worker was killed', 15);
  secondWorker.kill('SIGSTOP');
  await phase('the other one stands still', 15);
  secondWorker.kill('SIGCONT');
  await killed;
  await phase('calm', 45);
}

const REFUSAL = { type: 'fault', code: 53, message: 'TCR is not registered' };

/** Drafts, polls, and calls that are refused. */
function startOddCalls(url: string, key: string, refuseNext: () => Promise<unknown>) {
  const ended = new AbortController();
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${url}/api/invoices/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return (await response.json()) as { id?: string };
  };
  const run = async () => {
    for (let count = 1; !ended.signal.aborted; count += 1) {
      const { id = '' } = await call('draft', nonCashInvoice());
      await call(`${id}/fiscalize`, {});
      await call(id);
      await call(count % 2 === 0 ? 'none' : `draft`, count % 2 === 0 ? undefined : {});
      if (count % REFUSED_EVERY === 0) {
        await refuseNext();
        await call('cash/create-and-print', cashInvoice());
      }
      await sleep(ODD_CALLS_EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      ended.abort();
      await running;
    },
  };
}
