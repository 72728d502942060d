// `npm run bench`: every path against its named baseline, in one run. bench/README.md says how it
// is measured and how to read it.

import { benchHttpPaths } from './http-paths.ts';
import { benchSigning, benchStatements } from './in-process-paths.ts';
import { readOptions } from './options.ts';
import { readResults, resultsOf, writeResults } from './results.ts';
import type { Compared, Rounds } from './rounds.ts';
import { changesSince, fallenSince, lineOf, say } from './table.ts';

const LONG: Rounds = { count: 5, ms: 3_000 };
const SHORT: Rounds = { count: 3, ms: 1_000 };

const options = readOptions({
  short: false,
  compare: false,
  with: '',
  check: false,
  keep: false,
  only: '',
});

const BENCHES = { http: benchHttpPaths, sign: benchSigning, statements: benchStatements };

/**
 * @returns the exit code: 1 where a ratio fell by more than a quarter and that was to be checked.
 */
async function main(): Promise<number> {
  const rounds = options.short ? SHORT : LONG;
  const paths: Compared[] = [];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (options.only !== '' && options.only !== name) continue;
    await bench(rounds, (compared) => {
      paths.push(compared);
      say(lineOf(compared));
    });
  }
  const before = options.compare || options.check ? readResults(options.with) : null;
  if (before !== null) {
    say(`\nsince ${before.name}:`);
    for (const line of changesSince(before, paths)) say(line);
  }
  if (options.keep) say(`\nkept as bench/results/${writeResults(resultsOf(paths, rounds))}`);
  const fallen = options.check && before !== null ? fallenSince(before, paths) : [];
  if (fallen.length > 0) say(`\nfell by more than a quarter: ${fallen.join(', ')}`);
  return fallen.length > 0 ? 1 : 0;
}

process.exitCode = await main();
