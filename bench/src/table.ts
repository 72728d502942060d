// Figures for a person.

import type { Results } from './results.ts';
import type { Compared, Measured } from './rounds.ts';

/** One path: the ratio first, then what both sides did. */
export function lineOf({ path, ratio, goal, ours, baseline }: Compared): string {
  const aim = goal === null ? '' : ` (goal ≥ ${goal})`;
  const head = `${path.padEnd(26)} ${ratio.toFixed(2).padStart(6)} ×${aim}`;
  return `${head.padEnd(50)} ${sideOf(ours)}  |  ${sideOf(baseline)}`;
}

function sideOf({ name, perSecond, cpuMs }: Measured): string {
  const cpu = Object.entries(cpuMs).map(([process, ms]) => `${process} ${ms.toFixed(2)}`);
  const costs = cpu.length === 0 ? '' : `, ms: ${cpu.join(', ')}`;
  return `${name} ${Math.round(perSecond)}/s${costs}`;
}

/** What a change did to each path that both runs have. */
export function changesSince(before: Results, now: readonly Compared[]): string[] {
  return now.flatMap(({ path, ratio }) => {
    const earlier = before.paths.find((each) => each.path === path);
    if (earlier === undefined) return [];
    const change = (ratio / earlier.ratio - 1) * 100;
    const sign = change < 0 ? '' : '+';
    const text = `${earlier.ratio.toFixed(2)} → ${ratio.toFixed(2)} × (${sign}${change.toFixed(0)} %)`;
    return [`${path.padEnd(26)} ${text}`];
  });
}

/** So much of a ratio may be noise: the machine of one run is not that of another. */
const FELL_BY = 0.25;

/** The paths whose ratio fell by more than a quarter. */
export function fallenSince(before: Results, now: readonly Compared[]): string[] {
  return now
    .filter(({ path, ratio }) => {
      const earlier = before.paths.find((each) => each.path === path);
      return earlier !== undefined && ratio < earlier.ratio * (1 - FELL_BY);
    })
    .map(({ path }) => path);
}

/** One line on the standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
