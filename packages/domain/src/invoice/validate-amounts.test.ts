import { describe, expect, test } from '@jest/globals';
import { validateAmounts } from './validate-amounts.ts';

const CONTEXT = { isInVat: true, pricesIncludeVat: false };
const line = (unitPrice: number, quantity: number) => ({
  name: 'Kafa',
  unitPrice,
  quantity,
  vat: { rate: 0 },
});

describe('amounts that follow from the lines', () => {
  test('stay below the limit, line by line and together', () => {
    const almost = line(9_999_999_999.99, 1);
    expect(validateAmounts([almost], null, CONTEXT)).toEqual([]);
    expect(validateAmounts([almost, line(0.01, 1)], null, CONTEXT)).toMatchObject([
      { code: 'AMOUNT_TOO_LARGE', path: 'items' },
    ]);
    expect(validateAmounts([line(1, 1), line(-100_000, -100_000)], null, CONTEXT)).toMatchObject([
      { code: 'AMOUNT_TOO_LARGE', path: 'items[1]' },
    ]);
  });

  test('name the sum that the discount exceeds', () => {
    expect(validateAmounts([line(2.5, 1)], 3, CONTEXT)).toMatchObject([
      { message: 'discountAmount must not exceed the sum of the bases, 2.5.' },
    ]);
    expect(validateAmounts([line(-2.5, -1)], -2.5, CONTEXT)).toEqual([]);
    expect(validateAmounts([line(-2.5, -1)], -3, CONTEXT)).toMatchObject([
      { code: 'DISCOUNT_TOO_LARGE', path: 'discountAmount' },
    ]);
  });
});
