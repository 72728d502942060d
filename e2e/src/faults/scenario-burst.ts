// Fairness: one company asks for thousands of invoices at once, another one sells to single customers.
// How long these wait beyond the authority's own time is what counts.

import { gather } from './evidence.ts';
import { openGround } from './ground.ts';
import type { Ground } from './ground.ts';
import { judge } from './invariants.ts';
import { noteRecord, openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { ordersOf } from './orders.ts';
import type { Order } from './orders.ts';
import { waitForRest } from './quiet.ts';
import { percentile } from './report.ts';
import { factsAbout, startClock } from './scenario.ts';
import type { RunScenario } from './scenario.ts';
import { startSteadySales } from './steady-sales.ts';

/** The authority's own time for each answer. */
const AUTHORITY_MS = 200;
/** What a single sale may wait beyond it. */
const LONGEST_WAIT_MS = 2_000;
const SINGLE_SALE_EVERY_MS = 700;
const PARALLEL_CALLS = 48;
const MOST_SINGLE_SALES = 10_000;

export const runBurst: RunScenario = async (options, name, tell) => {
  const { queue, seed, workers, isKept, invoices } = options;
  const ground = await openGround({
    name,
    queue,
    workers,
    isKept,
    companies: [
      { name: 'Veletrgovina Velika', cashRegisters: 1 },
      { name: 'Kiosk Mali', cashRegisters: 1 },
    ],
    environment: { EFI_SIMULATOR_LATENCY_MS: String(AUTHORITY_MS), ...AS_IN_A_SHOP },
  });
  try {
    const journal = openJournal();
    const burst = ordersOf({ seed, count: invoices, registers: 1, prefix: 'A' });
    const single = ordersOf({ seed, count: MOST_SINGLE_SALES, registers: 1, prefix: 'B' });
    const drafts = await inParallel(burst, (order) => draft(ground, journal, order));
    tell(`${drafts.length} drafts are stored; now all of them at once`);
    const clock = startClock();
    const till = startSteadySales({
      ground,
      journal,
      orders: single.map((order) => ({ ...order, register: 1, isCorrective: false })),
      everyMs: SINGLE_SALE_EVERY_MS,
    });
    await inParallel(drafts, (id) => fiscalize(ground, id));
    const asked = clock();
    await waitUntilSettled(ground, drafts.length, tell);
    const settled = clock();
    await till.stop();
    await waitForRest(ground, tell);
    const evidence = await gather(ground, [...journal.stories.values()]);
    const waits = till.sales.map(({ waitedMs }) => waitedMs - AUTHORITY_MS);
    const tooLong = waits.filter((wait) => wait > LONGEST_WAIT_MS);
    const notSold = till.sales.filter(({ status }) => status !== 'Fiscalized');
    return {
      facts: {
        queue,
        'burst of company A': `${invoices} invoices, asked for within ${asked} s, done after ${settled} s`,
        'single sales of company B': till.sales.length,
        "B's wait beyond EFI's own time": `median ${percentile(waits, 0.5)}, p99 ${percentile(waits, 0.99)}, longest ${percentile(waits, 1)}`,
        ...factsAbout(ground, evidence),
      },
      faults: {},
      verdicts: [
        ...judge(evidence),
        {
          name: `no single sale waits more than ${LONGEST_WAIT_MS} ms beyond EFI's own time`,
          holds: tooLong.length === 0 && notSold.length === 0 && waits.length > 10,
          counterexamples: [
            ...tooLong.map((wait) => `one waited ${Math.round(wait)} ms`),
            ...notSold.map(({ status }) => `one ended ${status}`),
            ...(waits.length > 10 ? [] : [`only ${waits.length} single sales were made`]),
          ],
        },
      ],
    };
  } finally {
    await ground.close();
  }
};

/** The times that the service has by itself: nothing is broken here. */
const AS_IN_A_SHOP = { EFI_ONLINE_BUDGET_MS: '8000', LEASE_MS: '60000' };

async function draft(ground: Ground, journal: Journal, { note, payload }: Order): Promise<string> {
  const { apiKey } = ground.registers[0]!;
  const answer = await ground.call(apiKey, 'POST', '/api/invoices/draft', { body: payload });
  if (answer.status !== 201) throw new Error(`the draft was answered ${answer.status}`);
  noteRecord(journal.of(note), answer.body);
  return String(answer.body.id);
}

async function fiscalize(ground: Ground, id: string): Promise<void> {
  const { apiKey } = ground.registers[0]!;
  const { status } = await ground.call(apiKey, 'POST', `/api/invoices/${id}/fiscalize`);
  if (status !== 200 && status !== 202) throw new Error(`fiscalize was answered ${status}`);
}

async function waitUntilSettled(
  ground: Ground,
  count: number,
  tell: (text: string) => void,
): Promise<void> {
  const companyId = ground.registers[0]?.companyId;
  for (;;) {
    const [row] = await ground.query<{ open: number }>(
      `select count(*)::int as open from invoice where company_id = $1 and status = 'Pending'`,
      [companyId],
    );
    if ((row?.open ?? 0) === 0) return;
    tell(`${count - (row?.open ?? 0)} of ${count} of company A are done`);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
}

async function inParallel<T, R>(
  values: readonly T[],
  work: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const next = values[Symbol.iterator]();
  const hand = async () => {
    for (const value of next) results.push(await work(value));
  };
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, hand));
  return results;
}
