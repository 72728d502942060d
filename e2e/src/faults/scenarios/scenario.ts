// What every scenario is made of: a run, what happens in it, and what is found at the end.

import { percentile } from '@fiscal/testbed';
import type { PartName } from '@fiscal/testbed';
import { isExcused } from '../disturbances.ts';
import { gather } from '../evidence.ts';
import type { Evidence } from '../evidence.ts';
import { judge } from '../invariants.ts';
import type { Verdicts } from '../invariants.ts';
import type { RunOptions } from '../options.ts';
import { openRun } from '../run.ts';
import type { Run, OnProgress } from '../run.ts';

export type Facts = Record<string, string | number>;

/** What a scenario gives to the report. */
export interface Findings {
  /** Named figures, in order. */
  facts: Facts;
  /** How often each kind of fault was injected. */
  faults: Record<string, number>;
  verdicts: Verdicts;
}

/** @param name names the folder of the run. */
export type RunScenario = (
  options: RunOptions,
  name: string,
  onProgress: OnProgress,
) => Promise<Findings>;

/**
 * @param planOf called once a run.
 * @param happen resolves at rest, with what is to be found in the evidence beside the invariants.
 */
export function scenario(
  planOf: Parameters<typeof openRun>[3],
  happen: (run: Run) => Promise<(evidence: Evidence) => Partial<Findings>>,
): RunScenario {
  return async (options, name, onProgress) => {
    const run = await openRun(options, name, onProgress, planOf);
    try {
      const conclude = await happen(run);
      run.onProgress('at rest; judging');
      const evidence = await gather(run);
      const { facts, faults = {}, verdicts } = conclude(evidence);
      return {
        facts: { queue: options.queue, ...facts, ...factsAbout(run, evidence) },
        faults,
        verdicts: { ...judge(evidence), ...verdicts },
      };
    } finally {
      await run.close();
    }
  };
}

/** Facts about what was stored and sent. */
function factsAbout({ stack }: Run, evidence: Evidence): Facts {
  const { invoices, messages, resendsWithoutCheck, disturbances } = evidence;
  const excused = resendsWithoutCheck.filter((sent) => isExcused(sent.receivedAt, disturbances));
  const ms = disturbances.reduce((sum, { from, to }) => sum + to - from, 0);
  const lives = [...stack.processes.keys()].map(
    (part) => `${part} ${stack.livesOf(part as PartName)}`,
  );
  return {
    ...countBy(invoices.map(({ status }) => `invoices ${status}`)),
    'of these were Offline': invoices.filter((row) => row.offline_since !== null).length,
    'messages at the authority': messages.length,
    'resends whose receipt check got lost': `${excused.length}, within ${disturbances.length} disturbances of ${Math.round(ms / 1000)} s`,
    'lives of the processes': lives.join(', '),
  };
}

/** How often each value occurs, in alphabetical order. */
export function countBy(values: readonly string[]): Record<string, number> {
  const groups = Map.groupBy([...values].sort(), (value) => value);
  return Object.fromEntries([...groups].map(([value, { length }]) => [value, length]));
}

/** Counterexamples of “every one is Fiscalized”. */
export function unlessFiscalized(invoices: Evidence['invoices']): string[] {
  return invoices
    .filter(({ status }) => status !== 'Fiscalized')
    .map(({ id, status, failure }) => `${id} is ${status} ${JSON.stringify(failure)}`);
}

/** `median 12 ms, p99 40 ms, longest 51 ms`, or `none`. */
export function waitsInWords(waits: readonly number[]): string {
  if (waits.length === 0) return 'none';
  const at = (share: number) => `${Math.round(percentile(waits, share))} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`;
}
