// `npm run faults`: breaks everything on purpose, from a seed, and shows which invariants held,
// also as report.txt beside the logs. Options are in options.ts. Ends with 0 only if every
// invariant held.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { brokenIn } from './invariants.ts';
import { readOptions } from './options.ts';
import { directoryOf } from './run.ts';
import { runBurst } from './scenarios/burst.ts';
import { runAllGuards, tryGuard } from './scenarios/guards.ts';
import { runMidnight } from './scenarios/midnight.ts';
import { runOutage } from './scenarios/outage.ts';
import { runParallel } from './scenarios/parallel.ts';
import { runRandomFaults } from './scenarios/random-faults.ts';

const SCENARIOS = {
  faults: runRandomFaults,
  outage: runOutage,
  parallel: runParallel,
  burst: runBurst,
  midnight: runMidnight,
};
/** A report is for people: of many counterexamples it shows some. */
const SHOWN = { depth: 8, compact: 1, breakLength: 600, maxArrayLength: 5, maxStringLength: 400 };

const options = readOptions(process.argv.slice(2));
const { scenario, broken, queue, seed } = options;
const isWhole = broken === 'none';
const name = isWhole ? `${scenario}-${queue}-${seed}` : `guards-${broken}-${seed}`;
const directory = directoryOf(name);
process.stdout.write(`report and logs: ${directory}\n`);

// Without one guard everything must hold all the same, so that the run fails and shows what broke.
const runGuards = broken === 'all' || isWhole ? runAllGuards : tryGuard(broken, false);
const startedAt = new Date();
const findings = await (isWhole ? SCENARIOS[scenario] : runGuards)(options, name);
const failed = brokenIn(findings.verdicts).length;
const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000);
const result = failed === 0 ? 'every invariant held' : `${failed} INVARIANTS BROKEN`;
const text = inspect({ result, startedAt, seconds, options, ...findings }, SHOWN);
mkdirSync(directory, { recursive: true });
writeFileSync(join(directory, 'report.txt'), text);
process.stdout.write(`${text}\n`);
process.exit(failed === 0 ? 0 : 1);
