// What pays an invoice: the payments of its request, or the whole total by one method (Spec,
// Invoice request payload; extensions §2). The message has a list of them (protocol §5.3).

import type { TypeOfInvoice } from '../identifiers/codes.ts';
import { ZERO, decimal, toDecimalText } from '../money.ts';
import type { Decimal, DecimalText } from '../money.ts';
import type { ComputedInvoice, InvoiceTotals } from './invoice.ts';
import { PAYMENT_KINDS } from './payment-methods.ts';
import type { Payment, PaymentMethod } from './payment-methods.ts';
import type { PaymentRequest } from './payment-request.ts';

/** What the payments of an accepted document follow from. */
export interface PaidDocument {
  request: PaymentRequest;
  computed: Pick<ComputedInvoice, 'payments'> & { totals: Pick<InvoiceTotals, 'total'> };
}

/** The payments of an accepted document, at least one; together they are its total. */
export function paymentsOf({ request, computed }: PaidDocument): readonly Payment[] {
  return computed.payments ?? requestedPayments(request, computed.totals.total);
}

/** Those of the request; where it has none, its payment method pays the total. */
export function requestedPayments(request: PaymentRequest, total: DecimalText): Payment[] {
  const { paymentMethod, advancePaymentIic } = request;
  const payments = request.payments ?? [{ method: paymentMethod, amount: total }];
  return payments.map(({ method, amount }) => ({
    method,
    amount: toDecimalText(decimal(amount), 2),
    advanceIic: method === 'ADVANCE' ? (advancePaymentIic ?? null) : null,
  }));
}

/** The amounts with the payments, which are left out where the payment method pays the total. */
export function withPayments(
  computed: ComputedInvoice,
  payments: readonly Payment[],
  { paymentMethod, advancePaymentIic }: PaymentRequest,
): ComputedInvoice {
  const alone = requestedPayments({ paymentMethod, advancePaymentIic }, computed.totals.total);
  return JSON.stringify(payments) === JSON.stringify(alone) ? computed : { ...computed, payments };
}

/** Amounts by method, in the order of their first payment. */
export function sumsByMethod(payments: readonly Payment[]): Map<PaymentMethod, Decimal> {
  const sums = new Map<PaymentMethod, Decimal>();
  for (const { method, amount } of payments) {
    sums.set(method, (sums.get(method) ?? ZERO).plus(decimal(amount)));
  }
  return sums;
}

/** The payment out of an advance, of which a document has one at most; null where it has none. */
export function advancePaymentOf(payments: readonly Payment[]): Payment | null {
  return payments.find(({ method }) => method === 'ADVANCE') ?? null;
}

/**
 * The type under which the authority registers the invoice, and which is printed: cash where any
 * payment is cash to it. A shop may call an invoice `Cash` that is paid by business card or from an
 * advance (Spec, Payment-method rules); the authority takes these for non-cash whatever the shop
 * calls it, and refuses CASH with code 11.
 */
export function registeredTypeOfInvoice(
  typeOfInvoice: TypeOfInvoice,
  payments: readonly Pick<Payment, 'method'>[],
): TypeOfInvoice {
  return payments.some(({ method }) => PAYMENT_KINDS[method].isCash) ? typeOfInvoice : 'NonCash';
}
