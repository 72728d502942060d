// `npm run faults`: breaks everything on purpose, from a seed, and shows what held. Options stand
// in options.ts. Ends with 0 only if every invariant held.

import { directoryOf } from './environment.ts';
import { readOptions } from './options.ts';
import type { RunOptions, Scenario } from './options.ts';
import { isGood, textOf, writeReport } from './report.ts';
import type { Report } from './report.ts';
import { runBurst } from './scenarios/burst.ts';
import { runAllGuards, withoutGuard } from './scenarios/guards.ts';
import { runMidnight } from './scenarios/midnight.ts';
import { runOutage } from './scenarios/outage.ts';
import { runParallel } from './scenarios/parallel.ts';
import type { RunScenario, Tell } from './scenarios/scenario.ts';
import { runRandomFaults } from './scenarios/random-faults.ts';

const RUN: Readonly<Record<Scenario, RunScenario>> = {
  ...{ faults: runRandomFaults, outage: runOutage, parallel: runParallel },
  ...{ burst: runBurst, midnight: runMidnight },
};

const tell: Tell = (text) => {
  process.stdout.write(`  ${text}\n`);
};

function runOf({ scenario, broken }: RunOptions): RunScenario {
  if (broken === 'none') return RUN[scenario];
  return broken === 'all' ? runAllGuards : withoutGuard(broken);
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const { scenario, seed, queue, broken } = options;
  const name = broken === 'none' ? `${scenario}-${queue}-${seed}` : `guards-${seed}`;
  const startedAt = new Date();
  tell(`${name}: begun`);
  const findings = await runOf(options)(options, name, tell);
  const report: Report = {
    scenario: broken === 'none' ? scenario : `without guard: ${broken}`,
    seed,
    command: `npm run faults -- ${[...args.filter((arg) => !arg.startsWith('--seed')), `--seed=${seed}`].join(' ')}`,
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    ...findings,
  };
  const directory = directoryOf(name);
  writeReport(directory, report);
  process.stdout.write(`\n${textOf(report)}\n  report and logs: ${directory}\n`);
  return isGood(report) ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
