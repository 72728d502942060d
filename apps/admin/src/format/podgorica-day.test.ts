import { expect, test } from '@jest/globals';
import { dayBefore, dayEnd, dayStart, podgoricaDay } from './podgorica-day.ts';

test.each([
  ['in winter', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ['in summer', '2026-07-11', '2026-07-10T22:00:00.000Z', '2026-07-11T22:00:00.000Z'],
  ['of 23 hours', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['of 25 hours', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['that ends the year', '2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
])('a day %s begins and ends at midnight in Podgorica', (_what, day, begins, ends) => {
  expect([dayStart(day), dayEnd(day)]).toEqual([begins, ends]);
});

test('an instant is of the day that it is in Podgorica', () => {
  expect(podgoricaDay(new Date('2026-11-25T22:59:59Z'))).toBe('2026-11-25');
  expect(podgoricaDay(new Date('2026-11-25T23:00:00Z'))).toBe('2026-11-26');
  expect([dayBefore('2026-03-30'), dayBefore('2026-01-01')]).toEqual(['2026-03-29', '2025-12-31']);
});
