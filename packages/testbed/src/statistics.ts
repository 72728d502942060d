/** The value at a share of all values, `0.5` for the median; NaN without any. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
