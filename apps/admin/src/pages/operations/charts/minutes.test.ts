import { describe, expect, test } from '@jest/globals';
import { lastMinutes, scaleOf } from './minutes.ts';

const now = new Date('2026-11-21T19:05:40Z');

describe('the minutes of a chart', () => {
  test('are all there, also those without a row, the running one last', () => {
    const row = { minute: '2026-11-21T19:04:00Z', done: 3 };
    expect(lastMinutes([row], 3, now)).toEqual([
      { at: new Date('2026-11-21T19:03:00Z'), row: null },
      { at: new Date('2026-11-21T19:04:00Z'), row },
      { at: new Date('2026-11-21T19:05:00Z'), row: null },
    ]);
  });

  test('leave out what is older than the chart', () => {
    const minutes = lastMinutes([{ minute: '2026-11-21T18:00:00Z' }], 5, now);
    expect(minutes.map(({ row }) => row)).toEqual([null, null, null, null, null]);
  });

  test('lose no row when the clock of the reader is slow', () => {
    const row = { minute: '2026-11-21T19:07:00Z' };
    expect(lastMinutes([row], 3, now).at(-1)).toEqual({ at: new Date(row.minute), row });
  });
});

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 5],
  [7, 10],
  [10, 10],
  [11, 20],
  [21, 50],
  [99, 100],
  [1234, 2000],
])('a scale that holds %d ends at %d', (highest, end) => {
  expect(scaleOf(highest)).toBe(end);
});
