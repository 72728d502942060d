// Sound invoices, and what takes them back.

import type { ControlBody } from '@fiscal/testbed';

/** An invoice record or an error body: what a test asserts on. */
export type Body = ControlBody;

/** A sound cash invoice of 9.66 €. */
export function cashInvoice(change: object = {}) {
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: '2026-11-21T10:00:00Z',
    items: [
      { name: 'Šećer & „žuti“ čaj', unit: 'kom', unitPrice: 2.5, quantity: 2, vat: { rate: 21 } },
      { name: 'Knjiga', code: 'K-7', unit: 'kom', unitPrice: 3.374, quantity: 1, vat: { rate: 7 } },
    ],
    ...change,
  };
}

/** A company that buys. */
export const BUYER = {
  idType: 'TIN' as const,
  idNumber: '02345678',
  name: 'Kupac d.o.o.',
  address: 'Ulica 2',
  city: 'Nikšić',
};

/** A sound non-cash invoice to a company. */
export function nonCashInvoice(change: object = {}) {
  return cashInvoice({
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: '2026-12-21T00:00:00Z',
    buyer: BUYER,
    note: 'Narudžba 17',
    ...change,
  });
}

/** The full cancellation of a fiscalized invoice. Spec, Corrective rules. */
export function cancellationOf(original: Body) {
  const items = original.invoiceData.items as { quantity: number; unitPrice: number }[];
  return {
    type: 'Corrective',
    orderNumber: 0,
    typeOfInvoice: original.typeOfInvoice,
    paymentMethod: original.paymentMethod,
    paymentDeadline: original.paymentDeadline,
    buyer: original.buyer,
    discountAmount: original.discountAmount,
    items: items.map((item) => ({
      ...item,
      quantity: -item.quantity,
      unitPrice: -item.unitPrice,
    })),
    original: { id: original.iic, issuedAt: original.fiscalizedAt },
  };
}
