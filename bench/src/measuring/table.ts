// Ratios for a person, and whether they fell.

import type { Kept } from './kept.ts';
import type { Compared, Measured } from './rounds.ts';

/** So much of a ratio may be noise: the machine of one run is not that of another. */
const FELL_BY = 0.25;

/** One path: the ratio first, with what is aimed at and was kept, then what both sides did. */
export function lineOf(
  { path, ratio, goal, ours, baseline }: Compared,
  kept: Readonly<Record<string, Kept>>,
): string {
  const known = [
    ...(goal === null ? [] : [`goal ≥ ${goal}`]),
    ...(kept[path] === undefined ? [] : [`kept ${kept[path].ratio.toFixed(2)}`]),
  ];
  const aim = known.length === 0 ? '' : ` (${known.join(', ')})`;
  const head = `${path.padEnd(26)} ${ratio.toFixed(2).padStart(6)} ×${aim}`;
  return `${head.padEnd(60)} ${sideOf(ours)}  |  ${sideOf(baseline)}`;
}

function sideOf({ name, perSecond, cpuMs }: Measured): string {
  const costs = Object.entries(cpuMs).map(([process, ms]) => `${process} ${ms.toFixed(2)}`);
  const ms = costs.length === 0 ? '' : `, ms: ${costs.join(', ')}`;
  return `${name} ${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s${ms}`;
}

/**
 * The paths whose ratio fell by more than a quarter: of what was kept, and where nothing is, of the
 * goal.
 */
export function fallenSince(
  kept: Readonly<Record<string, Kept>>,
  now: readonly Compared[],
): string[] {
  return now
    .filter(({ path, ratio, goal }) => ratio < (kept[path]?.ratio ?? goal ?? 0) * (1 - FELL_BY))
    .map(({ path }) => path);
}
