import { describe, expect, test } from '@jest/globals';
import { hasEnded } from './cash-register.ts';

describe('ADR 11: a cash register has ended', () => {
  test.each([
    ['in winter', '2026-11-30', '2026-11-30T22:59:59.999Z', '2026-11-30T23:00:00Z'],
    ['in summer', '2026-07-11', '2026-07-11T21:59:59.999Z', '2026-07-11T22:00:00Z'],
    ['on the day of 23 hours', '2026-03-29', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'],
    ['on the day of 25 hours', '2026-10-25', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
    ['with the year', '2026-12-31', '2026-12-31T22:59:59Z', '2026-12-31T23:00:00Z'],
  ])('from 00:00 (Podgorica) after its last day, %s', (_, lastDay, last, next) => {
    expect(hasEnded(lastDay, new Date(last))).toBe(false);
    expect(hasEnded(lastDay, new Date(next))).toBe(true);
  });

  test('never, without a last day', () => {
    expect(hasEnded(null, new Date('9999-12-31T23:59:59Z'))).toBe(false);
  });
});
