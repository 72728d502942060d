// The matrix of what goes with what. It is the specification's, not the authority's: BUSINESSCARD
// and ADVANCE are allowed for cash invoices here, and registered as what the authority takes them for.

import { PAYMENT_METHODS } from '../identifiers/codes.ts';
import type { PaymentMethod, TypeOfInvoice } from '../identifiers/codes.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';

/** Which payment methods each type of invoice allows. Spec, Payment-method rules. */
export const ALLOWED_PAYMENT_METHODS: Readonly<Record<TypeOfInvoice, readonly PaymentMethod[]>> = {
  Cash: ['BANKNOTE', 'CARD', 'BUSINESSCARD', 'OTHER-CASH', 'ADVANCE'],
  NonCash: ['ACCOUNT', 'BUSINESSCARD', 'FACTORING', 'ORDER', 'ADVANCE', 'OTHER'],
};

/** Methods of the cash matrix that the authority knows as non-cash only. Protocol §5.3. */
const NONCASH_METHODS: ReadonlySet<PaymentMethod> = new Set(['BUSINESSCARD', 'ADVANCE']);

/**
 * The type under which the authority registers the invoice, and which is printed. A shop may call an
 * invoice `Cash` that is paid by business card or from an advance (Spec, Payment-method rules); the
 * authority takes these for non-cash whatever the shop calls it, and refuses CASH with code 11.
 */
export function registeredTypeOfInvoice(
  typeOfInvoice: TypeOfInvoice,
  paymentMethod: PaymentMethod,
): TypeOfInvoice {
  return NONCASH_METHODS.has(paymentMethod) ? 'NonCash' : typeOfInvoice;
}

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
