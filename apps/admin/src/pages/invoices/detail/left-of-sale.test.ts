import { expect, test } from '@jest/globals';
import type { InvoiceRecord } from '../invoice-queries.ts';
import { leftOfSale } from './left-of-sale.ts';

const items = [
  { name: 'Kafa', unitPrice: 2, quantity: 2, vat: { rate: 21 } },
  { name: 'Sir', unitPrice: 10, quantity: 0.5, vat: { rate: 7 } },
];
const line = (index: number | null, quantity: number) => ({
  index,
  quantity,
  invoiceId: '01a1fc55-2cdf-73ef-aa77-43205231e756',
  line: index ?? 0,
  name: 'Kafa',
});
const record = (
  type: InvoiceRecord['type'],
  correctable: InvoiceRecord['correctable'],
): InvoiceRecord =>
  ({ type, correctable, invoiceData: { items }, totals: { total: 10.19 } }) as InvoiceRecord;

const whole = { total: 10.19, items: [line(0, 2), line(1, 0.5)] };
const nothing = { total: 0, items: [] };

test.each([
  ['nothing is said before it is fiscalized', record('Invoice', null), null],
  ['all, as it was sold', record('Invoice', whole), 'all'],
  [
    'a smaller quantity',
    record('Invoice', { ...whole, items: [line(0, 1), line(1, 0.5)] }),
    'something',
  ],
  ['a line less', record('Advance', { ...whole, items: [line(1, 0.5)] }), 'something'],
  ['a later discount', record('Invoice', { ...whole, total: 9 }), 'something'],
  [
    'a line that was issued again',
    record('Invoice', { ...whole, items: [line(0, 2), line(null, 0.5)] }),
    'something',
  ],
  ['nothing', record('Invoice', nothing), 'nothing'],
  ['nothing, of a corrective', record('Corrective', nothing), 'nothing'],
  ['a corrective shows the sale', record('Corrective', whole), 'something'],
])('what is left of a sale: %s', (_case, given, expected) => {
  expect(leftOfSale(given)).toBe(expected);
});
