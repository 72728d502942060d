// Ours and its baseline in alternating rounds of the same minutes, so that whatever else the
// machine does hits both. A figure is the median of its rounds; only the ratio of two can be
// carried elsewhere.

import { median } from '@fiscal/testbed';
import { cpuOf } from './process-costs.ts';

/** One of the two sides of a comparison. */
export interface Side {
  name: string;
  /** Works for so long. @returns how many operations were done. */
  run: (forMs: number) => Promise<number>;
  /**
   * Ids of the processes whose CPU is counted, by name; those started by them are counted with
   * them.
   */
  processes?: Readonly<Record<string, number>>;
  /** What has been counted so far besides: `walKb`, `transactions`. */
  counts?: () => Promise<Record<string, number>>;
}

export interface Comparison {
  path: string;
  ours: Side;
  baseline: Side;
  /** The least ratio of both rates that is aimed at. */
  goal?: number;
  /** For so long ours runs before the first round; that of all rounds if absent. */
  warmUpMs?: number;
}

/** Medians of the rounds. */
export interface Measured {
  name: string;
  /** Null of a figure that is none of a rate; its name says it. */
  perSecond: number | null;
  /** CPU of an operation by process, milliseconds. */
  cpuMs: Record<string, number>;
  /** Of an operation. */
  counts: Record<string, number>;
}

export interface Compared {
  path: string;
  ours: Measured;
  baseline: Measured;
  /** Rate of ours ÷ rate of the baseline: the median of the rounds' ratios. */
  ratio: number;
  /**
   * What an operation of ours costs: CPU by process, as a multiple of all that one of the baseline
   * costs, and what was counted. Medians; empty where the baseline has no process.
   */
  costs: Record<string, number>;
  goal: number | null;
}

export interface Rounds {
  count: number;
  ms: number;
  /** For so long ours runs before the first one. */
  warmUpMs: number;
}

/** Measures some paths, and reports each once it is measured. */
export type Bench = (rounds: Rounds, report: (compared: Compared) => void) => Promise<void>;

export async function compareInRounds(
  { path, ours, baseline, goal, warmUpMs }: Comparison,
  rounds: Rounds,
): Promise<Compared> {
  // Until V8 has compiled what is called most; it is thrown away.
  await ours.run(warmUpMs ?? rounds.warmUpMs);
  await baseline.run(rounds.ms);
  const measured = { ours: [] as Costs[], baseline: [] as Costs[] };
  for (let round = 0; round < rounds.count; round += 1) {
    measured.ours.push(await measureRound(ours, rounds.ms));
    measured.baseline.push(await measureRound(baseline, rounds.ms));
  }
  const ratios = measured.ours.map(
    ({ perSecond }, round) => perSecond / (measured.baseline[round]?.perSecond ?? NaN),
  );
  return {
    path,
    ours: { name: ours.name, ...medianCosts(measured.ours) },
    baseline: { name: baseline.name, ...medianCosts(measured.baseline) },
    ratio: median(ratios),
    costs: mediansOf(measured.ours.map((round, at) => costsOf(round, measured.baseline[at]))),
    goal: goal ?? null,
  };
}

function costsOf(ours: Costs, baseline: Costs | undefined): Record<string, number> {
  const unit = Object.values(baseline?.cpuMs ?? {}).reduce((sum, ms) => sum + ms, 0);
  return unit === 0 ? {} : { ...mapValues(ours.cpuMs, (ms) => ms / unit), ...ours.counts };
}

type Costs = Omit<Measured, 'name'> & { perSecond: number };

const NOTHING_COUNTED = (): Promise<Record<string, number>> => Promise.resolve({});

async function measureRound(side: Side, forMs: number): Promise<Costs> {
  const { run, processes = {}, counts = NOTHING_COUNTED } = side;
  const countsBefore = await counts();
  const before = mapValues(processes, cpuOf);
  const begun = performance.now();
  const done = await run(forMs);
  const seconds = (performance.now() - begun) / 1_000;
  const each = (after: number, earlier = 0) => (after - earlier) / done;
  const cpuMs = mapValues(processes, (pid, name) => each(cpuOf(pid), before[name]));
  const counted = mapValues(await counts(), (count, name) => each(count, countsBefore[name]));
  return { perSecond: done / seconds, cpuMs, counts: counted };
}

function medianCosts(rounds: readonly Costs[]): Costs {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuMs: mediansOf(rounds.map(({ cpuMs }) => cpuMs)),
    counts: mediansOf(rounds.map(({ counts }) => counts)),
  };
}

const mediansOf = (rounds: readonly Record<string, number>[]) =>
  mapValues(rounds[0] ?? {}, (_value, name) => median(rounds.map((round) => round[name] ?? NaN)));

function mapValues(
  values: Readonly<Record<string, number>>,
  map: (value: number, name: string) => number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, map(value, name)]),
  );
}

/** A side that does one thing after the other, so many at once, called from this process. */
export function inThisProcess(
  name: string,
  concurrency: number,
  once: () => Promise<unknown>,
): Side {
  return {
    name,
    processes: { bench: process.pid },
    async run(forMs) {
      const begun = performance.now();
      let done = 0;
      const slot = async () => {
        while (performance.now() - begun < forMs) {
          await once();
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: concurrency }, slot));
      return done;
    },
  };
}
