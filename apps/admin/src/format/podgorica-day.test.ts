import { expect, test } from '@jest/globals';
import { dayEnd, dayStart } from './podgorica-day.ts';

test('a day begins at midnight in Podgorica, in winter and in summer', () => {
  expect(dayStart('2026-11-21')).toBe('2026-11-20T23:00:00.000Z');
  expect(dayStart('2026-07-11')).toBe('2026-07-10T22:00:00.000Z');
});

test('the days on which clocks are changed have 23 and 25 hours', () => {
  const hours = (day: string) =>
    (new Date(dayEnd(day)).getTime() - new Date(dayStart(day)).getTime()) / 3_600_000;
  expect(hours('2026-03-29')).toBe(23);
  expect(hours('2026-10-25')).toBe(25);
  expect(hours('2026-11-21')).toBe(24);
});

test('the last day of a year ends in the next one', () => {
  expect(dayEnd('2026-12-31')).toBe('2026-12-31T23:00:00.000Z');
});
