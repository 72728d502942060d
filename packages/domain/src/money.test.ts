import { describe, expect, test } from '@jest/globals';
import BigJs from 'big.js';
import fc from 'fast-check';
import {
  DecimalError,
  decimal,
  decimalPlaces,
  divide,
  exactText,
  roundTo,
  signOf,
  spread,
  sum,
  toDecimalText,
  toShortestText,
} from './money.ts';
import type { Decimal } from './money.ts';

/** Any decimal with up to 18 digits before and 6 after the point. */
const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, places]) => decimal(`${units.toString()}e-${places}`));

// One of its own, with the rounding of the law.
const Big = BigJs();
Big.RM = 1;
Big.PE = 1_000;

/** Amounts as they are, those about the largest safe integer, and any other. */
const operand = (kind: string) =>
  kind === 'text'
    ? fc
        .tuple(
          fc.oneof(
            fc.bigInt({ min: -(10n ** 7n), max: 10n ** 7n }),
            fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
            fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
          ),
          fc.integer({ min: -4, max: 12 }),
        )
        .map(([units, places]) => `${units}e${-places}`)
    : fc.oneof(
        fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((cents) => cents / 100),
        fc.integer({ min: -(10 ** 14), max: 10 ** 14 }).map((units) => units / 10_000),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }),
      );

const units = (value: string, decimals: number): bigint =>
  BigInt(decimal(value).times(`1e${decimals}`).toFixed());

describe('decimal', () => {
  test('a number from JSON stands for its shortest decimal text', () => {
    expect(decimal(0.1).plus(decimal(0.2)).eq('0.3')).toBe(true);
    expect(decimal(1.005).toFixed()).toBe('1.005');
    expect(decimal(1e-7).toFixed()).toBe('0.0000001');
    expect(decimal(1e21).toFixed()).toBe('1000000000000000000000');
  });

  test.each([Number.NaN, Infinity, -Infinity, '', ' 1', '0x10', '1,5'])(
    'what is not a finite decimal is refused: %p',
    (value) => {
      expect(() => decimal(value)).toThrow(DecimalError);
      expect(() => decimal(value)).toThrow(expect.objectContaining({ code: 'INVALID_DECIMAL' }));
    },
  );

  test('binary floating point cannot slip in through an operator', () => {
    expect(() => decimal('1').valueOf()).toThrow();
    expect(() => decimal('1').times(1.1 as never)).toThrow();
  });

  test.each(['text', 'number'])('each operation has the result of big.js, from a %s', (kind) => {
    fc.assert(
      fc.property(operand(kind), operand(kind), fc.integer({ min: 0, max: 8 }), (a, b, places) => {
        const [one, other] = [decimal(a), decimal(b)];
        const [big, otherBig] = [Big(String(a)), Big(String(b))];
        Big.DP = places;
        const isZero = signOf(other) === 0;
        const ours = [
          one,
          one.plus(other),
          one.minus(other),
          one.times(other),
          one.abs(),
          one.neg(),
          one.round(places),
          isZero ? one : divide(one, other, places),
        ];
        const theirs = [
          big,
          big.plus(otherBig),
          big.minus(otherBig),
          big.times(otherBig),
          big.abs(),
          big.neg(),
          big.round(places),
          isZero ? big : big.div(otherBig),
        ];
        expect(ours.map(toShortestText)).toEqual(
          theirs.map((exact) => exact.plus('0').toFixed().replace(/^-0$/, '0')),
        );
        expect([one.cmp(other), toDecimalText(one, places)]).toEqual([
          big.cmp(otherBig),
          big.toFixed(places).replace(/^-([0.]*)$/, '$1'),
        ]);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('rounding', () => {
  test.each([
    ['0.00005', '0.0001'],
    ['-0.00005', '-0.0001'],
    ['0.00004999', '0.0000'],
    ['-0.00004999', '0.0000'],
    ['2.67495', '2.6750'],
    ['-2.67495', '-2.6750'],
  ])('%s is %s at 4 decimals: half goes away from zero', (value, expected) => {
    expect(toDecimalText(decimal(value), 4)).toBe(expected);
  });

  test('a division is rounded once, from the exact quotient', () => {
    // Rounding 0.44445 to 4 decimals first would give 0.4445 and then 0.445.
    expect(toDecimalText(divide(decimal('0.44449'), decimal('1'), 3), 3)).toBe('0.444');
    fc.assert(
      fc.property(
        anyDecimal,
        anyDecimal.filter((value) => signOf(value) !== 0),
        fc.integer({ min: 0, max: 6 }),
        (dividend, divisor, decimals) => {
          const quotient = units(divide(dividend, divisor, decimals).toFixed(), decimals);
          // Away from zero at a half: |2·(a − q·b)| ≤ |b|, and equality only with |q·b| > |a|.
          const a = units(dividend.toFixed(), 6 + decimals);
          const b = units(divisor.toFixed(), 6);
          const error = 2n * (abs(a) - abs(quotient) * abs(b));
          expect(error < abs(b) && error >= -abs(b)).toBe(true);
        },
      ),
    );
  });

  test('negating a value negates what it is rounded to', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 0, max: 5 }), (value, decimals) => {
        const mirrored = roundTo(value.times('-1'), decimals).times('-1');
        expect(mirrored.eq(roundTo(value, decimals))).toBe(true);
      }),
    );
  });
});

describe('texts', () => {
  test('a text is never in exponent notation and never a negative zero', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
        const fixed = toDecimalText(value, decimals);
        expect(fixed).toMatch(
          decimals === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`),
        );
        expect(fixed).not.toMatch(/^-[0.]*$/);
        expect(toShortestText(value)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        expect(toShortestText(value)).not.toBe('-0');
      }),
    );
  });

  test('zero has no sign, however it came about', () => {
    expect(toDecimalText(decimal('-0'), 2)).toBe('0.00');
    expect(toDecimalText(decimal('-0.004'), 2)).toBe('0.00');
    expect(toShortestText(decimal('1').times('-0'))).toBe('0');
    expect(toShortestText(decimal(-0))).toBe('0');
  });

  test('decimal places are those needed to write the value in full', () => {
    const places = (value: number | string): number => decimalPlaces(decimal(value));
    expect([places(0), places(100), places(1e21), places('1.50'), places(1e-7)]).toEqual([
      0, 0, 0, 1, 7,
    ]);
    expect(places(0.1 + 0.2)).toBe(17);
  });
});

describe('spread', () => {
  const texts = (amount: string, weights: string[], decimals = 4): string[] =>
    spread(decimal(amount), weights.map(decimal), decimals).map((share) =>
      toDecimalText(share, decimals),
    );

  test('the largest remainders are served first, equal ones in order', () => {
    expect(texts('1', ['1', '1', '1'])).toEqual(['0.3334', '0.3333', '0.3333']);
    expect(texts('0.10', ['1', '2', '4'], 2)).toEqual(['0.01', '0.03', '0.06']);
  });

  test('a weight of zero gets nothing', () => {
    expect(texts('0.0005', ['0', '1', '0', '1'])).toEqual(['0.0000', '0.0003', '0.0000', '0.0002']);
  });

  test('what cannot be spread exactly is refused', () => {
    expect(() => texts('1', [])).toThrow(RangeError);
    expect(() => texts('1', ['5', '-5'])).toThrow(RangeError);
    expect(() => texts('0.00001', ['1'])).toThrow(RangeError);
  });

  const weightLists = fc
    .array(
      fc
        .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
        .map(([value, places]) => decimal(`${value}e-${places}`)),
      { minLength: 1, maxLength: 30 },
    )
    .filter((weights) => signOf(sum(weights)) !== 0);
  const amounts = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => decimal(`${n}e-4`));

  test('shares add up to the amount, each less than one unit from its exact part', () => {
    fc.assert(
      fc.property(amounts, weightLists, (amount, weights) => {
        const shares = spread(amount, weights, 4);
        expect(sum(shares).eq(amount)).toBe(true);
        const whole = sum(weights);
        shares.forEach((share, index) => {
          const difference = share.times(whole).minus(amount.times(weights[index]!));
          expect(difference.abs().lt(whole.abs().times('0.0001'))).toBe(true);
        });
      }),
    );
  });

  test('negated weights with a negated amount give exactly negated shares', () => {
    const negate = (value: Decimal): Decimal => value.times('-1');
    fc.assert(
      fc.property(amounts, weightLists, (amount, weights) => {
        const mirrored = spread(negate(amount), weights.map(negate), 4);
        const straight = spread(amount, weights, 4);
        expect(mirrored.map(toShortestText)).toEqual(straight.map(negate).map(toShortestText));
      }),
    );
  });
});

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

describe('an exact text', () => {
  test.each([
    ['12', 2, '12.00'],
    ['12.5', 2, '12.50'],
    ['12.34', 2, '12.34'],
    ['12.5000', 2, '12.50'],
    ['-12.3400', 4, '-12.3400'],
    ['0', 2, '0.00'],
    ['007.10', 2, '7.10'],
  ])('%s with %i decimals is %s', (value, decimals, written) => {
    expect(exactText(value, decimals)).toBe(written);
  });

  test('never is minus zero', () => {
    expect(exactText('-0.0000', 2)).toBe('0.00');
    expect(exactText('-0', 0, 3)).toBe('0');
  });

  test('has as few decimals as lose nothing', () => {
    expect(exactText('10', 2, 4)).toBe('10.00');
    expect(exactText('10.1250', 2, 4)).toBe('10.125');
    expect(exactText('-2.500', 0, 3)).toBe('-2.5');
    expect(exactText('100', 0, 3)).toBe('100');
  });

  test.each(['1.005', 'NaN', '1e3', '', '+1.00', '.5'])(
    'is refused rather than rounded or guessed: %s',
    (value) => {
      expect(() => exactText(value, 2)).toThrow(
        expect.objectContaining({ code: 'INVALID_DECIMAL' }),
      );
    },
  );

  test('is the same number as before', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (hundredths) => {
        const sign = hundredths < 0n ? '-' : '';
        const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
        const plain = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        const written = exactText(plain, 4);
        expect(BigInt(written.replace('.', ''))).toBe(hundredths * 100n);
        expect(written).toMatch(/^-?(0|[1-9][0-9]*)\.[0-9]{4}$/);
      }),
    );
  });
});
