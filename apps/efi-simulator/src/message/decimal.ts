// Exact amounts. XSD decimals have at most 4 decimals and quantities 3, so that a whole number of
// ten-thousandths holds every one of them; binary floating point never touches an amount.

/** A whole number of ten-thousandths (of a euro, of a percent, of a unit). */
export type Amount = bigint;

/** One cent: the tolerance of the authority's sums. Protocol §11. */
export const CENT: Amount = 100n;

/** Reads the text of an XSD decimal, `-12.3456`; the schema has already checked its form. */
export function parseAmount(text: string): Amount {
  const trimmed = text.trim();
  const isNegative = trimmed.startsWith('-');
  const [whole = '0', fraction = ''] = trimmed.replace(/^[-+]/, '').split('.');
  const units = BigInt(whole + fraction.padEnd(4, '0').slice(0, 4));
  return isNegative ? -units : units;
}

/** Digits after the point of an XSD decimal, 0 … 4. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/** As a JavaScript number, for JSON responses only. */
export function toNumber(amount: Amount): number {
  return Number(amount) / 10_000;
}

/** |a − b| ≤ tolerance. */
export function isWithin(a: Amount, b: Amount, tolerance: Amount): boolean {
  const difference = a - b;
  return (difference < 0n ? -difference : difference) <= tolerance;
}

/** a · b / divisor, rounded half away from zero; the divisor is above zero. */
export function ratio(a: bigint, b: bigint, divisor: bigint): bigint {
  const doubled = 2n * a * b;
  return (doubled + (doubled < 0n ? -divisor : divisor)) / (2n * divisor);
}

/** Sum of a field over a list. */
export function sumOf<T>(list: readonly T[], amountOf: (element: T) => Amount): Amount {
  return list.reduce((total, element) => total + amountOf(element), 0n);
}
