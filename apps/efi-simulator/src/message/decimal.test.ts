import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalsOf, isWithin, parseAmount, ratio, sumOf, toNumber } from './decimal.ts';

test.each([
  ['0', 0n],
  ['-0.00', 0n],
  ['59.10', 591_000n],
  ['-12.3456', -123_456n],
  ['123456789012345678.99', 1_234_567_890_123_456_789_900n],
  [' 1.5 ', 15_000n],
])('%s is read exactly', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test('every amount of four decimals reads back as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (units) => {
      const text =
        (units < 0 ? '-' : '') +
        `${String(Math.trunc(Math.abs(units) / 10_000))}.${String(Math.abs(units) % 10_000).padStart(4, '0')}`;
      expect(parseAmount(text)).toBe(BigInt(units));
      expect(toNumber(parseAmount(text))).toBe(Number(text));
    }),
  );
});

test('sums are exact, and a tolerance holds to both sides and no further', () => {
  expect(sumOf(['0.1', '0.2'], parseAmount)).toBe(parseAmount('0.3'));
  expect(isWithin(100n, 200n, 100n)).toBe(true);
  expect(isWithin(200n, 100n, 100n)).toBe(true);
  expect(isWithin(201n, 100n, 100n)).toBe(false);
  expect([decimalsOf('1'), decimalsOf('1.00'), decimalsOf('1.0000')]).toEqual([0, 2, 4]);
});

test('a ratio is rounded half away from zero', () => {
  expect([ratio(1n, 5n, 2n), ratio(-1n, 5n, 2n)]).toEqual([3n, -3n]);
  expect([ratio(2n, 1n, 3n), ratio(1n, 1n, 3n), ratio(0n, 7n, 3n)]).toEqual([1n, 0n, 0n]);
});
