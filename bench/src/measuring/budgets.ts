// What each path may cost: bench/budgets.json, by path. A run that exceeds one fails, and whoever
// raises one says why in the commit.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Compared } from './rounds.ts';

const FILE = fileURLToPath(new URL('../../budgets.json', import.meta.url));

/** Of one path. */
export interface Budget {
  /** The least ratio of both rates, where nothing else is known of a path. */
  least?: number;
  /** The most that an operation costs; see `Compared.costs`. */
  most?: Record<string, number>;
}

/**
 * How far a budget is above the median of ten short runs, on a machine whose speed changed by half
 * meanwhile. The dearest of them was above it by 32 % in CPU, 0.2 % in WAL and 5 % in transactions;
 * the least rate below it by 28 %.
 */
const NOISE = { cpu: 0.4, walKb: 0.03, transactions: 0.2, rate: 0.3 };
/** What costs less has no budget: Linux counts CPU in hundredths of a second. */
const LEAST = 0.25;

export function readBudgets(): Record<string, Budget> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Budget>;
}

/** Writes budgets from what was measured; paths that were not measured keep theirs. */
export function keep(paths: readonly Compared[]): void {
  const measured = paths.map(({ path, ratio, costs }) => [path, budgetOf(ratio, costs)]);
  const budgets = { ...readBudgets(), ...(Object.fromEntries(measured) as Record<string, Budget>) };
  writeFileSync(FILE, `${JSON.stringify(budgets, null, 2)}\n`);
}

function budgetOf(ratio: number, costs: Compared['costs']): Budget {
  const paid = Object.entries(costs).filter(([, cost]) => cost >= LEAST);
  const most = paid.map(([name, cost]) => {
    const noise = name === 'walKb' || name === 'transactions' ? NOISE[name] : NOISE.cpu;
    return [name, rounded(cost * (1 + noise))];
  });
  if (most.length === 0) return { least: rounded(ratio * (1 - NOISE.rate)) };
  return { most: Object.fromEntries(most) as Record<string, number> };
}

const rounded = (value: number) => Number(value.toFixed(2));

/** Each budget that is exceeded, in words. */
export function exceededBy(
  paths: readonly Compared[],
  budgets: Readonly<Record<string, Budget>>,
): string[] {
  return paths.flatMap(({ path, ratio, costs, goal }) => {
    const { most = {}, least = Object.keys(most).length > 0 ? 0 : (goal ?? 0) } =
      budgets[path] ?? {};
    const over = Object.entries(most).filter(([name, budget]) => !((costs[name] ?? NaN) <= budget));
    return [
      ...over.map(([name, budget]) => {
        const cost = costs[name]?.toFixed(2) ?? 'nothing measured';
        return `${path}: ${name} ${cost}, at most ${budget}`;
      }),
      ...(ratio < least ? [`${path}: ${ratio.toFixed(2)} ×, at least ${least}`] : []),
    ];
  });
}
