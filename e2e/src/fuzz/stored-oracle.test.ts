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
        vatRate: '21.00',
      },
    ],
    sameTaxGroups: [{ vatRate: '21.00', itemCount: 1, base: '1.0000', vat: '0.2100' }],
    totals: { withoutVat: '1.00', vat: '0.21', total: '1.21' },
  },
  seller: {},
  form: 1,
  ordinal: null,
  external_id: null,
  has_digest: false,
  holders: 0,
  superseded_by: null,
  replaces: null,
  replaced: null,
  advance_type: null,
  next_month: '2026-12',
  operator_names: 'free',
  operators: ['Ana Petrović:op123op123'],
  is_in_vat: true,
  prices_include_vat: false,
  original_request: null,
  original_computed: null,
  original_iic: null,
  original_status: null,
  original_time: null,
};

const item = (change: object) => ({ items: [{ ...REQUEST.items[0], ...change }] });

const IIC = 'A'.repeat(32);
const named = { external_id: 'K-1', has_digest: true, holders: 1 };
const cancelled = { form: 2, replaces: IIC, replaced: 'Invoice Fiscalized 0.00' };
const ana = { form: 2, seller: { operatorCode: 'op123op123' } };
const buyer = { idType: 'VAT', idNumber: '1', name: 'x', address: 'x', city: 'x', country: 'DEU' };

/** What the row has computed, with other amounts of its line. */
function computedOf(change: object, base: string, vat: string, total: string) {
  const lines = ROW.computed.lines.map((line) => {
    return { ...line, base: `${base}00`, vat: `${vat}00`, total: `${total}00`, ...change };
  });
  const [{ vatRate, exemption } = {}] = lines as StoredRow['computed']['lines'];
  const group = { vatRate, exemption, itemCount: 1, base: `${base}00`, vat: `${vat}00` };
  return { lines, sameTaxGroups: [group], totals: { withoutVat: base, vat, total } };
}

type Part = [method: string, amount: number, advanceIic?: string];
const computedPayments = (parts: Part[]) =>
  parts.map(([method, amount, advanceIic = null]) => {
    return { method, amount: amount.toFixed(2), advanceIic };
  });
/** Payments of the request, and with them in the row. */
const inParts = (...parts: Part[]): [object, object] => [
  { payments: parts.map(([method, amount]) => ({ method, amount })) },
  { form: 2, computed: { ...ROW.computed, payments: computedPayments(parts) } },
];

/** The sale as an export, and what it comes to. */
const exported = { vat: { rate: 0, exemption: 'VAT_CL26' }, isExport: true };
const ofExport = {
  vatRate: null,
  exemption: 'VAT_CL26',
  isExport: true,
  unitPriceAfterVat: '1.0000',
};
const free = computedOf(ofExport, '1.00', '0.00', '1.00');
const freeRow = (totals: object, change: object = {}) => ({
  form: 2,
  computed: { ...free, totals: { ...free.totals, ...totals }, ...change },
});
const exportedRow = freeRow({ exported: '1.00' });

/** The whole sale taken back, which was paid in two parts. */
const back = {
  type: 'Corrective',
  original: { id: IIC, issuedAt: '2026-11-20T10:00:00Z' },
  ...item({ unitPrice: -1, quantity: -1 }),
};
const [, paidInParts] = inParts(['BANKNOTE', 1], ['BUSINESSCARD', 0.21]);
const backRow = (...parts: Part[]) => ({
  document_type: 'Corrective',
  form: 2,
  original_status: 'Fiscalized',
  original_iic: IIC,
  original_time: '2026-11-20T11:00:00+01:00',
  original_request: REQUEST,
  original_computed: (paidInParts as StoredRow).computed,
  computed: { ...computedOf({}, '-1.00', '-0.21', '-1.21'), payments: computedPayments(parts) },
});

const SOUND: [string, object, object][] = [
  ['without any field of some', {}, {}],
  ['with an external id', { externalId: 'K-1' }, named],
  ['in several payments', ...inParts(['BANKNOTE', 1], ['BUSINESSCARD', 0.21])],
  [
    'paid out of an advance',
    { ...inParts(['BANKNOTE', 1], ['ADVANCE', 0.21])[0], advancePaymentIic: IIC },
    inParts(['BANKNOTE', 1], ['ADVANCE', 0.21, IIC])[1],
  ],
  ['that is exempt and an export', { ...item(exported), buyer }, exportedRow],
  ['of next month', { taxPeriod: '12/2026' }, { form: 2 }],
  ['that replaces', { replaces: IIC }, cancelled],
  ['of an operator', { operatorName: ' ANA pe trović' }, ana],
  ['that takes back', back, backRow(['BANKNOTE', -1], ['BUSINESSCARD', -0.21])],
];

const BROKEN: [string, object, object?][] = [
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
  ['has no new field that says nothing', { taxPeriod: '' }],
  ['its form is that of its fields', { taxPeriod: '12/2026' }],
  ['the columns say what the request says', { externalId: 'K-1' }],
  ['externalId is one', { externalId: 'x'.repeat(101) }, named],
  ['externalId is one', { externalId: 'K-1' }, { ...named, holders: 2 }],
  ['externalId is one', { externalId: 'K-1' }, { ...named, superseded_by: 'x', status: 'Pending' }],
  ['taxPeriod is a month', { taxPeriod: '1/2026' }],
  ['taxPeriod is a month', { taxPeriod: '01/2027' }],
  ['replaces names what was cancelled', { replaces: IIC }, { replaced: null }],
  ['replaces names what was cancelled', { replaces: IIC }, { replaced: 'Invoice Fiscalized 0.01' }],
  ['replaces names what was cancelled', { replaces: IIC, type: 'Advance' }, cancelled],
  ['operatorName selects the operator', { operatorName: 'Ana Petrović' }],
  ['operatorName selects the operator', { operatorName: 'Iva' }, { operator_names: 'known' }],
  ['operatorName selects the operator', {}, ana],
  ['an export has its buyer, and no VAT', item(exported), exportedRow],
  ['an export has its buyer, and no VAT', { ...item({ isExport: true }), buyer }],
  ['payments are 1 to 10', { payments: [] }],
  ['payments are 1 to 10', ...inParts(['BANKNOTE', 1.205], ['CARD', 0.005])],
  ['payments are in the matrix', ...inParts(['BANKNOTE', 1], ['businesscard', 0.21])],
  ['ORDER stands alone', ...inParts(['BANKNOTE', 1], ['ORDER', 0.21])],
  ['ADVANCE pays once', ...inParts(['ADVANCE', 1, IIC], ['ADVANCE', 0.21, IIC])],
  ['paymentMethod pays', ...inParts(['CARD', 1], ['BUSINESSCARD', 0.21])],
  ['payments are the total', ...inParts(['BANKNOTE', 1], ['CARD', 0.2])],
  ['payments are the total', ...inParts(['BANKNOTE', 1.22], ['CARD', -0.01])],
  ['payments are the total', ...inParts(['BANKNOTE', 1], ['CARD', 0.21], ['CARD', 0])],
  ['payments are as they were sent', ...inParts(['BANKNOTE', 1.21])],
  ['payments are as they were sent', {}, inParts(['BANKNOTE', 1], ['CARD', 0.21])[1]],
  [
    'ADVANCE has its IIC, and nothing else has one',
    ...inParts(['BANKNOTE', 1], ['ADVANCE', 0.21, 'a'.repeat(32)]),
  ],
  [
    'ADVANCE has its IIC, and nothing else has one',
    ...inParts(['BANKNOTE', 1, IIC], ['CARD', 0.21]),
  ],
  ['an advance is what pays as one', {}, { advance_type: 'Invoice' }],
  ['a corrective fits its original', back, backRow(['CARD', -1], ['BUSINESSCARD', -0.21])],
  ['a corrective fits its original', back, backRow(['BUSINESSCARD', -1.21])],
  ['items[0] vat.exemption is one', item({ vat: { rate: 0, exemption: 'VAT_CL25' } })],
  ['items[0] vat.exemption is one', item({ vat: { rate: 21, exemption: 'VAT_CL26' } })],
  [
    'items[0] vat.exemption is one',
    item({ vat: { rate: 0, exemption: 'VAT_CL26' } }),
    { is_in_vat: false },
  ],
  ['items[0] isExport is one or nothing', item({ isExport: 'yes' })],
  ['items[0] is taxed as it says', item({ vat: { rate: 0, exemption: 'VAT_CL27' } }), exportedRow],
  ['the amounts are those of the sentences', item(exported), freeRow({})],
  ['the amounts are those of the sentences', item(exported), freeRow({ taxFree: '1.00' })],
  [
    'the amounts are those of the sentences',
    item(exported),
    freeRow(
      { exported: '1.00' },
      { sameTaxGroups: [{ ...free.sameTaxGroups[0], vatRate: '0.00', exemption: undefined }] },
    ),
  ],
];

describe('the oracle of stored invoices', () => {
  test.each(SOUND)('finds nothing wrong with a sound row %s', (_what, change, row) => {
    expect(brokenRules({ ...ROW, request: { ...REQUEST, ...change }, ...row })).toEqual([]);
  });

  test.each(BROKEN)('sees that it is not true that %s', (rule, change, row = {}) => {
    const request = { ...REQUEST, ...change };
    expect(brokenRules({ ...ROW, request, ...row })).toContain(`not true: ${rule}`);
  });
});
