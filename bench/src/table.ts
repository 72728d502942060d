// Figures for a person.

import { percentile } from '@fiscal/testbed';
import type { Results } from './results.ts';
import type { Compared, Measured } from './rounds.ts';

/** One path: the ratio first, then what both sides did. */
export function lineOf({ path, ratio, goal, ours, baseline }: Compared): string {
  const aim = goal === null ? '' : ` (goal ≥ ${goal})`;
  const head = `${path.padEnd(26)} ${ratio.toFixed(2).padStart(6)} ×${aim}`;
  return `${head.padEnd(50)} ${sideOf(ours)}  |  ${sideOf(baseline)}`;
}

function sideOf({ name, perSecond, cpuMs }: Measured): string {
  const costs = Object.keys(cpuMs).length === 0 ? '' : `, ms: ${textOfCpu(cpuMs)}`;
  return `${name} ${Math.round(perSecond)}/s${costs}`;
}

/** CPU of an operation, by process. */
export function textOfCpu(cpuMs: Measured['cpuMs']): string {
  return Object.entries(cpuMs)
    .map(([process, ms]) => `${process} ${ms.toFixed(2)}`)
    .join(', ');
}

/** `p50 1.20 ms, p99 7.31 ms` */
export function textOfTimes(times: readonly number[], shares = [0.5, 0.99]): string {
  return shares
    .map((share) => `p${share * 100} ${percentile(times, share).toFixed(2).padStart(7)} ms`)
    .join(', ');
}

/** Each path that both runs have, with its ratio before. */
function pairsOf(before: Results, now: readonly Compared[]) {
  return now.flatMap(({ path, ratio }) => {
    const earlier = before.paths.find((each) => each.path === path);
    return earlier === undefined ? [] : [{ path, ratio, earlier: earlier.ratio }];
  });
}

/** What a change did to each path that both runs have. */
export function changesSince(before: Results, now: readonly Compared[]): string[] {
  return pairsOf(before, now).map(({ path, ratio, earlier }) => {
    const change = (ratio / earlier - 1) * 100;
    const text = `${change < 0 ? '' : '+'}${change.toFixed(0)} %`;
    return `${path.padEnd(26)} ${earlier.toFixed(2)} → ${ratio.toFixed(2)} × (${text})`;
  });
}

/** So much of a ratio may be noise: the machine of one run is not that of another. */
const FELL_BY = 0.25;

/** The paths whose ratio fell by more than a quarter. */
export function fallenSince(before: Results, now: readonly Compared[]): string[] {
  return pairsOf(before, now)
    .filter(({ ratio, earlier }) => ratio < earlier * (1 - FELL_BY))
    .map(({ path }) => path);
}

/** One line on the standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
