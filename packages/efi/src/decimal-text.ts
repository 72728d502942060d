// Amounts as the authority wants them written: a plain decimal number with a fixed count of
// decimals. Works on the text itself, so nothing is ever rounded here; rounding is the domain's.
import type { DecimalText } from '@fiscal/domain';
import { MessageError } from './messages/message-error.ts';

const PLAIN_DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/**
 * The same number with at least `fewest` and at most `most` decimals, as few as lose nothing. Zero
 * never carries a minus: `-0.00` matches the schema but is not to be sent (Protocol §2.1).
 * Throws `MessageError` with `DECIMAL_NOT_EXACT` if more decimals are needed.
 */
export function decimalsBetween(fewest: number, most: number, value: DecimalText): DecimalText {
  const parts = PLAIN_DECIMAL.exec(value);
  const [, sign = '', whole = '', fraction = ''] = parts ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (parts === null || digits.length > most) {
    throw new MessageError(
      'DECIMAL_NOT_EXACT',
      `${value} cannot be written exactly with ${most} decimals.`,
    );
  }
  const magnitude = [whole.replace(/^0+(?=[0-9])/, ''), digits.padEnd(fewest, '0')]
    .filter((part) => part !== '')
    .join('.');
  return /[1-9]/.test(magnitude) ? sign + magnitude : magnitude;
}

/** The same number with exactly `decimals` decimals: `12.5` with 2 is `12.50`. Throws as above. */
export function withDecimals(decimals: number, value: DecimalText): DecimalText {
  return decimalsBetween(decimals, decimals, value);
}
