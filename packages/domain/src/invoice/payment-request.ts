// What a request says of its payment: its fields, the rules about them and what is said of them.

import type { TypeOfInvoice } from '../identifiers/codes.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { decimal, decimalPlaces, signOf, sum, toDecimalText } from '../money.ts';
import { sentence } from '../sentences.ts';
import type { DecimalText } from '../money.ts';
import { isPaymentMethodAllowed, PAYMENT_METHODS } from './payment-methods.ts';
import type { PaymentMethod } from './payment-methods.ts';
import { validateNumber } from './validate-number.ts';
import { validateIic } from './validate-text.ts';

/** Extensions §2. */
export const MAX_PAYMENTS = 10;

/** One of several payments. Extensions §2. */
export interface RequestedPayment {
  method: PaymentMethod;
  /** Euros, at most 2 decimals, with the sign of the total and never 0. */
  amount: number;
}

/** Spec, Invoice request payload. */
export interface PaymentRequest {
  paymentMethod: PaymentMethod;
  /** IIC of the advance that pays: 32 hexadecimal characters, upper case. Kept with ADVANCE. */
  advancePaymentIic?: string | null | undefined;
  /** Absent where `paymentMethod` pays all, or a corrective leaves it to what was paid. */
  payments?: readonly RequestedPayment[];
}

/** A payment as far as it is there. The IIC may stand here or in the request. */
interface PartialPayment {
  method?: string | undefined;
  amount?: number | undefined;
  advancePaymentIic?: string | null | undefined;
}

/** The fields as far as they are there; a method is any text. */
export interface PartialPaymentRequest {
  paymentMethod?: string | undefined;
  advancePaymentIic?: string | null | undefined;
  /** An ill-shaped element leaves `undefined`, so that the others keep their index. */
  payments?: readonly (PartialPayment | undefined)[] | null | undefined;
}

/** The fields in their normal form; null where a method is missing or unknown, or an amount. */
export function completePayment(input: PartialPaymentRequest): PaymentRequest | null {
  const paymentMethod = knownMethod(input.paymentMethod);
  if (paymentMethod === undefined) return null;
  const payments = input.payments?.map((payment) => {
    const method = knownMethod(payment?.method);
    const amount = payment?.amount;
    return method === undefined || amount === undefined ? null : { method, amount };
  });
  const complete = payments?.filter((payment) => payment !== null);
  if (complete?.length !== payments?.length) return null;
  return {
    paymentMethod,
    advancePaymentIic: isPaidByAdvance(input) ? advanceIicOf(input) : null,
    ...(complete && { payments: complete }),
  };
}

const knownMethod = (text: string | undefined): PaymentMethod | undefined =>
  PAYMENT_METHODS.find((known) => known === text);

function isPaidByAdvance({ paymentMethod, payments }: PartialPaymentRequest): boolean {
  return payments
    ? payments.some((payment) => payment?.method === 'ADVANCE')
    : paymentMethod === 'ADVANCE';
}

function advanceIicOf({ advancePaymentIic, payments }: PartialPaymentRequest): string | null {
  const advance = payments?.find((payment) => payment?.method === 'ADVANCE');
  return advance?.advancePaymentIic ?? advancePaymentIic ?? null;
}

/**
 * The issue of a payment method outside the matrix, in the words of Spec, Errors. Where the type of
 * invoice is not known, only a method that no type allows is reported.
 */
export function validatePaymentMethod(
  path: string,
  typeOfInvoice: TypeOfInvoice | undefined,
  method: string | undefined,
): Issue[] {
  if (method === undefined) return [];
  const isAllowed =
    typeOfInvoice === undefined
      ? knownMethod(method) !== undefined
      : isPaymentMethodAllowed(typeOfInvoice, method);
  if (isAllowed) return [];
  const isCardWithoutCash = typeOfInvoice === 'NonCash' && method === 'CARD';
  const message = isCardWithoutCash
    ? 'Payment method not allowed for non-cash invoices.'
    : 'Payment method not allowed.';
  return [issue('PAYMENT_METHOD_NOT_ALLOWED', path, message)];
}

/**
 * @param takesBack whether it is a corrective: its advance is the original's where it names none.
 * @param isBlamed whether the check of shapes has reported a path.
 */
export function validateAdvancePayment(
  input: PartialPaymentRequest,
  takesBack: boolean,
  isBlamed: (path: string) => boolean,
): Issue[] {
  if (!isPaidByAdvance(input)) return [];
  const { advancePaymentIic, payments } = input;
  const issues = advancePaymentIic ? validateIic('advancePaymentIic', advancePaymentIic) : [];
  for (const [index, payment] of (payments ?? []).entries()) {
    const path = `payments[${index}].advancePaymentIic`;
    const own = payment?.method === 'ADVANCE' ? payment.advancePaymentIic : null;
    if (!own) continue;
    issues.push(...validateIic(path, own));
    if (!advancePaymentIic || own === advancePaymentIic) continue;
    const message = `${path} must be advancePaymentIic of the invoice where both are sent.`;
    issues.push(issue('ADVANCE_IIC_MISMATCH', path, message));
  }
  const isLeftOut = advanceIicOf(input) === null && !isBlamed('advancePaymentIic');
  if (!isLeftOut || (takesBack && payments)) return issues;
  const message = 'advancePaymentIic is required for ADVANCE payments.';
  return [issue('ADVANCE_PAYMENT_IIC_REQUIRED', 'advancePaymentIic', message)];
}

/** More or fewer payments than an invoice may have. */
export function wrongPaymentCount(): Issue {
  const message = `payments must have 1 to ${MAX_PAYMENTS} elements, or be left out.`;
  return issue('PAYMENTS_COUNT', 'payments', message);
}

/**
 * What is wrong with the list of payments, but for their advance. Extensions §2.
 * @param takesBack whether it is a corrective: `paymentMethod` is its original's, and need not pay.
 */
export function validatePayments(
  { paymentMethod, payments }: PartialPaymentRequest,
  typeOfInvoice: TypeOfInvoice | undefined,
  takesBack: boolean,
): Issue[] {
  if (!payments) return [];
  if (payments.length === 0 || payments.length > MAX_PAYMENTS) return [wrongPaymentCount()];
  const issues = payments.flatMap((payment, index) => {
    const path = `payments[${index}]`;
    return [
      ...validatePaymentMethod(`${path}.method`, typeOfInvoice, payment?.method),
      ...(payment?.amount === undefined
        ? []
        : validateAmount(`${path}.amount`, payment.amount, takesBack)),
    ];
  });
  const methods = payments.map((payment) => payment?.method);
  if (methods.includes('ORDER') && methods.length > 1) {
    const message = 'A payment by ORDER stands alone.';
    issues.push(issue('ORDER_NOT_ALONE', 'payments', message));
  }
  if (methods.filter((method) => method === 'ADVANCE').length > 1) {
    const message = 'An invoice is paid out of one advance at most: add the amounts up.';
    issues.push(issue('ADVANCE_REPEATED', 'payments', message));
  }
  const isUnclear = paymentMethod === undefined || methods.includes(undefined);
  if (!takesBack && !isUnclear && !methods.includes(paymentMethod)) {
    const message = `paymentMethod must be a method of payments; ${paymentMethod} is none.`;
    issues.push(issue('PAYMENT_METHOD_NOT_PAID', 'paymentMethod', message));
  }
  return issues;
}

function validateAmount(path: string, amount: number, mayBeNegative: boolean): Issue[] {
  const issues = validateNumber(path, amount, { decimals: 2, mayBeNegative });
  if (amount === 0) issues.push(issue('AMOUNT_ZERO', path, `${path} must not be 0.`));
  return issues;
}

/**
 * Payments that are not the total of the invoice to the cent, or have another sign. Extensions §2.
 * @param total null where it is not known.
 */
export function validatePaidTotal(
  { payments }: PartialPaymentRequest,
  total: DecimalText | null,
): Issue[] {
  if (!payments?.length || total === null) return [];
  const amounts = payments.map((payment) => payment?.amount ?? Number.NaN);
  if (!amounts.every(Number.isFinite)) return [];
  const parts = amounts.map(decimal);
  const paid = sum(parts);
  if (!paid.eq(decimal(total))) {
    const paidText = toDecimalText(paid, Math.max(2, ...parts.map(decimalPlaces)));
    const message = `payments add up to ${paidText}, and the total is ${total}.`;
    const sums = { payments: Number(paidText), total: Number(total) };
    return [{ ...issue('PAYMENTS_DO_NOT_ADD_UP', 'payments', message), sums }];
  }
  return parts.flatMap((part, index) => {
    const path = `payments[${index}].amount`;
    if (signOf(part) === 0 || signOf(part) === signOf(paid)) return [];
    return [issue('SIGN_MISMATCH', path, `${path} must have the sign of the total, ${total}.`)];
  });
}

/** What is accepted, but reaches the authority otherwise than it was sent. */
export function warningsOfPayment(input: PartialPaymentRequest): string[] {
  const { paymentMethod, advancePaymentIic, payments } = input;
  if (paymentMethod === undefined) return [];
  const isUnused =
    Boolean(advancePaymentIic && !isPaidByAdvance(input)) ||
    payments?.some((payment) => payment?.advancePaymentIic && payment.method !== 'ADVANCE');
  return isUnused === true ? [sentence('advanceIicUnused')] : [];
}
