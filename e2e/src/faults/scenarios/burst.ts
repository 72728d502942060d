// Fairness: one company fiscalizes thousands of invoices at once, another one sells to single
// customers. How long these wait beyond the authority's own time is what counts.

import { inParallel } from '@fiscal/testbed';
import { untilNone, waitForRest } from '../quiesce.ts';
import { createDrafts, PARALLEL_CALLS, startSteadySales } from '../workload.ts';
import { scenario, waitsInWords } from './scenario.ts';

/** The authority's own time for each reply. */
const AUTHORITY_MS = 200;
/** What a single sale may wait beyond it. */
const LONGEST_WAIT_MS = 2_000;
const SINGLE_SALE_EVERY_MS = 700;
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
  async (run) => {
    const { options, registers, onProgress, seconds } = run;
    const drafts = await createDrafts(run, { count: options.invoices, register: 0, prefix: 'A' });
    onProgress(`${drafts.length} drafts are stored; now all of them at once`);
    const begun = seconds();
    const single = startSteadySales(run, SINGLE_SALE_EVERY_MS, { register: 1, prefix: 'B' });
    await inParallel(drafts, PARALLEL_CALLS, ({ id, client }) => client.fiscalize(id));
    const asked = seconds() - begun;
    await untilNone(run, `company_id = '${registers[0]!.companyId}' and status = 'Pending'`);
    const done = seconds() - begun;
    await single.stop();
    await waitForRest(run);
    const waits = single.sales.map(({ waitedMs }) => waitedMs - AUTHORITY_MS);
    return () => ({
      facts: {
        'burst of company A': `${options.invoices} invoices, asked for within ${asked} s, done after ${done} s`,
        'single sales of company B': waits.length,
        "B's wait beyond EFI's own time": waitsInWords(waits),
      },
      verdicts: {
        [`no single sale waits more than ${LONGEST_WAIT_MS} ms beyond EFI's own time`]: [
          ...waits.filter((ms) => ms > LONGEST_WAIT_MS).map((ms) => `one waited ${ms} ms`),
          ...single.sales
            .filter(({ status }) => status !== 'Fiscalized')
            .map(({ status }) => `one ended ${status}`),
          ...(waits.length > FEWEST_SINGLE_SALES ? [] : [`only ${waits.length} were made`]),
        ],
      },
    });
  },
);
