import type { TypeOfInvoice } from '../identifiers/codes.ts';
import type { Issue } from '../issue.ts';
import { validateNumber } from '../invoice/validate-number.ts';

/**
 * What is wrong with the amount of a cash deposit: euros, not negative, at most 2 decimals.
 * Decisions §2.
 */
export function validateCashAmount(cashAmount: number): Issue[] {
  return validateNumber('cashAmount', cashAmount, { decimals: 2, mayBeNegative: false });
}

/**
 * Whether the day's INITIAL deposit must be registered before the invoice: what was sent as `Cash`
 * needs it (Spec, States rule 3), also where the payment method makes the authority register it as
 * non-cash and ask for none (protocol §4). A superfluous deposit does no harm, a missing one is
 * code 58.
 * @param typeOfInvoice as it was sent.
 */
export function needsInitialDeposit(typeOfInvoice: TypeOfInvoice): boolean {
  return typeOfInvoice === 'Cash';
}
