// Everything that ever stopped or could stop the service is tried while a shop of another company
// sells once a second. Each is tried ATTACK_ROUNDS times. With ATTACK_P99_MS 99 of 100 customers
// of the shop have to be served within that time. ATTACK_ONLY is a pattern: attacks of another name
// are left out.

import { createFiscalClient } from '@fiscal/client';
import type { InvoiceRequest } from '@fiscal/client';
import { atRate, percentile } from '@fiscal/testbed';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cashInvoice } from '../service/invoices.ts';
import { ATTACKS } from './attacks/all.ts';
import { endOf, openTarget } from './target.ts';
import type { Target } from './target.ts';

const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 1);
const ONLY = process.env.ATTACK_ONLY ?? '';
const CHOSEN = ATTACKS.filter(({ name }) => new RegExp(ONLY).test(name));
/** For hangs alone, on a loaded machine. */
const ROUND_MS = 900_000;
const MOST_P99_MS = Number(process.env.ATTACK_P99_MS ?? Number.POSITIVE_INFINITY);
const SALE_EVERY_MS = 1_000;
/** An error quotes all of an unexpected response. */
const LONGEST_ERROR = 1_000;

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

const print = (text: string) => {
  if (ROUNDS > 1 || ONLY !== '') process.stdout.write(`  ${text}\n`);
};

function* customers(): Generator<InvoiceRequest> {
  for (;;) yield cashInvoice() as InvoiceRequest;
}

/** Sells until it is stopped, at a fixed rate: a slow response does not delay the next customer. */
function startSelling() {
  const client = createFiscalClient({
    baseUrl: target.service.stack.apiUrl,
    apiKey: target.victim.test.key,
  });
  /** Milliseconds, of every sale that was fiscalized. */
  const waits: number[] = [];
  const broken: string[] = [];
  const sell = async (sale: InvoiceRequest, begun: number) => {
    const status = await endOf(await client.createAndPrint(sale), (id) => client.readInvoice(id));
    if (status === 'Fiscalized') waits.push(performance.now() - begun);
    else broken.push(status);
  };
  const sellOrNote = (sale: InvoiceRequest, begun: number) =>
    sell(sale, begun).catch((error: unknown) => broken.push(String(error)));
  const stopped = new AbortController();
  const selling = atRate(customers(), SALE_EVERY_MS, sellOrNote, stopped.signal);
  return async () => {
    stopped.abort();
    await selling;
    return { waits, broken };
  };
}

const pids = () => [...target.service.stack.processes].map(([name, { pid }]) => [name, pid]);

test(
  'whatever one company tries, another sells and nothing ends',
  async () => {
    const before = pids();
    const stopSelling = startSelling();
    const failures: string[] = [];
    for (const { name, run } of Array.from({ length: ROUNDS }, () => CHOSEN).flat()) {
      const begun = Date.now();
      const words = await run(target).catch((error: unknown) => {
        failures.push(`${name}: ${String(error).slice(0, LONGEST_ERROR)}`);
        return `✗ ${String(error)}`;
      });
      print(`${name}: ${words} (${Math.round((Date.now() - begun) / 100) / 10} s)`);
    }
    const { waits, broken } = await stopSelling();
    const [p50, p99] = [percentile(waits, 0.5), percentile(waits, 0.99)];
    print(
      `${waits.length} sales meanwhile; their customers waited ${p50} ms (p50), ${p99} ms (p99)`,
    );
    expect(CHOSEN).not.toEqual([]);
    expect(failures).toEqual([]);
    expect(broken).toEqual([]);
    expect(pids()).toEqual(before);
    for (const [, pid] of before) process.kill(Number(pid), 0);
    expect(waits.length).toBeGreaterThan(0);
    expect(p99).toBeLessThan(MOST_P99_MS);
  },
  ROUNDS * ROUND_MS,
);
