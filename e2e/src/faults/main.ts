// `npm run faults`: breaks everything on purpose, from a seed, and shows what held, also as report.txt
// beside the logs. Options are in options.ts. Ends with 0 only if every invariant held.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directoryOf } from './environment.ts';
import type { Verdict } from './invariants.ts';
import { readOptions } from './options.ts';
import type { RunOptions } from './options.ts';
import { runBurst } from './scenarios/burst.ts';
import { runAllGuards, withoutGuard } from './scenarios/guards.ts';
import { runMidnight } from './scenarios/midnight.ts';
import { runOutage } from './scenarios/outage.ts';
import { runParallel } from './scenarios/parallel.ts';
import type { Findings, RunScenario } from './scenarios/scenario.ts';
import { runRandomFaults } from './scenarios/random-faults.ts';

const RUN: Readonly<Record<RunOptions['scenario'], RunScenario>> = {
  ...{ faults: runRandomFaults, outage: runOutage, parallel: runParallel },
  ...{ burst: runBurst, midnight: runMidnight },
};
const SHOWN = 5;

function scenarioOf({ scenario, broken }: RunOptions): RunScenario {
  if (broken === 'none') return RUN[scenario];
  return broken === 'all' ? runAllGuards : withoutGuard(broken);
}

function textOf(head: string[], { facts, faults, verdicts }: Findings): string {
  const rows = (table: Record<string, string | number>) => {
    const width = Math.max(0, ...Object.keys(table).map((name) => name.length));
    return Object.entries(table).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  };
  const failed = verdicts.filter(({ holds }) => !holds).length;
  return [
    ...[failed === 0 ? 'Everything held' : `${failed} INVARIANTS BROKEN`, ...head, ''],
    ...rows(facts),
    ...(Object.keys(faults).length > 0 ? ['', 'Faults', ...rows(faults)] : []),
    ...['', 'Invariants', ...verdicts.flatMap(linesOf), ''],
  ].join('\n');
}

function linesOf({ name, holds, counterexamples }: Verdict): string[] {
  const shown = counterexamples.slice(0, SHOWN).map((text) => `      ${text.slice(0, 400)}`);
  const more = counterexamples.length - SHOWN;
  return [
    ...[`  ${holds ? '✓' : '✗'} ${name}`, ...shown],
    ...(more > 0 ? [`      and ${more} more`] : []),
  ];
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const { scenario, seed, queue, broken } = options;
  const name = broken === 'none' ? `${scenario}-${queue}-${seed}` : `guards-${seed}`;
  const startedAt = new Date();
  const onProgress = (text: string) => process.stdout.write(`  ${text}\n`);
  onProgress(`${name}: begun`);
  const findings = await scenarioOf(options)(options, name, onProgress);
  const others = args.filter((arg) => !arg.startsWith('--seed'));
  const head = {
    scenario: broken === 'none' ? scenario : `without guard: ${broken}`,
    command: ['npm run faults --', ...others, `--seed=${seed}`].join(' '),
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
  };
  const text = textOf(
    Object.entries(head).map(([what, value]) => `  ${what}: ${value}`),
    findings,
  );
  const directory = directoryOf(name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'report.txt'), text);
  process.stdout.write(`\n${text}\n  report and logs: ${directory}\n`);
  return findings.verdicts.every(({ holds }) => holds) ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
