// What every scenario is made of: an environment, a history, what happens, and what is found at the
// end.

import { percentile } from '@fiscal/testbed';
import type { PartName } from '@fiscal/testbed';
import { isExcused } from '../disturbances.ts';
import { openEnvironment } from '../environment.ts';
import type { Environment, EnvironmentPlan } from '../environment.ts';
import { gather } from '../evidence.ts';
import type { Evidence } from '../evidence.ts';
import type { History } from '../history.ts';
import { judge } from '../invariants.ts';
import type { Verdict } from '../invariants.ts';
import type { RunOptions } from '../options.ts';

export type Facts = Record<string, string | number>;

/** What a scenario gives to the report. */
export interface Findings {
  /** Named figures, in order. */
  facts: Facts;
  /** How often each kind of fault was injected. */
  faults: Record<string, number>;
  verdicts: Verdict[];
}

/** Called with how far a run is. */
export type Tell = (text: string) => void;

/** @param name names the folder of the run. */
export type RunScenario = (options: RunOptions, name: string, tell: Tell) => Promise<Findings>;

/** What happens in a scenario works on this. */
export interface Run {
  environment: Environment;
  history: History;
  options: RunOptions;
  tell: Tell;
  /** Seconds since the beginning. */
  seconds: () => number;
}

/**
 * @param planOf what differs from the environment that the options ask for; asked once a run.
 * @param happen resolves at rest, with what is to be found in the evidence beside the invariants.
 */
export function scenario(
  planOf: (options: RunOptions) => Pick<EnvironmentPlan, 'companies'> & Partial<EnvironmentPlan>,
  happen: (run: Run) => Promise<(evidence: Evidence) => Partial<Findings>>,
): RunScenario {
  return async (options, name, tell) => {
    const { queue, workers, isKept } = options;
    const plan = { name, queue, workers, isKept, ...planOf(options) };
    const environment = await openEnvironment(plan);
    try {
      const history: History = new Map();
      const begun = performance.now();
      const seconds = () => Math.round((performance.now() - begun) / 1000);
      const conclude = await happen({ environment, history, options, tell, seconds });
      tell(`${seconds()} s: at rest; judging`);
      const evidence = await gather(environment, history);
      const { facts, faults = {}, verdicts = [] } = conclude(evidence);
      return {
        facts: { queue: plan.queue, ...facts, ...factsAbout(environment, evidence) },
        faults,
        verdicts: [...judge(evidence), ...verdicts],
      };
    } finally {
      await environment.close();
    }
  };
}

/** Facts about what was stored and sent. */
function factsAbout({ stack }: Environment, evidence: Evidence): Facts {
  const { invoices, messages, resendsWithoutCheck, disturbances } = evidence;
  const excused = resendsWithoutCheck.filter(({ receivedAt }) =>
    isExcused(receivedAt, disturbances),
  );
  const ms = disturbances.reduce((sum, { from, to }) => sum + Math.min(to, Date.now()) - from, 0);
  const lives = [...stack.processes.keys()].map((part) => {
    return `${part} ${stack.livesOf(part as PartName)}`;
  });
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

/** `12 ms`, or `–` without any values. */
export function millisecondsAt(values: readonly number[], share: number): string {
  return values.length === 0 ? '–' : `${Math.round(percentile(values, share))} ms`;
}
