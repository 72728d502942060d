// Spec, Invoice request payload; decisions §4: every row of the table of fields, with what it takes
// and what it refuses. A declared table: it runs nothing.

import { BUYER, cashInvoice } from '../running-service.ts';
import { withItem } from './rows.ts';
import type { AcceptedRow, RefusedRow } from './rows.ts';

const IIC = '0123456789ABCDEF0123456789ABCDEF';
const FIELD = 'Spec, Invoice request payload';

const REQUIRED = [
  'type',
  'orderNumber',
  'typeOfInvoice',
  'paymentMethod',
  'paymentDeadline',
  'items',
] as const;

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

/** Payloads that must be stored. */
export const ACCEPTED_PAYLOADS: readonly AcceptedRow[] = [
  { clause: `${FIELD}: type Invoice`, change: {}, record: { type: 'Invoice' } },
  { clause: `${FIELD}: type Advance`, change: { type: 'Advance' }, record: { type: 'Advance' } },
  { clause: `${FIELD}: orderNumber 0`, change: { orderNumber: 0 }, record: { orderNumber: 0 } },
  {
    clause: 'Decisions §4: orderNumber up to 1 000 000 beyond the highest in use',
    change: { orderNumber: 1_000_000 },
    record: { orderNumber: 1_000_000 },
  },
  { clause: `${FIELD}: typeOfInvoice Cash`, change: {}, record: { typeOfInvoice: 'Cash' } },
  {
    clause: `${FIELD}: paymentDeadline is an ISO-8601 date-time in UTC`,
    change: { paymentDeadline: '2026-11-21T10:00:00Z' },
    record: { paymentDeadline: '2026-11-21T10:00:00Z' },
  },
  {
    clause: `${FIELD}: paymentDeadline with milliseconds`,
    change: { paymentDeadline: '2026-11-21T10:00:00.123Z' },
  },
  { clause: `${FIELD}: 1 item is enough`, change: withItem({}) },
  {
    clause: 'Decisions §4: 1000 items',
    change: { items: Array.from({ length: 1000 }, () => withItem({}).items[0]) },
    record: { totals: { withoutVat: 10_000, vat: 2_100, total: 12_100 } },
  },
  {
    clause: `${FIELD}: buyer is optional and may be null`,
    change: { buyer: null },
    record: { buyer: null },
  },
  { clause: `${FIELD}: note`, change: { note: 'Narudžba 17' }, record: { note: 'Narudžba 17' } },
  {
    clause:
      'Decisions §4: a note of 1000 characters, with a warning that the XML has the first 200',
    change: { note: 'n'.repeat(1000) },
    record: { warnings: [expect200('note')] },
  },
  {
    clause: `${FIELD}: discountAmount is a number`,
    change: { discountAmount: 1.5 },
    record: { discountAmount: 1.5 },
  },
  {
    clause: `${FIELD}: discountAmount is null`,
    change: { discountAmount: null },
    record: { discountAmount: null },
  },
  {
    clause: `${FIELD}: operatorName`,
    change: { operatorName: 'Đina' },
    record: { operatorName: 'Đina' },
  },
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
      items: [{ ...withItem({}).items[0], rebatePercentge: 5 }],
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

function expect200(field: string): string {
  return `${field} is longer than 200 characters; the authority receives the first 200`;
}

/** Payloads that must be refused. */
export const REFUSED_PAYLOADS: readonly RefusedRow[] = [
  ...REQUIRED.map((field) => ({
    clause: `${FIELD}: ${field} is required`,
    change: { [field]: undefined },
    path: field,
    code: 'FIELD_REQUIRED',
  })),
  ...Object.entries(WRONG_TYPES).map(([field, value]) => ({
    clause: `${FIELD}: ${field} has its type`,
    change: { [field]: value },
    path: field,
    code: 'FIELD_TYPE_INVALID',
  })),
  ...['invoice', 'Proforma', ''].map((type) => ({
    clause: `${FIELD}: type "${type}" is none`,
    change: { type },
    path: 'type',
    code: 'VALUE_UNKNOWN',
  })),
  ...['cash', 'NONCASH'].map((typeOfInvoice) => ({
    clause: `${FIELD}: typeOfInvoice "${typeOfInvoice}" is none`,
    change: { typeOfInvoice },
    path: 'typeOfInvoice',
    code: 'VALUE_UNKNOWN',
  })),
  ...[-1, 1.5, 2_147_483_648].map((orderNumber) => ({
    clause: `Decisions §4: orderNumber ${orderNumber} is out of range`,
    change: { orderNumber },
    path: 'orderNumber',
    code: 'ORDER_NUMBER_OUT_OF_RANGE',
  })),
  ...['2026-11-21', 'tomorrow', '2026-02-30T10:00:00Z', '2026-11-21T25:00:00Z'].map((text) => ({
    clause: `${FIELD}: paymentDeadline "${text}" is no date-time`,
    change: { paymentDeadline: text },
    path: 'paymentDeadline',
    code: 'DATE_TIME_INVALID',
  })),
  {
    clause: 'Spec, Limits: items has at least 1 element',
    change: { items: [] },
    path: 'items',
    code: 'ITEMS_REQUIRED',
  },
  {
    clause: 'Decisions §4: 1001 items are too many',
    change: { items: Array.from({ length: 1001 }, () => withItem({}).items[0]) },
    path: 'items',
    code: 'TOO_MANY_ITEMS',
  },
  {
    clause: 'Decisions §4: note of 1001 characters',
    change: { note: 'n'.repeat(1001) },
    path: 'note',
    code: 'TEXT_TOO_LONG',
  },
  {
    clause: 'Decisions §4: operatorName of 101 characters',
    change: { operatorName: 'n'.repeat(101) },
    path: 'operatorName',
    code: 'TEXT_TOO_LONG',
  },
  ...(['note', 'operatorName'] as const).map((field) => ({
    clause: `Decisions §4: control characters in ${field}`,
    change: { [field]: 'a\u0007b' },
    path: field,
    code: 'CONTROL_CHARACTER',
  })),
  {
    clause: 'Decisions §4: a negative discountAmount on an Invoice',
    change: { discountAmount: -1 },
    path: 'discountAmount',
    code: 'NEGATIVE_NOT_ALLOWED',
  },
  {
    clause: 'Decisions §4: a negative discountAmount on an Advance',
    change: { type: 'Advance', discountAmount: -1 },
    path: 'discountAmount',
    code: 'NEGATIVE_NOT_ALLOWED',
  },
  {
    clause: 'Decisions §5: discountAmount may not exceed the sum of the bases',
    change: { ...withItem({}), discountAmount: 10.01 },
    path: 'discountAmount',
    code: 'DISCOUNT_TOO_LARGE',
  },
  {
    clause: 'Decisions §4: discountAmount below 10^10',
    change: { discountAmount: 10_000_000_000 },
    path: 'discountAmount',
    code: 'AMOUNT_TOO_LARGE',
  },
  {
    clause: 'Decisions §4: ADVANCE needs advancePaymentIic',
    change: { paymentMethod: 'ADVANCE' },
    path: 'advancePaymentIic',
    code: 'ADVANCE_PAYMENT_IIC_REQUIRED',
  },
  ...[IIC.toLowerCase(), IIC.slice(1), ` ${IIC}`, `${IIC.slice(1)}G`].map((advancePaymentIic) => ({
    clause: `Decisions §4: advancePaymentIic "${advancePaymentIic}" is no IIC`,
    change: { paymentMethod: 'ADVANCE', advancePaymentIic },
    path: 'advancePaymentIic',
    code: 'IIC_INVALID',
  })),
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
