// Fairness: one company fiscalizes thousands of invoices at once, another one sells to single
// customers. How long these wait beyond the authority's own time is what counts.

import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '@fiscal/testbed';
import { untilNone, waitForRest } from '../quiesce.ts';
import { createDrafts, PARALLEL_CALLS, sellSteadily } from '../workload.ts';
import { scenario, summaryOf, unlessAll, WARMING_MS } from './scenario.ts';

/** The authority's own time for each reply. */
const AUTHORITY_MS = 200;
/** What a single sale may wait beyond it. */
const LONGEST_WAIT_MS = 2_000;
const SALE_EVERY_MS = 700;
const FEWEST_SALES = 10;

export const runBurst = scenario(
  () => ({
    companies: [
      { name: 'Veletrgovina Velika', cashRegisters: 1 },
      { name: 'Kiosk Mali', cashRegisters: 1 },
    ],
    // The times that the service has by itself: nothing is broken here.
    variablesOf: () => ({
      EFI_ONLINE_BUDGET_MS: '8000',
      LEASE_MS: '60000',
      EFI_SIMULATOR_LATENCY_MS: String(AUTHORITY_MS),
    }),
  }),
  async (run) => {
    const [big, small] = run.registers;
    const ofBig = { count: run.options.invoices, registers: [big!], prefix: 'A' };
    const ofSmall = { registers: [small!], prefix: 'B' };
    const drafts = await createDrafts(run, ofBig);
    const { sales, result } = await sellSteadily(run, SALE_EVERY_MS, ofSmall, async () => {
      await sleep(WARMING_MS);
      const begun = performance.now();
      await inParallel(drafts, PARALLEL_CALLS, ({ id, client }) => client.fiscalize(id));
      const askedMs = performance.now() - begun;
      await untilNone(run, `company_id = '${big!.companyId}' and status = 'Pending'`);
      return { askedMs, doneMs: performance.now() - begun };
    });
    await waitForRest(run);
    const single = sales.map((sale) => ({ ...sale, waitedMs: sale.waitedMs - AUTHORITY_MS }));
    return () => ({
      facts: {
        'burst of company A': result,
        "what the single sales of company B waited beyond EFI's own time, in ms": summaryOf(single),
      },
      verdicts: {
        [`no single sale waits more than ${LONGEST_WAIT_MS} ms beyond EFI's own time`]: [
          ...single.filter(({ waitedMs }) => waitedMs > LONGEST_WAIT_MS),
          ...unlessAll('Fiscalized', single),
          ...(single.length > FEWEST_SALES ? [] : [`only ${single.length} were made`]),
        ],
      },
    });
  },
);
