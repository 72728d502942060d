// Ours and its baseline in alternating rounds of the same minutes, so that whatever else the machine does
// hits both. A figure is the median of its rounds; only the ratio of two can be carried elsewhere.

import { median } from '@fiscal/testbed';
import { cpuOf } from './process-costs.ts';

/** One of the two sides of a comparison. */
export interface Side {
  name: string;
  /** Works for so long. @returns how many operations were done. */
  run: (forMs: number) => Promise<number>;
  /** Ids of the processes whose CPU is counted, by name; those started by them are counted with them. */
  processes?: Readonly<Record<string, number>>;
}

export interface Comparison {
  path: string;
  ours: Side;
  baseline: Side;
  /** The least ratio of both rates that is aimed at. */
  goal?: number;
}

/** Medians of the rounds. */
export interface Measured {
  name: string;
  perSecond: number;
  /** CPU of an operation by process, milliseconds. */
  cpuMs: Record<string, number>;
}

export interface Compared {
  path: string;
  ours: Measured;
  baseline: Measured;
  /** Rate of ours ÷ rate of the baseline: the median of the rounds' ratios. */
  ratio: number;
  goal: number | null;
}

export interface Rounds {
  count: number;
  ms: number;
}

export async function compareInRounds(
  { path, ours, baseline, goal }: Comparison,
  rounds: Rounds,
): Promise<Compared> {
  // The first round warms both up and is thrown away.
  await measureRound(ours, rounds.ms);
  await measureRound(baseline, rounds.ms);
  const measured = { ours: [] as Round[], baseline: [] as Round[] };
  for (let round = 0; round < rounds.count; round += 1) {
    measured.ours.push(await measureRound(ours, rounds.ms));
    measured.baseline.push(await measureRound(baseline, rounds.ms));
  }
  const ratios = measured.ours.map(
    ({ perSecond }, round) => perSecond / (measured.baseline[round]?.perSecond ?? NaN),
  );
  return {
    path,
    ours: medianRound(ours.name, measured.ours),
    baseline: medianRound(baseline.name, measured.baseline),
    ratio: median(ratios),
    goal: goal ?? null,
  };
}

type Round = Omit<Measured, 'name'>;

async function measureRound({ run, processes = {} }: Side, forMs: number): Promise<Round> {
  const before = readCpu(processes);
  const begun = performance.now();
  const done = await run(forMs);
  const seconds = (performance.now() - begun) / 1_000;
  const after = readCpu(processes);
  const cpuMs = Object.fromEntries(
    Object.keys(processes).map((name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / done]),
  );
  return { perSecond: done / seconds, cpuMs };
}

function readCpu(processes: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => {
      const { ownMs, childrenMs } = cpuOf(pid);
      return [name, ownMs + childrenMs];
    }),
  );
}

function medianRound(name: string, rounds: readonly Round[]): Measured {
  const names = Object.keys(rounds[0]?.cpuMs ?? {});
  const cpuMs = names.map((each) => [each, median(rounds.map(({ cpuMs }) => cpuMs[each] ?? NaN))]);
  return {
    name,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuMs: Object.fromEntries(cpuMs) as Record<string, number>,
  };
}

/** A side that does one thing after the other at so many places at once, in this process. */
export function inThisProcess(
  name: string,
  concurrency: number,
  once: () => Promise<unknown>,
): Side {
  return {
    name,
    async run(forMs) {
      const begun = performance.now();
      let done = 0;
      const place = async () => {
        while (performance.now() - begun < forMs) {
          await once();
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: concurrency }, place));
      return done;
    },
  };
}
