// Exact decimal arithmetic for amounts. Everything here rounds half away from zero and rounds once;
// no amount ever passes through binary floating point. This file knows numbers, not invoices: what
// is rounded when is decided in invoice-line.ts and totals.ts (decisions §5).

import BigJs from 'big.js';
import type { Big } from 'big.js';

/**
 * An exact decimal number in plain notation, `-12.3400`. Amounts are euros unless said otherwise.
 */
export type DecimalText = string;

/** An exact decimal number. Immutable; compare with `.cmp`, never with `<`, which would throw. */
export type Decimal = Big;

// A constructor of our own: the settings of big.js are per constructor, and another package that
// changed the global ones must not change how we round. Strict refuses binary floating point.
const Exact = BigJs();
const HALF_AWAY_FROM_ZERO = 1;
Exact.RM = HALF_AWAY_FROM_ZERO;
Exact.strict = true;

/**
 * A text or number that is no decimal, or not exact enough, reached the arithmetic: a fault of
 * ours.
 */
export class DecimalError extends Error {
  readonly code = 'INVALID_DECIMAL';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DecimalError';
  }
}

/**
 * The exact decimal value. A number from JSON stands for its shortest decimal text: 0.1 is one
 * tenth, not the binary fraction nearest to it. Throws DecimalError on anything not finite.
 */
export function decimal(value: number | string): Decimal {
  try {
    return new Exact(String(value));
  } catch (cause) {
    throw new DecimalError(`Not a finite decimal number: ${value}.`, { cause });
  }
}

/** Nothing, exactly. */
export const ZERO: Decimal = decimal('0');

/** One hundred, for percentages. */
export const HUNDRED: Decimal = decimal('100');

/** The value rounded half away from zero to at most `decimals` decimals. */
export function roundTo(value: Decimal, decimals: number): Decimal {
  return value.round(decimals, HALF_AWAY_FROM_ZERO);
}

/** The quotient, rounded once, half away from zero, to at most `decimals` decimals. */
export function divide(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  // big.js takes the decimals of a division from the constructor, and rounds from the remainder.
  Exact.DP = decimals;
  return new Exact(dividend).div(divisor);
}

/** The exact sum; zero for no values. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

/** 1, 0 or -1. */
export function signOf(value: Decimal): 1 | 0 | -1 {
  const order = value.cmp(ZERO);
  return order > 0 ? 1 : order < 0 ? -1 : 0;
}

/** Plain notation with exactly `decimals` decimals, rounded; never an exponent, never `-0.00`. */
export function toDecimalText(value: Decimal, decimals: number): DecimalText {
  const rounded = roundTo(value, decimals);
  return (signOf(rounded) === 0 ? ZERO : rounded).toFixed(decimals);
}

/** Plain notation with no more decimals than the value has; never an exponent, never `-0`. */
export function toShortestText(value: Decimal): DecimalText {
  return (signOf(value) === 0 ? ZERO : value).toFixed();
}

const PLAIN_NOTATION = /^-?\d+(?:\.\d+)?$/;

/**
 * The same number with at least `fewest` and at most `most` decimals, as few as lose nothing: it is
 * never rounded. Zero has no minus. Throws DecimalError for what is no plain decimal or needs more
 * decimals.
 */
export function exactText(value: DecimalText, fewest: number, most = fewest): DecimalText {
  if (!PLAIN_NOTATION.test(value)) throw new DecimalError(`Not a decimal number: "${value}".`);
  const exact = decimal(value);
  const places = decimalPlaces(exact);
  if (places > most) {
    throw new DecimalError(`${value} cannot be written exactly with ${most} decimals.`);
  }
  return toDecimalText(exact, Math.max(places, fewest));
}

/** How many decimals the value needs to be written in full. */
export function decimalPlaces(value: Decimal): number {
  return Math.max(0, value.c.length - 1 - value.e);
}

// The value as a whole number of units of 10^-decimals. The caller has made sure that it is one.
function toUnits(value: Decimal, decimals: number): bigint {
  return BigInt(value.times(`1e${decimals}`).toFixed());
}

/**
 * Spreads an amount over weights in proportion, in units of 10^-`decimals`, by largest remainder:
 * the shares add up to the amount exactly, and each is less than one unit from its exact part.
 * Equal remainders are served in the order of the weights. Negating the amount, or all the weights
 * together with it, negates every share. Throws RangeError if the weights add up to zero, or if the
 * amount has more decimals than the shares.
 */
export function spread(amount: Decimal, weights: readonly Decimal[], decimals: number): Decimal[] {
  const totalSign = signOf(sum(weights));
  if (totalSign === 0) throw new RangeError('Nothing to spread over: the weights sum to zero.');
  if (decimalPlaces(amount) > decimals)
    throw new RangeError('The amount is finer than the shares.');

  // Everything is turned positive first, so that a cancellation breaks ties as its original did.
  const places = Math.max(...weights.map(decimalPlaces));
  const parts = weights.map((weight) => BigInt(totalSign) * toUnits(weight, places));
  const whole = parts.reduce((total, part) => total + part, 0n);
  const units = toUnits(amount.abs(), decimals);

  const remainders = parts.map((part) => positiveModulo(units * part, whole));
  const shares = parts.map((part, index) => (units * part - (remainders[index] ?? 0n)) / whole);
  const left = Number(units - shares.reduce((total, share) => total + share, 0n));
  const served = new Set(indexesByLargest(remainders).slice(0, left));

  const amountSign = BigInt(signOf(amount));
  return shares.map((share, index) => {
    const signed = amountSign * (served.has(index) ? share + 1n : share);
    return decimal(`${signed.toString()}e-${decimals}`);
  });
}

function positiveModulo(value: bigint, modulus: bigint): bigint {
  const remainder = value % modulus;
  return remainder < 0n ? remainder + modulus : remainder;
}

function indexesByLargest(values: readonly bigint[]): number[] {
  return values
    .map((value, index) => ({ value, index }))
    .sort((a, b) => (a.value === b.value ? a.index - b.index : a.value > b.value ? -1 : 1))
    .map(({ index }) => index);
}
