// `npm run faults`: breaks everything on purpose, from a seed, and shows what held, also as report.txt
// beside the logs. Options are in options.ts. Ends with 0 only if every invariant held.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenIn } from './invariants.ts';
import { readOptions } from './options.ts';
import { directoryOf } from './run.ts';
import { runBurst } from './scenarios/burst.ts';
import { runAllGuards, withoutGuard } from './scenarios/guards.ts';
import { runMidnight } from './scenarios/midnight.ts';
import { runOutage } from './scenarios/outage.ts';
import { runParallel } from './scenarios/parallel.ts';
import { runRandomFaults } from './scenarios/random-faults.ts';
import type { Facts, Findings } from './scenarios/scenario.ts';

const SCENARIOS = {
  ...{ faults: runRandomFaults, outage: runOutage, parallel: runParallel },
  ...{ burst: runBurst, midnight: runMidnight },
};
const SHOWN = 5;

function textOf(head: Facts, { facts, faults, verdicts }: Findings): string {
  const failed = brokenIn(verdicts).length;
  return [
    ...[failed === 0 ? 'Everything held' : `${failed} INVARIANTS BROKEN`, ...rowsOf(head), ''],
    ...rowsOf(facts),
    ...(Object.keys(faults).length > 0 ? ['', 'Faults', ...rowsOf(faults)] : []),
    ...['', 'Invariants', ...Object.entries(verdicts).flatMap(linesOf), ''],
  ].join('\n');
}

function rowsOf(table: Facts): string[] {
  const width = Math.max(0, ...Object.keys(table).map((name) => name.length));
  return Object.entries(table).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

function linesOf([name, counterexamples]: [string, string[]]): string[] {
  const shown = counterexamples.slice(0, SHOWN).map((text) => text.slice(0, 400));
  const more = counterexamples.length - SHOWN;
  if (more > 0) shown.push(`and ${more} more`);
  const sign = counterexamples.length === 0 ? '✓' : '✗';
  return [`  ${sign} ${name}`, ...shown.map((text) => `      ${text}`)];
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const { scenario, seed, queue, broken } = options;
  const isWhole = broken === 'none';
  const name = isWhole ? `${scenario}-${queue}-${seed}` : `guards-${seed}`;
  const run = isWhole
    ? SCENARIOS[scenario]
    : broken === 'all'
      ? runAllGuards
      : withoutGuard(broken);
  const onProgress = (text: string) => process.stdout.write(`  ${text}\n`);
  onProgress(`${name}: begun`);
  const startedAt = new Date();
  const findings = await run(options, name, onProgress);
  const others = args.filter((arg) => !arg.startsWith('--seed'));
  const head = {
    scenario: isWhole ? scenario : `without guard: ${broken}`,
    command: ['npm run faults --', ...others, `--seed=${seed}`].join(' '),
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
  };
  const text = textOf(head, findings);
  const directory = directoryOf(name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'report.txt'), text);
  process.stdout.write(`\n${text}\n  report and logs: ${directory}\n`);
  return brokenIn(findings.verdicts).length === 0 ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
