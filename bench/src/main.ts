// `npm run bench -- NAME…`: paths against their named baselines, in one run; all of them without a
// name. bench/README.md says how it is measured and how to read it.

import { parseArgs } from 'node:util';
import { exceededBy, keep, readBudgets } from './measuring/budgets.ts';
import type { Bench, Compared, Rounds } from './measuring/rounds.ts';
import { lineOf } from './measuring/table.ts';
import { benchClaims } from './paths/claims.ts';
import { benchEvents } from './paths/events.ts';
import { benchHttpPaths } from './paths/http.ts';
import { benchPrint } from './paths/print.ts';
import { benchReports } from './paths/reports.ts';
import { benchScale } from './paths/scale.ts';
import { benchSigning } from './paths/signing.ts';
import { benchStanding } from './paths/standing.ts';
import { benchStatements } from './paths/statements.ts';
import { benchStored } from './paths/stored.ts';

const LONG: Rounds = { count: 5, ms: 3_000, warmUpMs: 6_000 };
const SHORT: Rounds = { count: 3, ms: 2_000, warmUpMs: 6_000 };

const BENCHES = new Map<string, Bench>([
  ['http', benchHttpPaths],
  ['sign', benchSigning],
  ['statements', benchStatements],
  ['claims', benchClaims],
  ['stored', benchStored],
  ['scale', benchScale],
  ['events', benchEvents],
  ['print', benchPrint],
  ['reports', benchReports],
  ['standing', benchStanding],
]);

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** @returns the exit code: 1 where a budget is exceeded and that was to be checked. */
async function main(): Promise<number> {
  const unknown = names.filter((name) => !BENCHES.has(name));
  if (unknown.length > 0) {
    say(`There is no bench ${unknown.join(', ')}; there are ${[...BENCHES.keys()].join(', ')}.`);
    return 1;
  }
  const rounds = options.short ? SHORT : LONG;
  const budgets = readBudgets();
  const paths: Compared[] = [];
  for (const [name, bench] of BENCHES) {
    if (names.length > 0 && !names.includes(name)) continue;
    await bench(rounds, (compared) => {
      paths.push(compared);
      say(lineOf(compared, budgets[compared.path]));
    });
  }
  if (options.keep) keep(paths);
  const exceeded = exceededBy(paths, budgets);
  if (exceeded.length > 0) say(`\nover budget:\n${exceeded.join('\n')}`);
  return options.check && exceeded.length > 0 ? 1 : 0;
}

process.exitCode = await main();
