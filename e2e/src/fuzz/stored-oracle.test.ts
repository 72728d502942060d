// The judge of the fuzz run must not be blind: every rule is broken once.

import { describe, expect, test } from '@jest/globals';
import { brokenRules } from './stored-oracle.ts';
import type { StoredRow } from './stored-oracle.ts';

const REQUEST: StoredRow['request'] = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-11-21T10:00:00Z',
  items: [
    {
      name: 'Kafa',
      code: null,
      unit: null,
      unitPrice: 1,
      quantity: 1,
      vat: { rate: 21 },
      rebatePercentage: null,
      rebateReducingBase: null,
    },
  ],
  buyer: null,
  note: null,
  discountAmount: null,
  operatorName: null,
  advancePaymentIic: null,
  original: null,
};

const ROW: StoredRow = {
  status: 'Draft',
  document_type: 'Invoice',
  type_of_invoice: 'Cash',
  payment_method: 'BANKNOTE',
  order_number: '0',
  note: null,
  request: REQUEST,
  computed: {
    lines: [
      {
        base: '1.0000',
        vat: '0.2100',
        total: '1.2100',
        discount: '0.0000',
        unitPriceBeforeVat: '1.0000',
        unitPriceAfterVat: '1.2100',
      },
    ],
    sameTaxGroups: [{ vatRate: '21.00', itemCount: 1, base: '1.0000', vat: '0.2100' }],
    totals: { withoutVat: '1.00', vat: '0.21', total: '1.21' },
  },
  is_in_vat: true,
  prices_include_vat: false,
  original_request: null,
  original_iic: null,
  original_status: null,
  original_time: null,
};

const item = (change: object) => ({ items: [{ ...REQUEST.items[0], ...change }] });

const BROKEN: [string, object][] = [
  ['has no fields but those of the contract', { polluted: true }],
  ['its type is one of the list', { type: 'invoice' }],
  ['orderNumber is in range', { orderNumber: -1 }],
  ['paymentMethod is in the matrix', { paymentMethod: 'ACCOUNT' }],
  ['paymentDeadline is a date-time', { paymentDeadline: 'soon' }],
  ['has 1 to 1000 items', { items: [] }],
  ['note is a text', { note: 'a\u0000' }],
  ['note is a text', { note: 'c\u030c' }],
  ['operatorName is a text', { operatorName: '\ud800' }],
  ['ADVANCE has its IIC, and nothing else has one', { paymentMethod: 'ADVANCE' }],
  ['discountAmount is an amount', { discountAmount: -0.5 }],
  ['the buyer is one', { buyer: { idType: 'TIN', idNumber: '1', name: 'x', country: null } }],
  ['the columns say what the request says', { orderNumber: 1 }],
  ['the amounts are those of the sentences', item({ quantity: 2 })],
  ['a corrective fits its original', { type: 'Corrective' }],
  ['items[0] has no fields but those of the contract', item({ colour: 'red' })],
  ['items[0] has a name', item({ name: ' ' })],
  ['items[0] code is a text', item({ code: 'x'.repeat(51) })],
  ['items[0] unit is a text', item({ unit: '\ufffe' })],
  ['items[0] unitPrice is an amount', item({ unitPrice: 1.00001 })],
  ['items[0] unitPrice is an amount', item({ unitPrice: -1 })],
  ['items[0] quantity is one', item({ quantity: -1 })],
  ['items[0] vat.rate is configured', item({ vat: { rate: 20 } })],
  ['items[0] rebate is a percentage', item({ rebatePercentage: 101 })],
  ['items[0] rebateReducingBase is a boolean or nothing', item({ rebateReducingBase: 'no' })],
];

describe('the oracle of stored invoices', () => {
  test('finds nothing wrong with a sound row', () => {
    expect(brokenRules(ROW)).toEqual([]);
  });

  test.each(BROKEN)('sees that it is not true that %s', (rule, change) => {
    const request = { ...REQUEST, ...change };
    expect(brokenRules({ ...ROW, request })).toContain(`not true: ${rule}`);
  });
});
