import type { DecimalText } from '@fiscal/domain';
import { PdfError } from './pdf-error.ts';

/** The parts of a decimal number in plain notation. */
export interface DecimalParts {
  negative: boolean;
  /** Digits before the point, without leading zeros: `0`, `1234`. */
  integer: string;
  /** Digits after the point as written, possibly none. */
  fraction: string;
}

/** Splits `-12.3400`. Throws `PDF_DOCUMENT_INVALID` for anything that is no plain decimal. */
export function decimalParts(text: DecimalText): DecimalParts {
  const match = /^(-?)0*(\d+?)(?:\.(\d+))?$/.exec(text);
  if (match?.[2] === undefined) {
    throw new PdfError('PDF_DOCUMENT_INVALID', `"${text}" is not a decimal number.`);
  }
  const fraction = match[3] ?? '';
  const isNegative = match[1] === '-' && /[1-9]/.test(match[2] + fraction);
  return { negative: isNegative, integer: match[2], fraction };
}

/** How many decimals the value needs at least to be written exactly. */
export function significantDecimals(text: DecimalText): number {
  return decimalParts(text).fraction.replace(/0+$/, '').length;
}

/** Whether the value is zero, whatever its sign and decimals. */
export function isZero(text: DecimalText): boolean {
  const { integer, fraction } = decimalParts(text);
  return /^0*$/.test(integer + fraction);
}

/** Exact sum; as many decimals as the longest summand has. */
export function sumDecimals(summands: readonly DecimalText[]): DecimalText {
  const parts = summands.map(decimalParts);
  const scale = Math.max(0, ...parts.map((part) => part.fraction.length));
  const sum = parts.reduce((total, part) => {
    const digits = BigInt(part.integer + part.fraction.padEnd(scale, '0'));
    return part.negative ? total - digits : total + digits;
  }, 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = scale > 0 ? `.${digits.slice(point)}` : '';
  return `${sum < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

/** The value with its sign turned. */
export function negateDecimal(text: DecimalText): DecimalText {
  const { negative, integer, fraction } = decimalParts(text);
  const digits = fraction === '' ? integer : `${integer}.${fraction}`;
  return negative || isZero(text) ? digits : `-${digits}`;
}
