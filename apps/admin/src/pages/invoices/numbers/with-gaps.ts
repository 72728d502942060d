// The row of numbers with what is missing in it: an ordinal without an entry was never given, which
// the authority asks about. Spec: numbers run without gaps within a year and cash register.

/** One line of the ledger: an ordinal with its entry, or a run of ordinals that have none. */
export type LedgerLine<Entry> =
  { kind: 'number'; entry: Entry } | { kind: 'gap'; from: number; to: number };

/**
 * @param entries the highest ordinal first, as far as they are loaded.
 * @param isComplete whether the lowest one there is has been loaded.
 */
export function withGaps<Entry extends { ordinal: number }>(
  entries: readonly Entry[],
  isComplete: boolean,
): LedgerLine<Entry>[] {
  const lines: LedgerLine<Entry>[] = [];
  let expected: number | null = null;
  for (const entry of entries) {
    if (expected !== null && entry.ordinal < expected) {
      lines.push({ kind: 'gap', from: entry.ordinal + 1, to: expected });
    }
    lines.push({ kind: 'number', entry });
    expected = entry.ordinal - 1;
  }
  if (isComplete && expected !== null && expected > 0) {
    lines.push({ kind: 'gap', from: 1, to: expected });
  }
  return lines;
}

/** How many ordinals the gaps hold. */
export function countMissing(lines: readonly LedgerLine<unknown>[]): number {
  return lines.reduce((sum, line) => sum + (line.kind === 'gap' ? line.to - line.from + 1 : 0), 0);
}
