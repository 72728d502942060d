// What every scenario is made of: an environment, what happens in it, and what is found at the end.

import { percentile } from '@fiscal/testbed';
import type { PartName } from '@fiscal/testbed';
import { isExcused } from '../disturbances.ts';
import { openEnvironment } from '../environment.ts';
import type { Environment, EnvironmentPlan } from '../environment.ts';
import { gather } from '../evidence.ts';
import type { Evidence } from '../evidence.ts';
import { judge, verdictsOf } from '../invariants.ts';
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
export type OnProgress = (text: string) => void;

/** @param name names the folder of the run. */
export type RunScenario = (
  options: RunOptions,
  name: string,
  onProgress: OnProgress,
) => Promise<Findings>;

/** What processes are started with from now on: without faults of their own, at another time. */
export interface NextLife {
  isFaultFree: boolean;
  clockOffsetMs: number;
}

/** What happens in a scenario works on this. */
export interface Run {
  environment: Environment;
  options: RunOptions;
  nextLife: NextLife;
  onProgress: OnProgress;
  /** Seconds since the beginning. */
  seconds: () => number;
}

/** What a scenario finds beside the invariants: counterexamples by the sentence that they break. */
interface OwnFindings {
  facts: Facts;
  faults?: Record<string, number>;
  verdicts?: Record<string, string[]>;
}

/**
 * @param planOf asked once a run.
 * @param happen resolves at rest, with what is to be found in the evidence beside the invariants.
 */
export function scenario(
  planOf: (options: RunOptions, nextLife: NextLife) => EnvironmentPlan,
  happen: (run: Run) => Promise<(evidence: Evidence) => OwnFindings>,
): RunScenario {
  return async (options, name, tellAll) => {
    const nextLife = { isFaultFree: false, clockOffsetMs: 0 };
    const environment = await openEnvironment(name, options, planOf(options, nextLife));
    try {
      const begun = performance.now();
      const seconds = () => Math.round((performance.now() - begun) / 1000);
      const onProgress = (text: string) => {
        tellAll(`${seconds()} s: ${text}`);
      };
      const conclude = await happen({ environment, options, nextLife, onProgress, seconds });
      onProgress('at rest; judging');
      const evidence = await gather(environment);
      const { facts, faults = {}, verdicts = {} } = conclude(evidence);
      return {
        facts: { queue: options.queue, ...facts, ...factsAbout(environment, evidence) },
        faults,
        verdicts: [...judge(evidence), ...verdictsOf(Object.entries(verdicts))],
      };
    } finally {
      await environment.close();
    }
  };
}

/** Facts about what was stored and sent. */
function factsAbout({ stack }: Environment, evidence: Evidence): Facts {
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

/** `median 12 ms, p99 40 ms, longest 51 ms`, or `none`. */
export function waitsInWords(waits: readonly number[]): string {
  if (waits.length === 0) return 'none';
  const at = (share: number) => `${Math.round(percentile(waits, share))} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`;
}
