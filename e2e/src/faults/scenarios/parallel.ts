// 500 fiscalize calls at the same time on the same 50 invoices: each is registered once, with one
// message, and every call gets a true response.

import { waitForRest } from '../quiesce.ts';
import { createDrafts } from '../workload.ts';
import { countBy, scenario, unlessAll } from './scenario.ts';

const INVOICES = 50;
const CALLS_EACH = 10;

export const runParallel = scenario(
  () => ({
    companies: [{ name: 'Market Lovćen', cashRegisters: 3 }],
    // Time enough for a busy machine: a message without a reply would rightly be sent again.
    variablesOf: () => ({ EFI_ONLINE_BUDGET_MS: '8000', LEASE_MS: '20000' }),
  }),
  async (run) => {
    const drafts = await createDrafts(run, { count: INVOICES });
    // Every invoice's first call before any second one: they meet at all stages.
    const calls = Array.from({ length: CALLS_EACH }, () => drafts).flat();
    const responses = await Promise.all(
      calls.map(({ id, client }) =>
        client.fiscalize(id).then(({ status }): string => status, String),
      ),
    );
    await waitForRest(run);
    return ({ messages, invoices }) => {
      const sent = messages.filter(({ kind }) => kind === 'invoice').length;
      return {
        facts: { calls: calls.length, responses: countBy(responses) },
        verdicts: {
          'one message each': sent === INVOICES ? [] : [`${sent} were sent`],
          'all are Fiscalized': unlessAll('Fiscalized', invoices),
          'every call returns the invoice': responses.filter(
            (text) => !/^(Pending|Fiscalized)$/.test(text),
          ),
        },
      };
    };
  },
);
