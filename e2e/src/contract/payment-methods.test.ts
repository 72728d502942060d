// Spec, Payment-method rules: every method with both types of invoice. What is allowed is really
// fiscalized; what is not gets the specified words.

import { describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import { expectRefusal, testNothingFound } from './rows.ts';
import { openShop } from './shop.ts';

const ALLOWED = {
  NonCash: ['ACCOUNT', 'BUSINESSCARD', 'FACTORING', 'ORDER', 'ADVANCE', 'OTHER'],
  Cash: ['BANKNOTE', 'CARD', 'BUSINESSCARD', 'OTHER-CASH', 'ADVANCE'],
} as const;
const NOT_ALLOWED = {
  NonCash: ['CARD', 'BANKNOTE', 'OTHER-CASH'],
  Cash: ['ACCOUNT', 'FACTORING', 'ORDER', 'OTHER'],
} as const;
const TYPES = ['NonCash', 'Cash'] as const;
const pairs = (table: Record<(typeof TYPES)[number], readonly string[]>) =>
  TYPES.flatMap((type) => table[type].map((method) => [type, method] as const));

const service = await startService();
const shop = await openShop(service);
// Enough for every sale of this file.
const paid = [{ name: 'Avans', unitPrice: 1000, quantity: 1, vat: { rate: 21 } }];
const advance = await shop.test.fiscalized(cashInvoice({ type: 'Advance', items: paid }));

const invoiceOf = (typeOfInvoice: string, paymentMethod: string) => {
  const change = {
    paymentMethod,
    ...(paymentMethod === 'ADVANCE' ? { advancePaymentIic: String(advance.iic) } : {}),
  };
  return typeOfInvoice === 'Cash' ? cashInvoice(change) : nonCashInvoice(change);
};

describe('the matrix', () => {
  test.each(pairs(ALLOWED))(
    'Spec, Payment-method rules: %s + %s is fiscalized',
    async (typeOfInvoice, paymentMethod) => {
      const record = await shop.test.fiscalized(invoiceOf(typeOfInvoice, paymentMethod));
      expect(record).toMatchObject({ status: 'Fiscalized', typeOfInvoice, paymentMethod });
      const ledger = await service.control('GET', `/ledger?iic=${String(record.iic)}`);
      expect(ledger.invoices).toHaveLength(1);
      expect(ledger.invoices[0].fic).toBe(record.fic);
      const [sent] = await service.submissionsOf(record.id);
      expect(sent?.request).toContain(`Type="${paymentMethod}"`);
    },
  );

  test.each(ALLOWED.Cash)(
    'Spec, Payment-method rules: Cash + %s is fiscalized in one step',
    async (paymentMethod) => {
      const { status, body } = await shop.test.createAndPrint(invoiceOf('Cash', paymentMethod));
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: 'Fiscalized', paymentMethod });
    },
  );

  test.each(pairs(NOT_ALLOWED))(
    'Spec, Payment-method rules: %s + %s is 400',
    async (typeOfInvoice, paymentMethod) => {
      const response = await shop.test.draft(invoiceOf(typeOfInvoice, paymentMethod));
      expectRefusal(response, {
        path: 'paymentMethod',
        code: 'PAYMENT_METHOD_NOT_ALLOWED',
        message:
          paymentMethod === 'CARD'
            ? 'Payment method not allowed for non-cash invoices.'
            : 'Payment method not allowed.',
      });
    },
  );

  test.each(['SVOUCHER', 'CHECK', 'card', 'OTHER_CASH', ''])(
    'Decisions §4: "%s" is in neither matrix: 400',
    async (paymentMethod) => {
      for (const typeOfInvoice of TYPES) {
        const response = await shop.test.draft(invoiceOf(typeOfInvoice, paymentMethod));
        expectRefusal(response, {
          path: 'paymentMethod',
          code: 'PAYMENT_METHOD_NOT_ALLOWED',
          message: 'Payment method not allowed.',
        });
      }
    },
  );
});

describe('Spec, Payment-method rules: the authority takes two methods of cash for non-cash', () => {
  test.each(['BUSINESSCARD', 'ADVANCE', 'CARD'])(
    'message and record say the same of Cash + %s',
    async (paymentMethod) => {
      const record = await shop.test.fiscalized(invoiceOf('Cash', paymentMethod));
      const isCash = paymentMethod === 'CARD';
      const [sent] = await service.submissionsOf(record.id);
      expect(sent?.request).toContain(` TypeOfInv="${isCash ? 'CASH' : 'NONCASH'}"`);
      expect(record.typeOfInvoice).toBe('Cash');
      expect(record.warnings).toEqual(
        isCash
          ? []
          : [
              `paymentMethod ${paymentMethod} is non-cash for the authority: ` +
                'the invoice is registered and printed as NonCash',
            ],
      );
    },
  );

  test('the day still begins with its deposit, because Cash was sent', async () => {
    const other = await openShop(service);
    await other.test.fiscalized(cashInvoice({ paymentMethod: 'BUSINESSCARD' }));
    const deposits = await service.query(
      `select status from cash_deposit d join cash_register r on r.id = d.cash_register_id
       where r.company_id = $1`,
      [other.companyId],
    );
    expect(deposits).toEqual([{ status: 'registered' }]);
  });
});

describe('the summary rules', () => {
  test.each([
    ['1: CARD is valid only with Cash', 'CARD', { Cash: 201, NonCash: 400 }],
    ['2: ACCOUNT is valid only with NonCash', 'ACCOUNT', { Cash: 400, NonCash: 201 }],
    ['3: BUSINESSCARD is valid with both', 'BUSINESSCARD', { Cash: 201, NonCash: 201 }],
    ['4: ADVANCE is valid with both', 'ADVANCE', { Cash: 201, NonCash: 201 }],
  ])('Spec, Payment-method rules %s', async (_rule, paymentMethod, expected) => {
    for (const typeOfInvoice of TYPES) {
      const { status } = await shop.test.draft(invoiceOf(typeOfInvoice, paymentMethod));
      expect({ typeOfInvoice, status }).toEqual({ typeOfInvoice, status: expected[typeOfInvoice] });
    }
  });

  test.each([
    ['a natural person paid by personal card', 'Cash', 'CARD'],
    ['a company paid by business card', 'NonCash', 'BUSINESSCARD'],
    ['a company paid by transfer, or an unpaid classic invoice', 'NonCash', 'ACCOUNT'],
  ])('Spec, Payment-method rules 5: %s = %s + %s', async (_case, typeOfInvoice, method) => {
    const { status } = await shop.test.draft(invoiceOf(typeOfInvoice, method));
    expect(status).toBe(201);
  });

  test('Spec, Errors: CARD on NonCash returns the body { error }', async () => {
    const { body } = await shop.test.draft(invoiceOf('NonCash', 'CARD'));
    expect(body.error).toBe('Payment method not allowed for non-cash invoices.');
  });
});

describe('an advance', () => {
  test('Spec, payload type: an Advance is registered as one', async () => {
    const [sent] = await service.submissionsOf(advance.id);
    expect(advance).toMatchObject({ type: 'Advance', status: 'Fiscalized' });
    expect(sent?.request).toContain('InvType="ADVANCE"');
  });

  test('Spec, payload advancePaymentIic: an ADVANCE payment names the IIC of the advance', async () => {
    const record = await shop.test.fiscalized(invoiceOf('NonCash', 'ADVANCE'));
    expect(record.advancePaymentIic).toBe(advance.iic);
    const [sent] = await service.submissionsOf(record.id);
    expect(sent?.request).toContain(`AdvIIC="${String(advance.iic)}"`);
  });
});

testNothingFound(service);
