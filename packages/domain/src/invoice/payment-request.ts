// What a request says of its payment: its fields, the rules about them and what is said of them.

import type { TypeOfInvoice } from '../identifiers/codes.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { sentence } from '../sentences.ts';
import { isPaymentMethodAllowed, PAYMENT_KINDS, PAYMENT_METHODS } from './payment-methods.ts';
import type { PaymentMethod } from './payment-methods.ts';
import { validateIic } from './validate-text.ts';

/** Spec, Invoice request payload. */
export interface PaymentRequest {
  paymentMethod: PaymentMethod;
  /** IIC of the advance that pays: 32 hexadecimal characters, upper case. Kept with ADVANCE. */
  advancePaymentIic?: string | null | undefined;
}

/** The fields as far as they are there; a method is any text. */
export interface PartialPaymentRequest {
  paymentMethod?: string | undefined;
  advancePaymentIic?: string | null | undefined;
}

/** The fields in their normal form; null where the method is missing or unknown. */
export function completePayment(input: PartialPaymentRequest): PaymentRequest | null {
  const method = PAYMENT_METHODS.find((known) => known === input.paymentMethod);
  if (method === undefined) return null;
  const advancePaymentIic = method === 'ADVANCE' ? (input.advancePaymentIic ?? null) : null;
  return { paymentMethod: method, advancePaymentIic };
}

/**
 * The issue of a payment method outside the matrix, in the words of Spec, Errors. Where the type of
 * invoice is not known, only a method that no type allows is reported.
 */
export function validatePaymentMethod(
  typeOfInvoice: TypeOfInvoice | undefined,
  { paymentMethod }: PartialPaymentRequest,
): Issue[] {
  if (paymentMethod === undefined) return [];
  const isAllowed =
    typeOfInvoice === undefined
      ? PAYMENT_METHODS.some((known) => known === paymentMethod)
      : isPaymentMethodAllowed(typeOfInvoice, paymentMethod);
  if (isAllowed) return [];
  const isCardWithoutCash = typeOfInvoice === 'NonCash' && paymentMethod === 'CARD';
  const message = isCardWithoutCash
    ? 'Payment method not allowed for non-cash invoices.'
    : 'Payment method not allowed.';
  return [issue('PAYMENT_METHOD_NOT_ALLOWED', 'paymentMethod', message)];
}

/** @param isBlamed whether the check of shapes has reported a path. */
export function validateAdvancePayment(
  { paymentMethod, advancePaymentIic }: PartialPaymentRequest,
  isBlamed: (path: string) => boolean,
): Issue[] {
  if (paymentMethod !== 'ADVANCE') return [];
  if (advancePaymentIic) return validateIic('advancePaymentIic', advancePaymentIic);
  if (isBlamed('advancePaymentIic')) return [];
  const message = 'advancePaymentIic is required for ADVANCE payments.';
  return [issue('ADVANCE_PAYMENT_IIC_REQUIRED', 'advancePaymentIic', message)];
}

/** What is accepted, but reaches the authority otherwise than it was sent. */
export function warningsOfPayment(
  typeOfInvoice: string | undefined,
  { paymentMethod, advancePaymentIic }: PartialPaymentRequest,
): string[] {
  if (paymentMethod === undefined) return [];
  const warnings: string[] = [];
  if (advancePaymentIic && paymentMethod !== 'ADVANCE') warnings.push(sentence('advanceIicUnused'));
  if (
    typeOfInvoice === 'Cash' &&
    isPaymentMethodAllowed('Cash', paymentMethod) &&
    !PAYMENT_KINDS[paymentMethod].isCash
  ) {
    warnings.push(sentence('nonCash', { paymentMethod }));
  }
  return warnings;
}
