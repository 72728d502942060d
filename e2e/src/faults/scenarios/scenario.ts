// What every scenario is made of: a run, what happens in it, and what is found at the end.

import { addCompany, percentile } from '@fiscal/testbed';
import type { CompanyPlan } from '@fiscal/testbed';
import { isExcused } from '../disturbances.ts';
import { gather, type Evidence } from '../evidence.ts';
import { judge, type Verdicts } from '../invariants.ts';
import type { RunOptions } from '../options.ts';
import { openRun, type Run, type VariablesOf } from '../run.ts';

/** What a scenario gives to the report. */
export interface Findings {
  /** Named figures, in order. */
  facts: Record<string, unknown>;
  /** How often each kind of fault was injected. */
  faults: Record<string, number>;
  verdicts: Verdicts;
}

/** @param name names the folder of the run. */
export type RunScenario = (options: RunOptions, name: string) => Promise<Findings>;

/**
 * @param planOf called once a run: what it starts, with which variables over the short times.
 * @param happen resolves at rest, with what is to be found in the evidence beside the invariants.
 */
export function scenario(
  planOf: (options: RunOptions) => { companies: readonly CompanyPlan[]; variablesOf: VariablesOf },
  happen: (run: Run) => Promise<(evidence: Evidence) => Partial<Findings>>,
): RunScenario {
  return async (options, name) => {
    const { companies, variablesOf } = planOf(options);
    const run = await openRun(options, name, variablesOf);
    try {
      for (const plan of companies) {
        // So every invoice is printed while things break, whether or not its PDF is asked for.
        const { cashRegisters } = await addCompany(run.stack, { printsAtOnce: true, ...plan });
        run.registers.push(...cashRegisters);
      }
      const conclude = await happen(run);
      const evidence = await gather(run);
      const { facts, faults = {}, verdicts } = conclude(evidence);
      return {
        facts: { ...facts, ...factsAbout(run, evidence) },
        faults,
        verdicts: { ...judge(evidence), ...verdicts },
      };
    } finally {
      await run.close();
    }
  };
}

/** Caches, connections and browsers of processes that have just started. */
export const WARMING_MS = 10_000;

/** Facts about what was stored and sent. */
function factsAbout({ stack }: Run, evidence: Evidence): Findings['facts'] {
  const { invoices, messages, resendsWithoutCheck, disturbances } = evidence;
  const excused = resendsWithoutCheck.filter((sent) => isExcused(sent, disturbances));
  const lives = [...stack.processes.keys()].map((part) => [part, stack.livesOf(part)]);
  return {
    invoices: countBy(invoices.map(({ status }) => status)),
    'of these were Offline': invoices.filter((row) => row.offlineSince !== null).length,
    'messages at the authority': messages.length,
    'resends whose receipt check got lost': excused.length,
    disturbances: disturbances.length,
    'disturbed, in ms': disturbances.reduce((sum, { from, to }) => sum + to - from, 0),
    'lives of the processes': Object.fromEntries(lives),
  };
}

/** How often each value occurs, in alphabetical order. */
export function countBy(values: readonly string[]): Record<string, number> {
  const groups = Map.groupBy([...values].sort(), (value) => value);
  return Object.fromEntries([...groups].map(([value, { length }]) => [value, length]));
}

/** Counterexamples of “every one has this status”. */
export function unlessAll<T extends { status: string }>(status: string, sales: readonly T[]): T[] {
  return sales.filter((sale) => sale.status !== status);
}

/** How long customers waited, in ms; NaN where there was none. */
export function summaryOf(sales: readonly { waitedMs: number; status: string }[]) {
  const waits = sales.map(({ waitedMs }) => waitedMs);
  const [median, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(waits, share));
  return { ...countBy(sales.map(({ status }) => status)), median, p99: p99!, longest };
}
