import { describe, expect, test } from '@jest/globals';
import type { TypeOfInvoice } from '../identifiers/codes.ts';
import { ALLOWED_PAYMENT_METHODS, PAYMENT_METHODS } from './payment-methods.ts';
import { validatePaymentMethod } from './payment-request.ts';
import { registeredTypeOfInvoice } from './payments.ts';

describe('payment methods', () => {
  const refusalOf = (type: TypeOfInvoice | undefined, paymentMethod: string) =>
    validatePaymentMethod('paymentMethod', type, paymentMethod);
  // Written down a second time, from the specification's two tables and two "not allowed" lists.
  const allowed = {
    Cash: 'BANKNOTE CARD BUSINESSCARD OTHER-CASH ADVANCE'.split(' '),
    NonCash: 'ACCOUNT BUSINESSCARD FACTORING ORDER ADVANCE OTHER'.split(' '),
  };

  test.each(['Cash', 'NonCash'] as const)('%s allows what its table lists, and no more', (type) => {
    const passing = PAYMENT_METHODS.filter((method) => !refusalOf(type, method).length);
    expect([...passing].sort()).toEqual([...allowed[type]].sort());
  });

  test('CARD on a non-cash invoice is refused in the words of the specification', () => {
    expect(refusalOf('NonCash', 'CARD')).toEqual([
      {
        code: 'PAYMENT_METHOD_NOT_ALLOWED',
        path: 'paymentMethod',
        message: 'Payment method not allowed for non-cash invoices.',
      },
    ]);
  });

  test.each([
    ['NonCash', 'BANKNOTE'],
    ['Cash', 'ACCOUNT'],
    ['Cash', 'SVOUCHER'],
    ['NonCash', 'SVOUCHER'],
    ['Cash', 'banknote'],
    [undefined, 'COMPANY'],
  ] as const)('%s with %s is not allowed', (type, method) => {
    expect(refusalOf(type, method)).toMatchObject([
      { code: 'PAYMENT_METHOD_NOT_ALLOWED', message: 'Payment method not allowed.' },
    ]);
  });

  test('the authority registers as cash what its own table lists as cash, and nothing else', () => {
    // Protocol §5.3, written down a second time.
    const cash = ['BANKNOTE', 'CARD', 'OTHER-CASH'];
    for (const type of ['Cash', 'NonCash'] as const) {
      for (const method of ALLOWED_PAYMENT_METHODS[type]) {
        const expected = cash.includes(method) ? 'Cash' : 'NonCash';
        expect([method, registeredTypeOfInvoice(type, [{ method }])]).toEqual([method, expected]);
      }
    }
  });

  test('while the type of invoice is not known, a known method is not blamed', () => {
    expect(refusalOf(undefined, 'CARD')).toEqual([]);
  });
});
