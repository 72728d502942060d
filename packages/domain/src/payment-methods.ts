// The matrix of what goes with what. It is the specification's, not the authority's: BUSINESSCARD
// and ADVANCE are allowed for cash invoices here, and packages/efi sends what is declared here.

import { PAYMENT_METHODS } from './codes.ts';
import type { PaymentMethod, TypeOfInvoice } from './codes.ts';
import { issue } from './issue.ts';
import type { Issue } from './issue.ts';

/** Which payment methods each type of invoice allows. Spec, Payment-method rules. */
export const ALLOWED_PAYMENT_METHODS: Readonly<Record<TypeOfInvoice, readonly PaymentMethod[]>> = {
  Cash: ['BANKNOTE', 'CARD', 'BUSINESSCARD', 'OTHER-CASH', 'ADVANCE'],
  NonCash: ['ACCOUNT', 'BUSINESSCARD', 'FACTORING', 'ORDER', 'ADVANCE', 'OTHER'],
};

/** Whether the text is a payment method at all. SVOUCHER is not: decisions §4. */
export function isPaymentMethod(text: string): text is PaymentMethod {
  return PAYMENT_METHODS.some((method) => method === text);
}

/** Whether the matrix allows this payment method, known or not, for this type of invoice. */
export function isPaymentMethodAllowed(
  typeOfInvoice: TypeOfInvoice,
  paymentMethod: string,
): paymentMethod is PaymentMethod {
  return ALLOWED_PAYMENT_METHODS[typeOfInvoice].some((method) => method === paymentMethod);
}

/**
 * The issue of a payment method outside the matrix, in the words of Spec, Errors. Where the type of
 * invoice is not known, only a method that no type allows is reported.
 */
export function validatePaymentMethod(
  typeOfInvoice: TypeOfInvoice | undefined,
  paymentMethod: string,
): Issue[] {
  const isAllowed =
    typeOfInvoice === undefined
      ? isPaymentMethod(paymentMethod)
      : isPaymentMethodAllowed(typeOfInvoice, paymentMethod);
  if (isAllowed) return [];
  const isCardWithoutCash = typeOfInvoice === 'NonCash' && paymentMethod === 'CARD';
  const message = isCardWithoutCash
    ? 'Payment method not allowed for non-cash invoices.'
    : 'Payment method not allowed.';
  return [issue('PAYMENT_METHOD_NOT_ALLOWED', 'paymentMethod', message)];
}
