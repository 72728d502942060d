import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { decimal, decimalPlaces, signOf } from '../money.ts';
import type { Decimal } from '../money.ts';

/** Absolute amounts stay below this. Decisions §4. */
const AMOUNT_LIMIT = decimal('1e10');

/** Whether the amount, of either sign, is too large for an invoice. Decisions §4. */
export function isTooLarge(amount: Decimal): boolean {
  return amount.abs().cmp(AMOUNT_LIMIT) >= 0;
}

/** What a number of the payload may be. */
export interface NumberRule {
  decimals: number;
  mayBeNegative: boolean;
}

/** What is wrong with an amount or a quantity: too large, too fine, or negative. Decisions §4. */
export function validateNumber(path: string, value: number, rule: NumberRule): Issue[] {
  if (!Number.isFinite(value) || isTooLarge(decimal(value))) {
    return [issue('AMOUNT_TOO_LARGE', path, `${path} must be below 10000000000.`)];
  }
  const exact = decimal(value);
  const issues: Issue[] = [];
  if (!rule.mayBeNegative && signOf(exact) < 0) {
    issues.push(issue('NEGATIVE_NOT_ALLOWED', path, `${path} must not be negative.`));
  }
  if (decimalPlaces(exact) > rule.decimals) {
    issues.push(tooManyDecimals(path, rule.decimals));
  }
  return issues;
}

/** What is wrong with a percentage: not within 0 … 100, or finer than 4 decimals. Decisions §4. */
export function validatePercentage(path: string, value: number): Issue[] {
  if (!(value >= 0 && value <= 100)) {
    const message = `${path} must be between 0 and 100.`;
    return [issue('PERCENTAGE_OUT_OF_RANGE', path, message)];
  }
  return decimalPlaces(decimal(value)) > 4 ? [tooManyDecimals(path, 4)] : [];
}

function tooManyDecimals(path: string, decimals: number): Issue {
  const message = `${path} must have at most ${decimals} decimals.`;
  return issue('TOO_MANY_DECIMALS', path, message);
}
