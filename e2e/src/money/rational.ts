// Exact rational numbers for the money oracle: a numerator and a denominator, nothing else. Written
// for the proof alone, so that no mistake of the service's own arithmetic can hide here as well.

/** `n / d`, with `d` above zero. Not reduced. */
export interface Rational {
  n: bigint;
  d: bigint;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** The exact value of a decimal text, or of a number's shortest decimal text. */
export function rational(value: number | string): Rational {
  const match = DECIMAL.exec(String(value));
  if (match === null) throw new Error(`not a decimal: ${value}`);
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const power = Number(exponent) - fraction.length;
  return power >= 0
    ? { n: digits * 10n ** BigInt(power), d: 1n }
    : { n: digits, d: 10n ** BigInt(-power) };
}

export const ZERO: Rational = { n: 0n, d: 1n };

export const add = (a: Rational, b: Rational): Rational =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const subtract = (a: Rational, b: Rational): Rational => add(a, negate(b));
export const multiply = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
export const absolute = (a: Rational): Rational => (a.n < 0n ? negate(a) : a);
export const isZero = (a: Rational): boolean => a.n === 0n;
export const total = (values: readonly Rational[]): Rational => values.reduce(add, ZERO);

/** Throws RangeError where `b` is zero. */
export function quotient(a: Rational, b: Rational): Rational {
  return b.n < 0n ? { n: a.n * -b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
}

/** Whole units of 10^-decimals, half away from zero. */
function units(a: Rational, decimals: number): bigint {
  const scaled = a.n * 10n ** BigInt(decimals);
  const magnitude = scaled < 0n ? -scaled : scaled;
  const rounded = (2n * magnitude + a.d) / (2n * a.d);
  return scaled < 0n ? -rounded : rounded;
}

/** The value rounded half away from zero. */
export const round = (a: Rational, decimals: number): Rational => ({
  n: units(a, decimals),
  d: 10n ** BigInt(decimals),
});

/** Plain text with exactly so many decimals; the value must have no more. */
export function text(a: Rational, decimals: number): string {
  const scaled = units(a, decimals);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, -decimals), digits.slice(-decimals)];
  return `${scaled < 0n ? '-' : ''}${whole}.${fraction}`;
}
