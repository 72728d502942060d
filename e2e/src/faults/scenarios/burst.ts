// Fairness: one company fiscalizes thousands of invoices at once, another one sells to single
// customers. How long these wait beyond the authority's own time is what counts.

import { eventually, inParallel } from '@fiscal/testbed';
import { ordersOf } from '../orders.ts';
import { waitForRest } from '../quiesce.ts';
import { createDrafts, PARALLEL_CALLS, startSteadySales } from '../workload.ts';
import { scenario, waitsInWords } from './scenario.ts';

/** The authority's own time for each reply. */
const AUTHORITY_MS = 200;
/** What a single sale may wait beyond it. */
const LONGEST_WAIT_MS = 2_000;
const SINGLE_SALE_EVERY_MS = 700;
const MOST_SINGLE_SALES = 10_000;
const FEWEST_SINGLE_SALES = 10;

export const runBurst = scenario(
  () => ({
    companies: [
      { name: 'Veletrgovina Velika', cashRegisters: 1 },
      { name: 'Kiosk Mali', cashRegisters: 1 },
    ],
    // The times that the service has by itself: nothing is broken here.
    variables: {
      ...{ EFI_ONLINE_BUDGET_MS: '8000', LEASE_MS: '60000' },
      EFI_SIMULATOR_LATENCY_MS: String(AUTHORITY_MS),
    },
  }),
  async ({ environment, options: { seed, invoices }, onProgress, seconds }) => {
    const burst = ordersOf({ seed, count: invoices, registers: 1, prefix: 'A' });
    const single = ordersOf({ seed, count: MOST_SINGLE_SALES, registers: 1, prefix: 'B' });
    const drafts = await createDrafts(environment, burst);
    onProgress(`${drafts.length} drafts are stored; now all of them at once`);
    const begun = seconds();
    const orders = single.map((order) => ({ ...order, register: 1, isCorrective: false }));
    const steady = startSteadySales(environment, orders, SINGLE_SALE_EVERY_MS);
    await inParallel(drafts, PARALLEL_CALLS, ({ id, client }) => client.fiscalize(id));
    const asked = seconds() - begun;
    const pending = `select from invoice where company_id = $1 and status = 'Pending'`;
    await eventually(
      () => environment.query(pending, [environment.registers[0]?.companyId]),
      (open) => open.length === 0,
      { everyMs: 5_000, limitMs: Infinity },
    );
    const done = seconds() - begun;
    await steady.stop();
    await waitForRest(environment);
    const waits = steady.sales.map(({ waitedMs }) => waitedMs - AUTHORITY_MS);
    const isEnough = waits.length > FEWEST_SINGLE_SALES;
    return () => ({
      facts: {
        'burst of company A': `${invoices} invoices, asked for within ${asked} s, done after ${done} s`,
        'single sales of company B': waits.length,
        "B's wait beyond EFI's own time": waitsInWords(waits),
      },
      verdicts: {
        [`no single sale waits more than ${LONGEST_WAIT_MS} ms beyond EFI's own time`]: [
          ...waits.filter((ms) => ms > LONGEST_WAIT_MS).map((ms) => `one waited ${ms} ms`),
          ...steady.sales
            .filter(({ status }) => status !== 'Fiscalized')
            .map(({ status }) => `one ended ${status}`),
          ...(isEnough ? [] : [`only ${waits.length} single sales were made`]),
        ],
      },
    });
  },
);
