import { describe, expect, test } from '@jest/globals';
import { addSample, pointsOf, REMEMBERED_MS } from './samples.ts';

describe('the samples of a figure', () => {
  test('grow by what is new, and drop what is too old', () => {
    const first = addSample([], { at: 1_000, value: 1 });
    const second = addSample(first, { at: 3_000, value: 2 });
    expect(second.map(({ value }) => value)).toEqual([1, 2]);
    const later = addSample(second, { at: 2_000 + REMEMBERED_MS, value: 3 });
    expect(later.map(({ value }) => value)).toEqual([2, 3]);
  });

  test('hold a moment only once', () => {
    const samples = addSample([], { at: 1_000, value: 1 });
    expect(addSample(samples, { at: 1_000, value: 9 })).toBe(samples);
  });

  test('make a line that ends at the right and is as high as the scale says', () => {
    const samples = [
      { at: 0, value: 0 },
      { at: REMEMBERED_MS / 2, value: 5 },
      { at: REMEMBERED_MS, value: 20 },
    ];
    expect(pointsOf(samples, { width: 100, height: 40, scale: 10 })).toEqual([
      [0, 40],
      [50, 20],
      [100, 0],
    ]);
  });
});
