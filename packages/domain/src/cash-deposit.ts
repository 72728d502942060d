import type { TypeOfInvoice } from './codes.ts';
import type { Issue } from './issue.ts';
import { validateNumber } from './validate-number.ts';

/**
 * What is wrong with the amount of a cash deposit: euros, not negative, at most 2 decimals.
 * Decisions §2.
 */
export function validateCashAmount(cashAmount: number): Issue[] {
  return validateNumber('cashAmount', cashAmount, { decimals: 2, mayBeNegative: false });
}

/**
 * Whether the day's INITIAL deposit must be registered before the invoice. Spec, States rule 3;
 * protocol, RegisterCashDepositRequest: non-cash invoices do not depend on a deposit.
 */
export function needsInitialDeposit(typeOfInvoice: TypeOfInvoice): boolean {
  return typeOfInvoice === 'Cash';
}
