// Fairness: one company fiscalizes thousands of invoices at once, another one sells to single
// customers. How long these wait beyond the authority's own time is what counts.

import { inParallel } from '@fiscal/testbed';
import { untilNone, waitForRest } from '../quiesce.ts';
import { createDrafts, PARALLEL_CALLS, startSteadySales } from '../workload.ts';
import { scenario, summaryOf, unlessAll } from './scenario.ts';

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
    const [big, small] = run.registers.map((register) => [register]);
    const drafts = await createDrafts(run, {
      ...{ count: run.options.invoices, registers: big!, prefix: 'A' },
    });
    const begun = performance.now();
    const { sales, stop } = startSteadySales(run, SINGLE_SALE_EVERY_MS, {
      ...{ registers: small!, prefix: 'B' },
    });
    await inParallel(drafts, PARALLEL_CALLS, ({ id, client }) => client.fiscalize(id));
    const asked = performance.now() - begun;
    await untilNone(run, `company_id = '${big![0]!.companyId}' and status = 'Pending'`);
    const done = performance.now() - begun;
    await stop();
    await waitForRest(run);
    const waits = sales.map(({ waitedMs }) => waitedMs - AUTHORITY_MS);
    return () => ({
      facts: {
        'asked for the burst of company A within, in ms': Math.round(asked),
        'burst done after, in ms': Math.round(done),
        "what the single sales of company B waited beyond EFI's own time, in ms": summaryOf(waits),
      },
      verdicts: {
        [`no single sale waits more than ${LONGEST_WAIT_MS} ms beyond EFI's own time`]: [
          ...waits.filter((ms) => ms > LONGEST_WAIT_MS),
          ...unlessAll('Fiscalized', sales),
          ...(waits.length > FEWEST_SINGLE_SALES ? [] : [`only ${waits.length} were made`]),
        ],
      },
    });
  },
);
