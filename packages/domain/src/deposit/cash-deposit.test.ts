import { describe, expect, test } from '@jest/globals';
import { needsInitialDeposit, validateCashAmount } from './cash-deposit.ts';

describe('cash deposits', () => {
  test.each([0, -0, 0.01, 150, 9999999999.99])('%p may be deposited', (amount) => {
    expect(validateCashAmount(amount)).toEqual([]);
  });

  test.each([
    [-0.01, ['NEGATIVE_NOT_ALLOWED']],
    [0.001, ['TOO_MANY_DECIMALS']],
    [-0.001, ['NEGATIVE_NOT_ALLOWED', 'TOO_MANY_DECIMALS']],
    [1e10, ['AMOUNT_TOO_LARGE']],
    [Infinity, ['AMOUNT_TOO_LARGE']],
    [Number.NaN, ['AMOUNT_TOO_LARGE']],
  ])('%p is refused: %j', (amount, codes) => {
    const issues = validateCashAmount(amount);
    expect(issues.map(({ code }) => code)).toEqual(codes);
    expect(new Set(issues.map(({ path }) => path))).toEqual(new Set(['cashAmount']));
  });

  test('only a cash invoice needs the deposit of its day', () => {
    expect(needsInitialDeposit('Cash')).toBe(true);
    expect(needsInitialDeposit('NonCash')).toBe(false);
  });
});
