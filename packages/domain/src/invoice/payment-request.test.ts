// Extensions §2: what `payments` of a request may say.

import { describe, expect, test } from '@jest/globals';
import { differencesFrom, repeatableCall } from './external-id.ts';
import type { PartialInvoice } from './partial-invoice.ts';
import { validateInvoice } from './validate-invoice.ts';

const CONTEXT = {
  isInVat: true,
  pricesIncludeVat: true,
  vatRates: [21, 15, 7, 0],
  now: new Date('2026-11-26T12:00:00Z'),
  writtenText: (text: string) => text,
};
const IIC = '0123456789ABCDEF0123456789ABCDEF';
const OTHER = 'A'.repeat(32);

const sale: PartialInvoice = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-11-26T12:00:00Z',
  items: [{ name: 'Kafa', unitPrice: 20, quantity: 1, vat: { rate: 21 } }],
};
const corrective: PartialInvoice = {
  ...sale,
  type: 'Corrective',
  items: [{ name: 'Kafa', unitPrice: -20, quantity: -1, vat: { rate: 21 } }],
  original: { id: IIC, issuedAt: '2026-11-26T13:00:00+01:00' },
};
const notes = { method: 'BANKNOTE', amount: 12.5 };
const card = { method: 'CARD', amount: 7.5 };
const advance = { method: 'ADVANCE', amount: 7.5, advancePaymentIic: IIC };
const mixed: PartialInvoice = { ...sale, payments: [notes, card] };
const eleven = new Array<typeof notes>(11).fill({ method: 'BANKNOTE', amount: 1 });

type Change = Partial<PartialInvoice>;
const found = (change: Change, of = mixed): string[] =>
  validateInvoice({ ...of, ...change }, CONTEXT).issues.map(({ path, code }) => `${path} ${code}`);
const withCard = (change: object): Change => ({ payments: [notes, { ...card, ...change }] });

describe('payments that are accepted', () => {
  test.each<[string, Change]>([
    ['two methods', {}],
    ['one method that pays all', { payments: [{ method: 'BANKNOTE', amount: 20 }] }],
    ['equal methods', { payments: [notes, card].map((part) => ({ ...part, method: 'BANKNOTE' })) }],
    ['ten parts', { payments: new Array<typeof notes>(10).fill({ ...notes, amount: 2 }) }],
    ['an amount with an exponent, which is a number like any other', withCard({ amount: 75e-1 })],
    ['null, which is none', { payments: null }],
    ['an advance beside cash', { payments: [notes, advance] }],
    ['BUSINESSCARD beside cash', withCard({ method: 'BUSINESSCARD' })],
    ['none of a total of 0.00', { items: [{ ...sale.items![0], unitPrice: 0 }], payments: null }],
  ])('%s', (_case, change) => {
    expect(found(change)).toEqual([]);
  });

  test('are kept as they are, apart, and absent where none are sent', () => {
    const { invoice } = validateInvoice(mixed, CONTEXT);
    expect(invoice?.payments).toEqual([notes, card]);
    expect(validateInvoice(invoice!, CONTEXT).invoice).toEqual(invoice);
    expect(validateInvoice(sale, CONTEXT).invoice).not.toHaveProperty('payments');
    expect(validateInvoice({ ...sale, payments: null }, CONTEXT).invoice).not.toHaveProperty(
      'payments',
    );
  });

  test.each<[string, Change]>([
    ['the payment', { payments: [notes, advance] }],
    [
      'the invoice',
      { payments: [notes, { ...advance, advancePaymentIic: null }], advancePaymentIic: IIC },
    ],
    ['both', { payments: [notes, advance], advancePaymentIic: IIC }],
  ])('name their advance in %s, which is the same', (_place, change) => {
    const { invoice, issues } = validateInvoice({ ...sale, ...change }, CONTEXT);
    expect(issues).toEqual([]);
    expect(invoice).toMatchObject({
      advancePaymentIic: IIC,
      payments: [notes, { method: 'ADVANCE', amount: 7.5 }],
    });
    const call = (request: PartialInvoice) =>
      repeatableCall({ ...request, externalId: 'a' })?.content;
    expect(call({ ...sale, ...change })).toBe(call({ ...sale, payments: [notes, advance] }));
    expect(call({ ...sale, ...change })).not.toBe(call(mixed));
    expect(differencesFrom(invoice!, { ...sale, ...change })).toEqual([]);
  });

  test.each<[string, Change]>([
    ['a method', { payments: [notes, { ...card, advancePaymentIic: IIC }] }],
    ['the invoice', { ...mixed, advancePaymentIic: IIC }],
  ])('warn of an IIC of %s that no advance pays', (_place, change) => {
    const { warnings, invoice } = validateInvoice({ ...mixed, ...change }, CONTEXT);
    expect(warnings).toEqual([
      'advancePaymentIic is used for ADVANCE payments only and was ignored',
    ]);
    expect(invoice).toMatchObject({ advancePaymentIic: null, payments: [notes, card] });
  });
});

describe('payments that are refused', () => {
  test.each<[string, Change, string[]]>([
    ['none', { payments: [] }, ['payments PAYMENTS_COUNT']],
    [
      'eleven',
      { payments: eleven },
      ['payments PAYMENTS_COUNT', 'payments PAYMENTS_DO_NOT_ADD_UP'],
    ],
    ['a cent less', withCard({ amount: 7.49 }), ['payments PAYMENTS_DO_NOT_ADD_UP']],
    ['a cent more', withCard({ amount: 7.51 }), ['payments PAYMENTS_DO_NOT_ADD_UP']],
    [
      'a part of a cent',
      withCard({ amount: 7.501 }),
      ['payments[1].amount TOO_MANY_DECIMALS', 'payments PAYMENTS_DO_NOT_ADD_UP'],
    ],
    [
      'an amount of 0',
      {
        payments: [
          { ...notes, amount: 20 },
          { ...card, amount: 0 },
        ],
      },
      ['payments[1].amount AMOUNT_ZERO'],
    ],
    [
      'a negative amount, which is change',
      {
        payments: [
          { ...notes, amount: 27.5 },
          { ...card, amount: -7.5 },
        ],
      },
      ['payments[1].amount NEGATIVE_NOT_ALLOWED', 'payments[1].amount SIGN_MISMATCH'],
    ],
    [
      'an amount too large',
      withCard({ amount: 1e10 }),
      ['payments[1].amount AMOUNT_TOO_LARGE', 'payments PAYMENTS_DO_NOT_ADD_UP'],
    ],
    [
      'an exponent far below a cent',
      withCard({ amount: 1e-7 }),
      ['payments[1].amount TOO_MANY_DECIMALS', 'payments PAYMENTS_DO_NOT_ADD_UP'],
    ],
    [
      'a method in the wrong case',
      withCard({ method: 'card' }),
      ['payments[1].method PAYMENT_METHOD_NOT_ALLOWED'],
    ],
    [
      'a method that is not offered',
      withCard({ method: 'COMPANY' }),
      ['payments[1].method PAYMENT_METHOD_NOT_ALLOWED'],
    ],
    [
      'a method of the other type',
      withCard({ method: 'ACCOUNT' }),
      ['payments[1].method PAYMENT_METHOD_NOT_ALLOWED'],
    ],
    [
      'a method beside paymentMethod',
      { paymentMethod: 'OTHER-CASH' },
      ['paymentMethod PAYMENT_METHOD_NOT_PAID'],
    ],
    [
      'an advance that is not named',
      withCard({ method: 'ADVANCE' }),
      ['advancePaymentIic ADVANCE_PAYMENT_IIC_REQUIRED'],
    ],
    [
      'an advance that is no IIC',
      withCard({ ...advance, advancePaymentIic: 'a1' }),
      ['payments[1].advancePaymentIic IIC_INVALID'],
    ],
    [
      'two IICs of one advance',
      { payments: [notes, advance], advancePaymentIic: OTHER },
      ['payments[1].advancePaymentIic ADVANCE_IIC_MISMATCH'],
    ],
    [
      'the same IIC twice',
      { payments: [{ ...notes, amount: 5 }, advance, advance] },
      ['payments ADVANCE_REPEATED'],
    ],
    [
      'two advances',
      { payments: [{ ...notes, amount: 5 }, advance, { ...advance, advancePaymentIic: OTHER }] },
      ['payments ADVANCE_REPEATED'],
    ],
    [
      'any of a total of 0.00',
      { items: [{ ...sale.items![0], unitPrice: 0 }], payments: [notes] },
      ['payments PAYMENTS_DO_NOT_ADD_UP'],
    ],
  ])('%s', (_case, change, codes) => {
    expect(found(change)).toEqual(codes);
  });

  test('ORDER beside another method', () => {
    const payments = [
      { method: 'ORDER', amount: 12.5 },
      { method: 'ACCOUNT', amount: 7.5 },
    ];
    const nonCash = { ...sale, typeOfInvoice: 'NonCash', paymentMethod: 'ORDER' };
    expect(found({ payments }, nonCash)).toEqual(['payments ORDER_NOT_ALONE']);
    expect(found({ payments: [{ method: 'ORDER', amount: 20 }] }, nonCash)).toEqual([]);
  });

  test('say both sums', () => {
    const { issues } = validateInvoice({ ...mixed, ...withCard({ amount: 7.49 }) }, CONTEXT);
    expect(issues).toEqual([
      {
        code: 'PAYMENTS_DO_NOT_ADD_UP',
        path: 'payments',
        message: 'payments add up to 19.99, and the total is 20.00.',
        sums: { payments: 19.99, total: 20 },
      },
    ]);
  });

  test('are reported with everything else, and what is ill-shaped is not blamed again', () => {
    const change = { payments: [undefined, { method: 'card', amount: 1.001 }], orderNumber: -1 };
    expect(found(change)).toEqual([
      'orderNumber ORDER_NUMBER_OUT_OF_RANGE',
      'payments[1].method PAYMENT_METHOD_NOT_ALLOWED',
      'payments[1].amount TOO_MANY_DECIMALS',
    ]);
    expect(found({ items: undefined })).toEqual([]);
  });
});

describe('payments of a corrective', () => {
  test('are negative with it, need not have paymentMethod, and may leave the advance to it', () => {
    const payments = [{ method: 'ADVANCE', amount: -20 }];
    expect(found({ payments }, corrective)).toEqual([]);
    const { invoice } = validateInvoice({ ...corrective, payments }, CONTEXT);
    expect(invoice).toMatchObject({ payments, advancePaymentIic: null });
  });

  test('are compared with the total when that is known beside the others', () => {
    expect(found({ payments: [{ method: 'CARD', amount: -19 }] }, corrective)).toEqual([]);
  });
});
