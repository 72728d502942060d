// The report of a run: as text for people, as JSON for machines, both beside the logs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from './invariants.ts';
import type { Findings } from './scenarios/scenario.ts';

/** Everything that a run has shown. */
export interface Report extends Findings {
  scenario: string;
  seed: number;
  /** How to do the same again. */
  command: string;
  startedAt: string;
  seconds: number;
}

const SHOWN = 5;

/** True if everything held. */
export function isGood({ verdicts }: Report): boolean {
  return verdicts.every(({ holds }) => holds);
}

/** The text of a report. */
export function textOf(report: Report): string {
  const { scenario, seed, seconds, facts, faults, verdicts } = report;
  const failed = verdicts.filter(({ holds }) => !holds).length;
  const rows = (table: Record<string, string | number>) => {
    const width = Math.max(0, ...Object.keys(table).map((name) => name.length));
    return Object.entries(table).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  };
  return [
    `Scenario ${scenario}, seed ${seed}: ${failed === 0 ? 'everything held' : `${failed} INVARIANTS BROKEN`}`,
    `  again with: ${report.command}`,
    `  begun ${report.startedAt}, ${seconds} s in all`,
    '',
    ...rows(facts),
    ...(Object.keys(faults).length > 0 ? ['', 'Faults', ...rows(faults)] : []),
    '',
    'Invariants',
    ...verdicts.flatMap(linesOf),
    '',
  ].join('\n');
}

function linesOf({ name, holds, counterexamples }: Verdict): string[] {
  const shown = counterexamples.slice(0, SHOWN).map((text) => `      ${text.slice(0, 400)}`);
  const more = counterexamples.length - SHOWN;
  return [
    `  ${holds ? '✓' : '✗'} ${name}`,
    ...shown,
    ...(more > 0 ? [`      and ${more} more`] : []),
  ];
}

/** Writes report.txt and report.json into the folder of the run. */
export function writeReport(directory: string, report: Report): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'report.txt'), textOf(report));
  writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
}
