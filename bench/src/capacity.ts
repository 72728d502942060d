// `npm run capacity -- --tills 1000`: what a number of tills needs, from the costs that a kept run
// of the bench has measured. docs/capacity.md says what the figures mean.

import { readOptions } from './options.ts';
import { readResults } from './results.ts';
import type { Results } from './results.ts';
import { say } from './table.ts';

const options = readOptions({
  tills: '10,1000,50000',
  /** Of a till in the busiest hour, and in a year. */
  salesAnHour: 60,
  salesAYear: 60_000,
  /** Reads of its record that follow a sale. */
  polls: 2,
  /** Of 100 sales, those whose PDF is asked for. */
  printed: 10,
  authorityMs: 300,
  /** Results file; the newest without it. */
  with: '',
});

/** A process is busy for half of the busiest hour: the other half is for what comes unevenly. */
const MOST_BUSY = 0.5;
/** Sales that one worker has under way; FISCALIZE_CONCURRENCY. */
const PLACES = 16;
/** CPU of a print, milliseconds, and bytes; docs/performance.md. */
const PRINT = { cpuMs: 45, bytes: 31_000 };
/**
 * Bytes of a sale on the disk, and of write-ahead log; `npm run bench:flat`, `npm run
 * bench:fiscalize`.
 */
const SALE = { bytes: 13_500, walBytes: 15_500 };

/** CPU of one operation by process, milliseconds. */
type Costs = Readonly<Record<string, number>>;

function costsOf(results: Results, path: string): Costs {
  const found = results.paths.find((each) => each.path === path);
  if (found === undefined) throw new Error(`${path} was not measured: npm run bench -- --keep`);
  return found.ours.cpuMs;
}

/** Of a sale with all that follows it. */
function costsOfSale(results: Results): Costs {
  const sale = costsOf(results, 'sell: create-and-print');
  const poll = costsOf(results, 'poll: GET record');
  const polls = options.polls;
  const costs = Object.entries(sale).map(([process, ms]) => [
    process,
    ms + polls * (process === 'worker' ? 0 : (poll[process] ?? 0)),
  ]);
  const printing = (options.printed / 100) * PRINT.cpuMs;
  return { ...(Object.fromEntries(costs) as Costs), printing };
}

function sayNeeds(tills: number, costs: Costs): void {
  const perSecond = (tills * options.salesAnHour) / 3_600;
  const perYear = tills * options.salesAYear;
  const bytes = SALE.bytes + (options.printed / 100) * PRINT.bytes;
  const underWay = (perSecond * options.authorityMs) / 1_000;
  say(`\n${tills.toLocaleString('en')} tills, ${perSecond.toFixed(2)} sales a second at the peak`);
  for (const [process, ms] of Object.entries(costs)) {
    const cores = (perSecond * ms) / 1_000 / MOST_BUSY;
    say(`  ${process.padEnd(24)} ${cores.toFixed(2).padStart(8)} cores`);
  }
  say(`  ${'workers by their places'.padEnd(24)} ${(underWay / PLACES).toFixed(2).padStart(8)}`);
  say(
    `  ${'write-ahead log'.padEnd(24)} ${((perSecond * SALE.walBytes) / 1e6).toFixed(2).padStart(8)} MB/s`,
  );
  say(`  ${'stored'.padEnd(24)} ${((perYear * bytes) / 1e9).toFixed(0).padStart(8)} GB a year`);
}

const results = readResults(options.with);
if (results === null) throw new Error('no run is kept: npm run bench -- --keep');
const costs = costsOfSale(results);
const { machine } = results;
say(`measured by ${results.name} on ${machine.cores} cores of ${machine.processor}`);
for (const [process, ms] of Object.entries(costs)) {
  const perCore = ((1_000 / ms) * MOST_BUSY).toFixed(0);
  say(`  ${process.padEnd(10)} ${ms.toFixed(2)} ms a sale: a core carries ${perCore} a second`);
}
for (const tills of options.tills.split(',').map(Number)) sayNeeds(tills, costs);
