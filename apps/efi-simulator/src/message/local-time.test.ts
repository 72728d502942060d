import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatInstant, localDay, localYear, parseInstant } from './local-time.ts';

test('an instant is written in local time with the offset of its season', () => {
  expect(formatInstant(Date.parse('2026-07-11T13:51:04Z'))).toBe('2026-07-11T15:51:04+02:00');
  expect(formatInstant(Date.parse('2026-01-11T13:51:04.999Z'))).toBe('2026-01-11T14:51:04+01:00');
});

test('the day and the year turn at local midnight', () => {
  expect(localDay(Date.parse('2026-07-11T21:59:59Z'))).toBe('2026-07-11');
  expect(localDay(Date.parse('2026-07-11T22:00:00Z'))).toBe('2026-07-12');
  expect(localYear(Date.parse('2026-12-31T23:00:00Z'))).toBe('2027');
});

test('what was written reads back as the same second', () => {
  const second = fc.integer({ min: 1_500_000_000, max: 2_500_000_000 });
  fc.assert(
    fc.property(second, (seconds) => {
      expect(parseInstant(formatInstant(seconds * 1000))).toBe(seconds * 1000);
    }),
  );
});
