// What every scenario is made of: options in, findings out, and the words for both.

import type { PartName } from '@fiscal/testbed';
import { isExcused } from './disturbances.ts';
import type { Evidence } from './evidence.ts';
import type { Ground } from './ground.ts';
import type { RunOptions } from './options.ts';
import type { Report } from './report.ts';

/** What a scenario gives to the report. */
export type Findings = Pick<Report, 'facts' | 'faults' | 'verdicts'>;

/** Told how far a run is. */
export type Tell = (text: string) => void;

/** @param name names the folder of the run. */
export type RunScenario = (options: RunOptions, name: string, tell: Tell) => Promise<Findings>;

/** Facts about what was stored and sent. */
export function factsAbout(ground: Ground, evidence: Evidence): Report['facts'] {
  const lives = [...ground.stack.processes.keys()].map(
    (part) => `${part} ${ground.stack.livesOf(part as PartName)}`,
  );
  return {
    ...countBy(
      evidence.invoices.map(({ status }) => status),
      'invoices ',
    ),
    'of these were Offline': evidence.invoices.filter((row) => row.offline_since !== null).length,
    'messages at the authority': evidence.messages.length,
    'resends whose receipt check got lost': countExcused(evidence),
    'lives of the parts': lives.join(', '),
  };
}

function countExcused({ resendsWithoutCheck, disturbances }: Evidence): string {
  const excused = resendsWithoutCheck.filter(({ receivedAt }) =>
    isExcused(receivedAt, disturbances),
  );
  const ms = disturbances.reduce((sum, { from, to }) => sum + Math.min(to, Date.now()) - from, 0);
  return `${excused.length}, within ${disturbances.length} disturbances of ${Math.round(ms / 1000)} s`;
}

/** How often each value occurs, in alphabetical order. */
export function countBy(values: readonly string[], prefix = ''): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of [...values].sort()) {
    counts[prefix + value] = (counts[prefix + value] ?? 0) + 1;
  }
  return counts;
}

/** A clock that starts now: seconds since then. */
export function startClock(): () => number {
  const startedAt = performance.now();
  return () => Math.round((performance.now() - startedAt) / 1000);
}
