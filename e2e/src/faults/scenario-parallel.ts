// 500 fiscalize calls at the same moment on the same 50 invoices: each is registered once, with one
// message, and every call is told the truth.

import { gather } from './evidence.ts';
import { openGround } from './ground.ts';
import type { Ground } from './ground.ts';
import { judge } from './invariants.ts';
import type { Verdict } from './invariants.ts';
import { noteRecord, openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { ordersOf } from './orders.ts';
import type { Order } from './orders.ts';
import { waitForRest } from './quiet.ts';
import { countBy, factsAbout, startClock } from './scenario.ts';
import type { RunScenario } from './scenario.ts';

const INVOICES = 50;
const CALLS_EACH = 10;

export const runParallel: RunScenario = async ({ queue, seed, workers, isKept }, name, tell) => {
  const companies = [{ name: 'Market Lovćen', cashRegisters: 3 }];
  // Time enough for a busy machine: a message without an answer would rightly be sent again.
  const environment = { EFI_ONLINE_BUDGET_MS: '8000', LEASE_MS: '20000' };
  const ground = await openGround({ name, queue, workers, companies, isKept, environment });
  try {
    const journal = openJournal();
    const orders = ordersOf({ seed, count: INVOICES, registers: ground.registers.length });
    const drafts = await Promise.all(orders.map((order) => draft(ground, journal, order)));
    const clock = startClock();
    // Every invoice's first call before any second one: they meet at all stages.
    const calls = Array.from({ length: CALLS_EACH }, () => drafts).flat();
    const statuses = await Promise.all(
      calls.map(async ({ id, apiKey, note }) => {
        const path = `/api/invoices/${id}/fiscalize`;
        const { status, body } = await ground.call(apiKey, 'POST', path);
        if (status === 200 || status === 202) noteRecord(journal.of(note), body);
        else journal.of(note).surprises.push(`${status} ${JSON.stringify(body)}`);
        return String(status);
      }),
    );
    tell(`${clock()} s: ${calls.length} calls are answered`);
    await waitForRest(ground, tell);
    const evidence = await gather(ground, [...journal.stories.values()]);
    const sent = evidence.messages.filter(({ kind }) => kind === 'invoice').length;
    return {
      facts: {
        queue,
        'calls at once': `${calls.length} on ${INVOICES} invoices`,
        ...countBy(statuses, 'answered with '),
        ...factsAbout(ground, evidence),
      },
      faults: {},
      verdicts: [
        ...judge(evidence),
        verdict('one message each', sent === INVOICES ? [] : [`${sent} messages were sent`]),
        verdict(
          'all are Fiscalized',
          evidence.invoices.flatMap(({ id, status }) =>
            status === 'Fiscalized' ? [] : [`${id} is ${status}`],
          ),
        ),
      ],
    };
  } finally {
    await ground.close();
  }
};

async function draft(ground: Ground, journal: Journal, { note, payload, register }: Order) {
  const { apiKey } = ground.registers[register]!;
  const { status, body } = await ground.call(apiKey, 'POST', '/api/invoices/draft', {
    body: payload,
  });
  if (status !== 201) throw new Error(`the draft was answered ${status} ${JSON.stringify(body)}`);
  noteRecord(journal.of(note), body);
  return { id: String(body.id), apiKey, note };
}

function verdict(name: string, counterexamples: string[]): Verdict {
  return { name, holds: counterexamples.length === 0, counterexamples };
}
