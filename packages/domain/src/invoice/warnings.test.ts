import { describe, expect, test } from '@jest/globals';
import { limitWarnings, MOST_WARNINGS } from './warnings.ts';

const warnings = (count: number) => Array.from({ length: count }, (_, i) => `warning ${i}`);

describe('the warnings of a record', () => {
  test.each([0, 1, MOST_WARNINGS, MOST_WARNINGS + 1])(
    'are all named where they are %d',
    (count) => {
      expect(limitWarnings(warnings(count))).toEqual(warnings(count));
    },
  );

  test.each([
    [MOST_WARNINGS + 2, 0, '2 more warnings are not listed'],
    [MOST_WARNINGS, 1, '1 more warning is not listed'],
    [MOST_WARNINGS + 1, 5, '6 more warnings are not listed'],
    [125_000, 0, '124980 more warnings are not listed'],
  ])('are counted beyond the first: %d and %d more', (count, more, rest) => {
    expect(limitWarnings(warnings(count), more)).toEqual([...warnings(MOST_WARNINGS), rest]);
  });

  test('are cut where they are long, and stay as they are when they are limited again', () => {
    const long = [...warnings(MOST_WARNINGS + 1), `${'š'.repeat(299)}😀 and more`];
    const once = limitWarnings(long);
    expect(limitWarnings(once)).toEqual(once);
    const [cut] = limitWarnings([long.at(-1)!]);
    // Half of a pair is no character.
    expect(cut).toBe(`${'š'.repeat(299)}\ufffd…`);
    expect(limitWarnings([cut!])).toEqual([cut]);
  });
});
