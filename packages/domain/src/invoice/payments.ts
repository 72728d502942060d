// What pays an invoice. A request has one method for the whole total (Spec, Invoice request
// payload), the message a list of payments (protocol §5.3), and so has an invoice inside.

import type { TypeOfInvoice } from '../identifiers/codes.ts';
import type { DecimalText, InvoiceTotals } from './invoice.ts';
import { PAYMENT_KINDS } from './payment-methods.ts';
import type { PaymentMethod } from './payment-methods.ts';
import type { PaymentRequest } from './payment-request.ts';

/** XSD PayMethod. */
export interface Payment {
  method: PaymentMethod;
  /** Euros with 2 decimals and the sign of the total; what is paid, not what is tendered. */
  amount: DecimalText;
  /** IIC of the advance that it is paid out of; null where the method is not ADVANCE. */
  advanceIic: string | null;
}

/** What the payments of an accepted document follow from. */
interface PaidDocument {
  request: PaymentRequest;
  computed: { totals: Pick<InvoiceTotals, 'total'> };
}

/** The payments of an accepted document, at least one; together they are its total. */
export function paymentsOf({ request, computed }: PaidDocument): Payment[] {
  const { paymentMethod: method, advancePaymentIic } = request;
  const advanceIic = method === 'ADVANCE' ? (advancePaymentIic ?? null) : null;
  return [{ method, amount: computed.totals.total, advanceIic }];
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
