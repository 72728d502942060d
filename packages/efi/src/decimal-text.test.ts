import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalsBetween, withDecimals } from './decimal-text.ts';

describe('an amount in a message', () => {
  test.each([
    ['12', 2, '12.00'],
    ['12.5', 2, '12.50'],
    ['12.5000', 2, '12.50'],
    ['-12.3400', 4, '-12.3400'],
    ['0', 2, '0.00'],
    ['007.10', 2, '7.10'],
  ])('%s with %i decimals is %s', (value, decimals, written) => {
    expect(withDecimals(decimals, value)).toBe(written);
  });

  test('never is minus zero', () => {
    expect(withDecimals(2, '-0.0000')).toBe('0.00');
    expect(decimalsBetween(0, 3, '-0')).toBe('0');
  });

  test('has as few decimals as lose nothing', () => {
    expect(decimalsBetween(2, 4, '10')).toBe('10.00');
    expect(decimalsBetween(2, 4, '10.1250')).toBe('10.125');
    expect(decimalsBetween(0, 3, '-2.500')).toBe('-2.5');
    expect(decimalsBetween(0, 3, '100')).toBe('100');
  });

  test.each(['1.005', 'NaN', '1e3', '', '+1.00', '.5'])(
    'is refused rather than rounded or guessed: %s',
    (value) => {
      expect(() => withDecimals(2, value)).toThrow(
        expect.objectContaining({ code: 'DECIMAL_NOT_EXACT' }),
      );
    },
  );

  test('is the same number as before', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (hundredths) => {
        const sign = hundredths < 0n ? '-' : '';
        const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
        const plain = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        const written = withDecimals(4, plain);
        expect(BigInt(written.replace('.', ''))).toBe(hundredths * 100n);
        expect(written).toMatch(/^-?(0|[1-9][0-9]*)\.[0-9]{4}$/);
      }),
    );
  });
});
