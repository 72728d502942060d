import { expect, test } from '@jest/globals';
import { FORMS, invoiceForm } from './forms.ts';
import type { InvoiceContent } from './forms.ts';
import { requestedPayments, withPayments } from './invoice/payments.ts';
import { computeInvoice } from './invoice/totals.ts';
import type { InvoiceItem, InvoiceRequest } from './invoice/invoice.ts';

const request: InvoiceRequest = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-11-26T12:00:00Z',
  items: [{ name: 'Usluga', unitPrice: 10, quantity: 1, vat: { rate: 21 } }],
  externalId: 'order-1',
};
const content: InvoiceContent = {
  request,
  computed: computeInvoice(request, { pricesIncludeVat: true, isInVat: true }),
  seller: {
    tin: '02004003',
    name: 'Radnja d.o.o.',
    address: 'Ulica 1',
    town: 'Podgorica',
    country: 'MNE',
    isInVat: true,
    vatNumber: null,
    bankAccount: null,
  },
};

function usingItem(fields: Partial<InvoiceItem>): InvoiceContent {
  const items = request.items.map((item) => ({ ...item, ...fields }));
  return { ...content, request: { ...request, items } };
}

const parts = [5, 5].map((amount) => ({ method: 'BANKNOTE', amount }) as const);
/** Each field of form 2, and the content that uses it. */
const OF_FORM_2: [string, InvoiceContent][] = [
  [
    'several payments',
    {
      ...content,
      computed: withPayments(
        content.computed,
        requestedPayments({ ...request, payments: parts }, '10.00'),
        request,
      ),
    },
  ],
  ['taxPeriod', { ...content, request: { ...request, taxPeriod: '11/2026' } }],
  ['vat.exemption', usingItem({ vat: { rate: 0, exemption: 'VAT_CL26' } })],
  ['isExport', usingItem({ isExport: true })],
  ['replaces', { ...content, request: { ...request, replaces: 'A'.repeat(32) } }],
  ['placeOfIssue', { ...content, seller: { ...content.seller, placeOfIssue: 'Bar' } }],
  ['operatorCode', { ...content, seller: { ...content.seller, operatorCode: 'aa123aa123' } }],
];

test.each(OF_FORM_2)('ADR 26: an invoice with %s waits for a release of form 2', (_field, used) => {
  expect(invoiceForm(used)).toBe(2);
});

test('ADR 26: an invoice without newer fields is of form 1, which every release knows', () => {
  const unused = { ...request, taxPeriod: null, replaces: null };
  const notExempt = usingItem({ vat: { rate: 0, exemption: null }, isExport: false });
  const payments = [{ method: 'BANKNOTE', amount: 10 }] as const;
  const alone = withPayments(
    content.computed,
    requestedPayments({ ...request, payments }, '10.00'),
    request,
  );
  const paidAlone = { ...content, computed: alone };
  const contents = [content, { ...content, request: unused }, notExempt, paidAlone];
  expect(contents.map(invoiceForm)).toEqual([1, 1, 1, 1]);
});

test('ADR 26: the newest form is that of an invoice with the newest field', () => {
  expect(Math.max(...OF_FORM_2.map(([, used]) => invoiceForm(used)))).toBe(FORMS.invoice);
});
