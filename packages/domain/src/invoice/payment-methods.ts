// The matrix of what goes with what. It is the specification's, not the authority's: BUSINESSCARD
// and ADVANCE are allowed for cash invoices here, and registered as what the authority takes them
// for.

import type { TypeOfInvoice } from '../identifiers/codes.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';

/**
 * By `paymentMethod` of the payload: the types of invoice that allow it. Spec, Payment-method
 * rules.
 */
const ALLOWED_WITH = {
  BANKNOTE: ['Cash'],
  CARD: ['Cash'],
  ACCOUNT: ['NonCash'],
  BUSINESSCARD: ['Cash', 'NonCash'],
  'OTHER-CASH': ['Cash'],
  FACTORING: ['NonCash'],
  ORDER: ['NonCash'],
  ADVANCE: ['Cash', 'NonCash'],
  OTHER: ['NonCash'],
} as const satisfies Record<string, readonly TypeOfInvoice[]>;
export type PaymentMethod = keyof typeof ALLOWED_WITH;
export const PAYMENT_METHODS = Object.keys(ALLOWED_WITH) as PaymentMethod[];

/** Which payment methods each type of invoice allows. */
export const ALLOWED_PAYMENT_METHODS: Readonly<Record<TypeOfInvoice, readonly PaymentMethod[]>> = {
  Cash: methodsWith('Cash'),
  NonCash: methodsWith('NonCash'),
};

function methodsWith(type: TypeOfInvoice): PaymentMethod[] {
  return PAYMENT_METHODS.filter((method) =>
    ALLOWED_WITH[method].some((allowed) => allowed === type),
  );
}

/** Methods of the cash matrix that the authority knows as non-cash only. Protocol §5.3. */
const NONCASH_METHODS: ReadonlySet<PaymentMethod> = new Set(['BUSINESSCARD', 'ADVANCE']);

/**
 * The type under which the authority registers the invoice, and which is printed. A shop may call
 * an invoice `Cash` that is paid by business card or from an advance (Spec, Payment-method rules);
 * the authority takes these for non-cash whatever the shop calls it, and refuses CASH with code 11.
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
