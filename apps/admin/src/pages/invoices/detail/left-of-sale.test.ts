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
  correctable: InvoiceRecord['correctable'],
  original: InvoiceRecord['original'] = null,
): InvoiceRecord =>
  ({ original, correctable, invoiceData: { items }, totals: { total: 10.19 } }) as InvoiceRecord;
const ORIGINAL = { id: 'A'.repeat(32), issuedAt: '2026-11-21T10:00:00+01:00' };

const whole = { total: 10.19, items: [line(0, 2), line(1, 0.5)] };
const nothing = { total: 0, items: [] };

test.each([
  ['nothing is said before it is fiscalized', record(null), null],
  ['all, as it was sold', record(whole), 'all'],
  ['a smaller quantity', record({ ...whole, items: [line(0, 1), line(1, 0.5)] }), 'something'],
  ['a line less', record({ ...whole, items: [line(1, 0.5)] }), 'something'],
  ['a later discount', record({ ...whole, total: 9 }), 'something'],
  [
    'a line that was issued again',
    record({ ...whole, items: [line(0, 2), line(null, 0.5)] }),
    'something',
  ],
  ['nothing', record(nothing), 'nothing'],
  ['nothing, of a corrective', record(nothing, ORIGINAL), 'nothing'],
  ['a corrective shows the sale', record(whole, ORIGINAL), 'something'],
])('what is left of a sale: %s', (_case, given, expected) => {
  expect(leftOfSale(given)).toBe(expected);
});
