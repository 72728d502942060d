// `npm run bench:print`: how fast invoices are printed and what that costs, by the service's print
// process and by puppeteer as its first example shows, in alternating rounds over the same
// invoices; then how long one invoice takes at half of that load. docs/performance.md says what was
// seen.

import { resolve } from 'node:path';
import { atPace, chooseChrome, median } from '@fiscal/testbed';
import { readPdf } from '@fiscal/testbed/pdf-reader';
import { readOptions } from './options.ts';
import { openNaivePuppeteer, openPrintProcess } from './print-sides.ts';
import type { PrintSide } from './print-sides.ts';
import { printedInvoice } from './printed-invoices.ts';
import { measureCosts, medianCosts, medianRatio } from './rounds.ts';
import { say, textOfCpu, textOfTimes } from './table.ts';

const options = readOptions({ documents: 0, short: false, naivePlaces: 3 });
/** Of each side. */
const DOCUMENTS = options.documents || (options.short ? 60 : 2_000);
const ROUNDS = options.short ? 3 : 10;
/** Prints at the same time: the default of PRINT_CONCURRENCY. */
const PLACES = 3;
const NAIVE_PLACES = options.naivePlaces;
const GOAL = 6;
const GOAL_P95_MS = 150;
/** Printed at half load, as a share of all: the naive way takes too long for as many. */
const AT_HALF_LOAD = { ours: 1 / 4, naive: 1 / 20 };

/** What one side did in one round. */
interface Round extends Awaited<ReturnType<typeof measureCosts>> {
  bytes: number;
  /** In the middle of the round, by process, MiB. */
  heldMib: Record<string, number>;
}

/** A side with the number of its places and what was measured of it. */
interface Measured {
  side: PrintSide;
  places: number;
  rounds: Round[];
  /** When it has started and printed a document at each place. */
  heldAtFirstMib: Record<string, number>;
}

async function printRound({ side, places }: Measured, first: number, count: number) {
  let next = first;
  let bytes = 0;
  let heldMib: Record<string, number> = {};
  const place = async () => {
    while (next < first + count) {
      const index = next++;
      const pdf = await side.print(printedInvoice(index));
      bytes += pdf.length;
      if (index === first + Math.floor(count / 2)) heldMib = side.readMemory();
    }
  };
  const work = async () => {
    await Promise.all(Array.from({ length: places }, place));
    return count;
  };
  const costs = await measureCosts(() => side.readCpu(), work);
  return { ...costs, bytes: bytes / count, heldMib };
}

/** Begins documents at fixed times, whatever became of those before. @returns milliseconds. */
async function latencies({ side, rounds }: Measured, count: number): Promise<number[]> {
  const everyMs = 2_000 / median(rounds.map(({ perSecond }) => perSecond));
  const indexes = Array.from({ length: count }, (_, index) => index);
  return atPace(indexes, everyMs, async (index, at) => {
    await side.print(printedInvoice(index));
    return performance.now() - at;
  });
}

/** Refuses to compare two ways that do not print the same. */
async function checkAlike(sides: readonly PrintSide[]): Promise<void> {
  const read = await Promise.all(
    sides.map(async (side) => (await readPdf(await side.print(printedInvoice(0)))).pages),
  );
  const [first, ...others] = read.map((pages) => JSON.stringify(pages));
  if (others.some((each) => each !== first)) throw new Error('the two sides print different texts');
}

async function open(side: PrintSide, places: number): Promise<Measured> {
  const warmUp = Array.from({ length: places }, (_, index) => side.print(printedInvoice(index)));
  await Promise.all(warmUp);
  return { side, places, rounds: [], heldAtFirstMib: side.readMemory() };
}

function reportRounds(ours: Measured, naive: Measured): void {
  const [cpuOfOurs = NaN, cpuOfNaive = NaN] = [ours, naive].map(({ side, rounds, places }) => {
    const { perSecond, cpuMs } = medianCosts(rounds);
    const kb = (median(rounds.map(({ bytes }) => bytes)) / 1_000).toFixed(1);
    const sumMs = Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);
    const costs = `CPU of one ${sumMs.toFixed(1)} ms (${textOfCpu(cpuMs)})`;
    const rate = `${perSecond.toFixed(1)} PDFs/s, ${places} at a time`;
    say(`  ${side.name.padEnd(16)} ${rate}; ${costs}; ${kb} kB`);
    return sumMs;
  });
  const ratio = medianRatio(ours.rounds, naive.rounds).toFixed(1);
  const ofCpu = (cpuOfNaive / cpuOfOurs).toFixed(1);
  say(`  ratio ${ratio} × (goal ≥ ${GOAL}), of CPU ${ofCpu} ×`);
}

function reportMemory({ side, rounds, heldAtFirstMib }: Measured): void {
  for (const [name, first] of Object.entries(heldAtFirstMib)) {
    const over = rounds.map(({ heldMib }) => (heldMib[name] ?? NaN).toFixed(0));
    const last = (side.readMemory()[name] ?? NaN).toFixed(0);
    const label = `${side.name}: ${name}`.padEnd(30);
    say(`  ${label} ${first.toFixed(0)} | ${over.join(' ')} | ${last}`);
  }
}

async function reportHalfLoad(measured: Measured, share: number, goal: string): Promise<void> {
  const times = await latencies(measured, Math.max(20, DOCUMENTS * share));
  const name = measured.side.name.padEnd(16);
  say(`  ${name} ${textOfTimes(times, [0.5, 0.95, 0.99])}${goal}; ${times.length} of them`);
}

async function main(): Promise<void> {
  const chrome = await chooseChrome(resolve('.run/chrome'));
  const { side, isSandboxed } = await openPrintProcess(chrome.path, PLACES);
  const naiveSide = await openNaivePuppeteer(chrome.path, isSandboxed);
  try {
    await checkAlike([side, naiveSide]);
    const ours = await open(side, PLACES);
    const naive = await open(naiveSide, NAIVE_PLACES);
    say(`${DOCUMENTS} invoices of 3 to 5 lines a side, in ${ROUNDS} alternating rounds`);
    say(`  ${chrome.choice}${isSandboxed ? '' : '; without its sandbox'}`);
    const count = Math.ceil(DOCUMENTS / ROUNDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const each of [ours, naive]) {
        each.rounds.push(await printRound(each, round * count, count));
      }
      const rates = [ours, naive].map(({ rounds }) => rounds.at(-1)?.perSecond.toFixed(1));
      say(`  round ${round + 1}: ${rates.join(' and ')} PDFs/s`);
    }
    reportRounds(ours, naive);
    say('memory in MiB: at first | in the middle of each round | at the end');
    reportMemory(ours);
    reportMemory(naive);
    say('one invoice at half of its own full load');
    await reportHalfLoad(ours, AT_HALF_LOAD.ours, ` (goal of p95 < ${GOAL_P95_MS} ms)`);
    await reportHalfLoad(naive, AT_HALF_LOAD.naive, '');
  } finally {
    await Promise.all([side.close(), naiveSide.close()]);
  }
}

await main();
