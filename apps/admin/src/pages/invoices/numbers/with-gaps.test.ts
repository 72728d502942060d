import { describe, expect, test } from '@jest/globals';
import { countMissing, withGaps } from './with-gaps.ts';

const entries = (...ordinals: number[]) => ordinals.map((ordinal) => ({ ordinal }));
const shown = (lines: ReturnType<typeof withGaps>) =>
  lines.map((line) =>
    line.kind === 'gap' ? `${line.from}-${line.to} missing` : line.entry.ordinal,
  );

describe('the row of numbers', () => {
  test('has no gap where every number has an entry', () => {
    const lines = withGaps(entries(3, 2, 1), true);
    expect(shown(lines)).toEqual([3, 2, 1]);
    expect(countMissing(lines)).toBe(0);
  });

  test('shows what is missing where it is missing, also below the lowest', () => {
    const lines = withGaps(entries(9, 7, 3), true);
    expect(shown(lines)).toEqual([9, '8-8 missing', 7, '4-6 missing', 3, '1-2 missing']);
    expect(countMissing(lines)).toBe(6);
  });

  test('says nothing of the numbers that are not loaded yet', () => {
    expect(shown(withGaps(entries(9, 8), false))).toEqual([9, 8]);
  });

  test('is empty for a cash register without invoices', () => {
    expect(withGaps([], true)).toEqual([]);
  });
});
