import type { Compared } from './rounds.ts';

type Named = readonly [name: string, value: number];

/** Two figures of one unit, of which less is better: the ratio is that of the baseline to ours. */
export function lessIsBetter(
  path: string,
  unit: string,
  ours: Named,
  baseline: Named,
  goal: number | null = null,
): Compared {
  const side = ([name, value]: Named) => ({
    name: `${name} ${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
    perSecond: null,
    cpuMs: {},
    counts: {},
  });
  const ratio = baseline[1] / ours[1];
  return { path, ours: side(ours), baseline: side(baseline), ratio, costs: {}, goal };
}
