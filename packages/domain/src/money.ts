// Exact decimal arithmetic for amounts. Everything here rounds half away from zero and rounds once;
// no amount ever passes through a binary fraction. This file knows numbers, not invoices: what is
// rounded when is decided in invoice-line.ts and totals.ts (decisions §5).

/**
 * An exact decimal number in plain notation, `-12.3400`. Amounts are euros unless said otherwise.
 */
export type DecimalText = string;

/**
 * A text or number that is no decimal, or not exact enough, reached the arithmetic: a fault of
 * ours.
 */
export class DecimalError extends Error {
  readonly code = 'INVALID_DECIMAL';

  constructor(message: string) {
    super(message);
    this.name = 'DecimalError';
  }
}

/** A whole number: a safe integer or a bigint, which takes many times as long. Never -0. */
type Units = number | bigint;

const isSafe = (units: number): boolean => Math.abs(units) <= Number.MAX_SAFE_INTEGER;

// What is no safe integer may have been rounded, and is never rounded to one.
function product(one: Units, other: Units): Units {
  if (typeof one === 'number' && typeof other === 'number') {
    const exact = one * other + 0;
    if (isSafe(exact)) return exact;
  }
  return BigInt(one) * BigInt(other);
}

function total(one: Units, other: Units): Units {
  if (typeof one === 'number' && typeof other === 'number') {
    const exact = one + other;
    if (isSafe(exact)) return exact;
  }
  return BigInt(one) + BigInt(other);
}

/** The quotient to a whole number, half away from zero. */
function quotient(dividend: Units, divisor: Units): Units {
  const away = dividend < 0 === divisor < 0 ? 1 : -1;
  if (typeof dividend === 'number' && typeof divisor === 'number') {
    const rest = dividend % divisor;
    const whole = (dividend - rest) / divisor + 0;
    return 2 * Math.abs(rest) < Math.abs(divisor) ? whole : whole + away;
  }
  const [a, b] = [BigInt(dividend), BigInt(divisor)];
  const rest = a % b;
  const isNearer = 2n * (rest < 0n ? -rest : rest) < (b < 0n ? -b : b);
  return isNearer ? (a - rest) / b : (a - rest) / b + BigInt(away);
}

const POWERS = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

const powerOfTen = (exponent: number): Units => POWERS[exponent] ?? 10n ** BigInt(exponent);

/** An exact decimal number. Immutable; compare with `.cmp`, never with `<`, which would throw. */
export class Decimal {
  /** The value in units of 10^-places. */
  readonly units: Units;
  /** Not the fewest. */
  readonly places: number;

  constructor(units: Units, places: number) {
    this.units = units;
    this.places = places;
  }

  plus(added: Decimal | string): Decimal {
    const other = exact(added);
    const places = Math.max(this.places, other.places);
    return new Decimal(total(this.unitsOf(places), other.unitsOf(places)), places);
  }

  minus(taken: Decimal | string): Decimal {
    return this.plus(exact(taken).neg());
  }

  times(factor: Decimal | string): Decimal {
    const other = exact(factor);
    return new Decimal(product(this.units, other.units), this.places + other.places);
  }

  neg(): Decimal {
    return new Decimal(product(this.units, -1), this.places);
  }

  abs(): Decimal {
    return this.units < 0 ? this.neg() : this;
  }

  /** 1, 0 or -1: above, equal to or below the other one. */
  cmp(compared: Decimal | string): 1 | 0 | -1 {
    const other = exact(compared);
    const places = Math.max(this.places, other.places);
    const [one, two] = [this.unitsOf(places), other.unitsOf(places)];
    return one > two ? 1 : one < two ? -1 : 0;
  }

  eq(other: Decimal | string): boolean {
    return this.cmp(other) === 0;
  }

  gt(other: Decimal | string): boolean {
    return this.cmp(other) > 0;
  }

  gte(other: Decimal | string): boolean {
    return this.cmp(other) >= 0;
  }

  lt(other: Decimal | string): boolean {
    return this.cmp(other) < 0;
  }

  lte(other: Decimal | string): boolean {
    return this.cmp(other) <= 0;
  }

  /** Rounded half away from zero to at most so many decimals. */
  round(places: number): Decimal {
    return places < this.places ? new Decimal(this.unitsOf(places), places) : this;
  }

  /** Plain notation with exactly so many decimals, rounded; if absent, as few as lose nothing. */
  toFixed(places = decimalPlaces(this)): DecimalText {
    const units: Units = this.unitsOf(places);
    if (places === 0) return String(units);
    const digits = String(units < 0 ? -units : units).padStart(places + 1, '0');
    return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }

  /** In units of 10^-places, rounded half away from zero where there are fewer. */
  unitsOf(places: number): Units {
    const more = places - this.places;
    if (more === 0) return this.units;
    return more > 0
      ? product(this.units, powerOfTen(more))
      : quotient(this.units, powerOfTen(-more));
  }

  toString(): DecimalText {
    return this.toFixed();
  }

  valueOf(): never {
    throw new DecimalError('A decimal is no binary fraction.');
  }
}

function exact(value: Decimal | string): Decimal {
  return value instanceof Decimal ? value : parse(value);
}

const NUMERIC = /^(-?(?:\d+(?:\.\d*)?|\.\d+))(?:e([+-]?\d{1,3}))?$/i;
/** Of digits, that are a safe integer with their sign. */
const SAFE_LENGTH = 15;

function parse(text: string): Decimal {
  const found = typeof text === 'string' ? NUMERIC.exec(text) : null;
  const [, written, exponent] = found ?? [];
  if (written === undefined) throw new DecimalError(`Not a finite decimal number: ${text}.`);
  const point = written.indexOf('.');
  const digits = point < 0 ? written : written.slice(0, point) + written.slice(point + 1);
  const units = digits.length <= SAFE_LENGTH ? Number(digits) + 0 : BigInt(digits);
  const places = (point < 0 ? 0 : digits.length - point) - Number(exponent ?? 0);
  return places < 0
    ? new Decimal(product(units, powerOfTen(-places)), 0)
    : new Decimal(units, places);
}

/**
 * The exact decimal value. A number from JSON stands for its shortest decimal text: 0.1 is one
 * tenth, not the binary fraction nearest to it. Throws DecimalError on anything not finite.
 */
export function decimal(value: number | string): Decimal {
  if (typeof value === 'string') return parse(value);
  // Of 15 digits and less no two numbers have the same nearest binary fraction, so where this one
  // is that of a decimal with few digits, it is the shortest text.
  for (const [places, power] of FEW_PLACES) {
    const units: number = Math.round(value * power) + 0;
    if (Math.abs(units) < FEW_UNITS && units / power === value) return new Decimal(units, places);
  }
  return parse(String(value));
}

/** Those of most amounts. */
const FEW_PLACES = [
  [0, 1],
  [2, 100],
  [4, 10_000],
] as const;
const FEW_UNITS = 1e15;

/** Nothing, exactly. */
export const ZERO: Decimal = decimal('0');

/** One hundred, for percentages. */
export const HUNDRED: Decimal = decimal('100');

/** The value rounded half away from zero to at most `decimals` decimals. */
export function roundTo(value: Decimal, decimals: number): Decimal {
  return value.round(decimals);
}

/** The quotient, rounded once, half away from zero, to at most `decimals` decimals. */
export function divide(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  if (signOf(divisor) === 0) throw new DecimalError('A division by zero.');
  const more = decimals + divisor.places - dividend.places;
  const units = product(dividend.units, powerOfTen(Math.max(more, 0)));
  const by = product(divisor.units, powerOfTen(Math.max(-more, 0)));
  return new Decimal(quotient(units, by), decimals);
}

/** The exact sum; zero for no values. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

/** 1, 0 or -1. */
export function signOf(value: Decimal): 1 | 0 | -1 {
  return value.units > 0 ? 1 : value.units < 0 ? -1 : 0;
}

/** Plain notation with exactly `decimals` decimals, rounded; never an exponent, never `-0.00`. */
export function toDecimalText(value: Decimal, decimals: number): DecimalText {
  return value.toFixed(decimals);
}

/** Plain notation with no more decimals than the value has; never an exponent, never `-0`. */
export function toShortestText(value: Decimal): DecimalText {
  return value.toFixed();
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
  let { units, places } = value;
  while (places > 0 && (typeof units === 'number' ? units % 10 === 0 : units % 10n === 0n)) {
    units = typeof units === 'number' ? units / 10 : units / 10n;
    places -= 1;
  }
  return places;
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
  const parts = weights.map((weight) => BigInt(totalSign) * BigInt(weight.unitsOf(places)));
  const whole = parts.reduce((total, part) => total + part, 0n);
  const units = BigInt(amount.abs().unitsOf(decimals));

  const remainders = parts.map((part) => positiveModulo(units * part, whole));
  const shares = parts.map((part, index) => (units * part - (remainders[index] ?? 0n)) / whole);
  const left = Number(units - shares.reduce((total, share) => total + share, 0n));
  const served = new Set(indexesByLargest(remainders).slice(0, left));

  const amountSign = BigInt(signOf(amount));
  return shares.map((share, index) => {
    const signed = amountSign * (served.has(index) ? share + 1n : share);
    return new Decimal(signed, decimals);
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
