// Ratios and costs for a person.

import type { Budget } from './budgets.ts';
import type { Compared, Measured } from './rounds.ts';

/** One path: the ratio with what is aimed at, the costs with their budgets, then both sides. */
export function lineOf(
  { path, ratio, costs, goal, ours, baseline }: Compared,
  { least, most = {} }: Budget = {},
): string {
  const known = [
    ...(goal === null ? [] : [`goal ≥ ${goal}`]),
    ...(least === undefined ? [] : [`budget ≥ ${least}`]),
  ];
  const aim = known.length === 0 ? '' : ` (${known.join(', ')})`;
  const head = `${path.padEnd(26)} ${ratio.toFixed(2).padStart(6)} ×${aim}`;
  const paid = Object.entries(costs).map(
    ([name, cost]) => `${name} ${cost.toFixed(2)} of ${most[name] ?? '–'}`,
  );
  return [head.padEnd(50), paid.join(', '), sideOf(ours), sideOf(baseline)].join('  |  ');
}

function sideOf({ name, perSecond, cpuMs }: Measured): string {
  if (perSecond === null) return name;
  const costs = Object.entries(cpuMs).map(([process, ms]) => `${process} ${ms.toFixed(2)}`);
  const ms = costs.length === 0 ? '' : `, ms: ${costs.join(', ')}`;
  return `${name} ${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s${ms}`;
}
