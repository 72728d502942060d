// The row of numbers with what is missing in it: an ordinal without a story was never given, which the
// authority asks about. Spec: numbers run without gaps within a year and cash register.

/** One line of the ledger: an ordinal with its story, or a run of ordinals that have none. */
export type LedgerLine<Story> =
  { kind: 'number'; story: Story } | { kind: 'gap'; from: number; to: number };

/**
 * @param stories the highest ordinal first, as far as they are loaded.
 * @param isComplete whether the lowest one there is has been loaded.
 */
export function withGaps<Story extends { ordinal: number }>(
  stories: readonly Story[],
  isComplete: boolean,
): LedgerLine<Story>[] {
  const lines: LedgerLine<Story>[] = [];
  let expected: number | null = null;
  for (const story of stories) {
    if (expected !== null && story.ordinal < expected) {
      lines.push({ kind: 'gap', from: story.ordinal + 1, to: expected });
    }
    lines.push({ kind: 'number', story });
    expected = story.ordinal - 1;
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
