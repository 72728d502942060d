// Spec, Invoice request payload; decisions §4: every row of the table of fields, with what it takes
// and what it refuses. A declared table: it runs nothing.

import { BUYER, cashInvoice } from '../service/running-service.ts';
import { withItem } from './rows.ts';
import type { AcceptedRow, RefusedRow } from './rows.ts';

const IIC = '0123456789ABCDEF0123456789ABCDEF';
const FIELD = 'Spec, Invoice request payload';
const [ITEM] = withItem({}).items;

const REQUIRED = [
  'type',
  'orderNumber',
  'typeOfInvoice',
  'paymentMethod',
  'paymentDeadline',
  'items',
];

const WRONG_TYPES: Record<string, unknown> = {
  type: 1,
  orderNumber: '0',
  typeOfInvoice: true,
  paymentMethod: ['CARD'],
  paymentDeadline: 1_700_000_000,
  items: {},
  buyer: 'Kupac',
  note: 17,
  discountAmount: '1.00',
  operatorName: {},
  advancePaymentIic: 5,
};

/** The record says what was sent. */
const kept = (clause: string, sent: object): AcceptedRow => ({
  clause,
  change: sent,
  record: sent,
});

/** Payloads that must be stored. */
export const ACCEPTED_PAYLOADS: readonly AcceptedRow[] = [
  { clause: `${FIELD}: type Invoice`, change: {}, record: { type: 'Invoice' } },
  kept(`${FIELD}: type Advance`, { type: 'Advance' }),
  kept(`${FIELD}: orderNumber 0`, { orderNumber: 0 }),
  kept('Decisions §4: orderNumber up to 1 000 000 beyond the highest in use', {
    orderNumber: 1_000_000,
  }),
  { clause: `${FIELD}: typeOfInvoice Cash`, change: {}, record: { typeOfInvoice: 'Cash' } },
  kept(`${FIELD}: paymentDeadline is an ISO-8601 date-time in UTC`, {
    paymentDeadline: '2026-11-21T10:00:00Z',
  }),
  {
    clause: `${FIELD}: paymentDeadline with milliseconds`,
    change: { paymentDeadline: '2026-11-21T10:00:00.123Z' },
  },
  { clause: `${FIELD}: 1 item is enough`, change: withItem({}) },
  {
    clause: 'Decisions §4: 1000 items',
    change: { items: Array(1000).fill(ITEM) },
    record: { totals: { withoutVat: 10_000, vat: 2_100, total: 12_100 } },
  },
  kept(`${FIELD}: buyer is optional and may be null`, { buyer: null }),
  kept(`${FIELD}: note`, { note: 'Narudžba 17' }),
  {
    clause:
      'Decisions §4: a note of 1000 characters, with a warning that the XML has the first 200',
    change: { note: 'n'.repeat(1000) },
    record: {
      warnings: ['note is longer than 200 characters; the authority receives the first 200'],
    },
  },
  kept('Decisions §4: line breaks in note are kept', { note: 'prvi red\r\ndrugi\n\nčetvrti' }),
  {
    clause: 'Decisions §4: what is cut of a note is measured after transliteration',
    change: { note: 'đ'.repeat(101) },
    record: {
      warnings: [
        'note is longer than 200 characters after transliteration; ' +
          'the authority receives the first 200',
      ],
    },
  },
  kept(`${FIELD}: discountAmount is a number`, { discountAmount: 1.5 }),
  kept(`${FIELD}: discountAmount is null`, { discountAmount: null }),
  kept(`${FIELD}: operatorName`, { operatorName: 'Đina' }),
  {
    clause: `${FIELD}: advancePaymentIic on an ADVANCE payment`,
    change: { paymentMethod: 'ADVANCE', advancePaymentIic: IIC },
    record: { advancePaymentIic: IIC },
  },
  {
    clause: 'Decisions §4: text is normalised to NFC',
    change: { note: 'c\u030c' },
    record: { note: 'č' },
  },
  {
    clause: 'Decisions §4: unknown fields are ignored and named in warnings',
    change: {
      colour: 'red',
      items: [{ ...ITEM, rebatePercentge: 5 }],
      buyer: { ...BUYER, phone: '069' },
    },
    record: {
      warnings: [
        'items[0].rebatePercentge is not a known field and was ignored',
        'colour is not a known field and was ignored',
        'buyer.phone is not a known field and was ignored',
      ],
    },
  },
];

/** @param others what else has to be sent for it. */
const refused = (
  clause: string,
  path: string,
  value: unknown,
  code: string,
  others: object = {},
): RefusedRow => ({ clause, change: { ...others, [path]: value }, path, code });

/** Payloads that must be refused. */
export const REFUSED_PAYLOADS: readonly RefusedRow[] = [
  ...REQUIRED.map((field) =>
    refused(`${FIELD}: ${field} is required`, field, undefined, 'FIELD_REQUIRED'),
  ),
  ...Object.entries(WRONG_TYPES).map(([field, value]) =>
    refused(`${FIELD}: ${field} has its type`, field, value, 'FIELD_TYPE_INVALID'),
  ),
  ...['invoice', 'Proforma', ''].map((type) =>
    refused(`${FIELD}: type "${type}" is none`, 'type', type, 'VALUE_UNKNOWN'),
  ),
  ...['cash', 'NONCASH'].map((type) =>
    refused(`${FIELD}: typeOfInvoice "${type}" is none`, 'typeOfInvoice', type, 'VALUE_UNKNOWN'),
  ),
  ...[-1, 1.5, 2_147_483_648].map((number) => {
    const clause = `Decisions §4: orderNumber ${number} is out of range`;
    return refused(clause, 'orderNumber', number, 'ORDER_NUMBER_OUT_OF_RANGE');
  }),
  ...[
    '2026-11-21',
    '1899-11-21T10:00:00Z',
    '9999-11-21T10:00:00Z',
    'tomorrow',
    '2026-02-30T10:00:00Z',
    '2026-11-21T25:00:00Z',
  ].map((text) => {
    const clause = `${FIELD}: paymentDeadline "${text}" is no date-time`;
    return refused(clause, 'paymentDeadline', text, 'DATE_TIME_INVALID');
  }),
  refused('Spec, Limits: items has at least 1 element', 'items', [], 'ITEMS_REQUIRED'),
  refused(
    'Decisions §4: 1001 items are too many',
    'items',
    Array(1001).fill(ITEM),
    'TOO_MANY_ITEMS',
  ),
  ...Object.entries({ note: 1001, operatorName: 101 }).map(([field, length]) => {
    const clause = `Decisions §4: ${field} of ${length} characters`;
    return refused(clause, field, 'n'.repeat(length), 'TEXT_TOO_LONG');
  }),
  ...['note', 'operatorName'].map((field) =>
    refused(`Decisions §4: control characters in ${field}`, field, 'a\u0007b', 'CONTROL_CHARACTER'),
  ),
  ...['Invoice', 'Advance'].map((type) => {
    const clause = `Decisions §4: a negative discountAmount on an ${type}`;
    return refused(clause, 'discountAmount', -1, 'NEGATIVE_NOT_ALLOWED', { type });
  }),
  {
    clause: 'Decisions §5: discountAmount may not exceed the sum of the bases',
    change: { ...withItem({}), discountAmount: 10.01 },
    path: 'discountAmount',
    code: 'DISCOUNT_TOO_LARGE',
  },
  refused('Decisions §4: discountAmount below 10^10', 'discountAmount', 1e10, 'AMOUNT_TOO_LARGE'),
  {
    clause: 'Decisions §4: ADVANCE needs advancePaymentIic',
    change: { paymentMethod: 'ADVANCE' },
    path: 'advancePaymentIic',
    code: 'ADVANCE_PAYMENT_IIC_REQUIRED',
  },
  ...[IIC.toLowerCase(), IIC.slice(1), ` ${IIC}`, `${IIC.slice(1)}G`].map((iic) => {
    const clause = `Decisions §4: advancePaymentIic "${iic}" is no IIC`;
    return refused(clause, 'advancePaymentIic', iic, 'IIC_INVALID', { paymentMethod: 'ADVANCE' });
  }),
];

/** Decisions §2: a payload with many mistakes, and every path that must be named. */
export const MANY_MISTAKES = {
  payload: cashInvoice({
    type: 'Proforma',
    orderNumber: undefined,
    paymentMethod: 'ACCOUNT',
    paymentDeadline: 'soon',
    items: [
      { name: '', unitPrice: '1', quantity: 0, vat: { rate: 19 } },
      { name: 'Kafa', unitPrice: -1, quantity: 1.2345, vat: {} },
    ],
    buyer: { idType: 'TIN', idNumber: '1', name: 'Kupac', country: 'XXX' },
  }),
  paths: [
    'type',
    'orderNumber',
    'paymentMethod',
    'paymentDeadline',
    'items[0].name',
    'items[0].unitPrice',
    'items[0].vat.rate',
    'items[1].quantity',
    'items[1].vat.rate',
    'buyer.idNumber',
    'buyer.country',
  ],
};
