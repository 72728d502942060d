import { describe, expect, test } from '@jest/globals';
import { advancePaymentOf, paymentsOf, registeredTypeOfInvoice } from './payments.ts';

const IIC = 'A'.repeat(32);
const computed = { totals: { total: '-24.30' } };

describe('the payments of an invoice', () => {
  test('are one, of the whole total by its payment method', () => {
    const request = { paymentMethod: 'CARD', advancePaymentIic: null } as const;
    const payments = paymentsOf({ request, computed });
    expect(payments).toEqual([{ method: 'CARD', amount: '-24.30', advanceIic: null }]);
    expect(advancePaymentOf(payments)).toBeNull();
  });

  test('name the advance that one of them is paid out of', () => {
    const request = { paymentMethod: 'ADVANCE', advancePaymentIic: IIC } as const;
    const [payment] = paymentsOf({ request, computed });
    expect(payment).toEqual({ method: 'ADVANCE', amount: '-24.30', advanceIic: IIC });
    const cash = { method: 'BANKNOTE', amount: '1.00', advanceIic: null } as const;
    expect(advancePaymentOf([cash, payment!])).toBe(payment);
  });

  test('are cash to the authority where any of them is', () => {
    const typeWith = (...methods: ('ADVANCE' | 'BANKNOTE' | 'BUSINESSCARD')[]) =>
      registeredTypeOfInvoice(
        'Cash',
        methods.map((method) => ({ method })),
      );
    expect(typeWith('ADVANCE', 'BANKNOTE')).toBe('Cash');
    expect(typeWith('BUSINESSCARD', 'ADVANCE')).toBe('NonCash');
  });
});
