import type { InvoiceRequest as ClientRequest } from '@fiscal/client';
import type { ComputedInvoice, InvoiceRequest, Seller } from '@fiscal/domain';
import { computeInvoice, paymentsOf } from '@fiscal/domain';
import { registerInvoiceRequest } from '@fiscal/efi';

/** Who sells. */
export const sampleSeller: Seller = {
  tin: '12345678',
  name: 'Prodavnica d.o.o.',
  address: 'Ulica 1',
  town: 'Podgorica',
  country: 'MNE',
  isInVat: true,
  vatNumber: null,
  bankAccount: null,
};

/** A sale of so many lines. */
export function sampleRequest(lines: number): InvoiceRequest {
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: '2026-12-21T00:00:00Z',
    items: Array.from({ length: lines }, (_, index) => ({
      name: `Artikal ${index + 1}`,
      unit: 'kom',
      unitPrice: 1.25 + index,
      quantity: 2,
      vat: { rate: 21 },
    })),
    buyer: null,
    note: null,
    discountAmount: null,
    operatorName: null,
    advancePaymentIic: null,
    original: null,
  };
}

/** Its amounts. */
export function sampleComputed(request: InvoiceRequest): ComputedInvoice {
  return computeInvoice(request, { isInVat: true, pricesIncludeVat: false });
}

/** Its unsigned message. */
export function sampleMessage(lines: number) {
  const request = sampleRequest(lines);
  const computed = sampleComputed(request);
  return registerInvoiceRequest({
    requestUuid: '22222222-2222-4222-8222-222222222222',
    sendDateTime: '2026-11-21T10:00:00+01:00',
    subsequentDelivery: null,
    seller: sampleSeller,
    codes: {
      businessUnitCode: 'bb123bb123',
      tcrCode: 'cc123cc123',
      softwareCode: 'ss123ss123',
      operatorCode: 'oo123oo123',
      maintainerCode: 'mm123mm123',
    },
    issued: {
      ordinal: 1,
      invoiceNumber: 'bb123bb123/1/2026/cc123cc123',
      issueDateTime: '2026-11-21T10:00:00+01:00',
      iic: 'E4033D471FEEA47A3C664B15C669C709',
      iicSignature: 'A7'.repeat(256),
      iicReferences: [],
    },
    type: request.type,
    typeOfInvoice: request.typeOfInvoice,
    payments: paymentsOf({ request, computed }),
    paymentDeadline: '2026-12-21',
    taxPeriod: null,
    note: null,
    buyer: null,
    corrective: null,
    computed,
    textEncoding: 'ascii',
  });
}

/** A sale of three lines, as a till sends it. */
export const SALE: ClientRequest = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-12-31T10:00:00Z',
  items: ['Čaj', 'Kafa', 'Žuta šljiva'].map((name) => ({
    name,
    unit: 'kom',
    unitPrice: 2.5,
    quantity: 2,
    vat: { rate: 21 },
  })),
};
export const SALE_BODY = JSON.stringify(SALE);
