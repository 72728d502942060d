// Spec, Corrective rules, Limits and Errors; decisions §4: every way in which a corrective does not
// fit its original.

import { describe, expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import { expectRefusal } from './rows.ts';
import { openShop } from './shop.ts';

const items = [
  { name: 'Kafa', code: '32', unitPrice: 10, quantity: 2, vat: { rate: 21 } },
  { name: 'Knjiga', unitPrice: 10, quantity: 1, vat: { rate: 7 } },
];
const service = await startService();
const [shop, other] = await Promise.all([openShop(service), openShop(service)]);
const original = await shop.test.fiscalized(nonCashInvoice({ items }));
const cashOriginal = await shop.test.fiscalized(cashInvoice({ items }));

const required = {
  path: 'original',
  code: 'ORIGINAL_REQUIRED',
  message: 'IIC and issue date of the original are required.',
};
const corrective = (change: object = {}) => ({ ...cancellationOf(original), ...change });
const cashCorrective = (change: object = {}) => ({ ...cancellationOf(cashOriginal), ...change });
const reference = (change: object) => ({
  original: { id: original.iic, issuedAt: original.fiscalizedAt, ...change },
});
const line = (change: object) => ({ ...items[0], unitPrice: -10, quantity: -1, ...change });

describe('the reference to the original', () => {
  const MISSING: [string, object | undefined][] = [
    ['is missing', undefined],
    ['has no id', { issuedAt: '2026-07-11T10:00:00Z' }],
    ['has no issuedAt', { id: '0123456789ABCDEF0123456789ABCDEF' }],
    ['is empty', {}],
    ['has an empty id', { id: '', issuedAt: '2026-07-11T10:00:00Z' }],
  ];
  test.each(MISSING)(
    'Spec, Errors: a corrective whose original %s, on the cash one-step endpoint and as a draft',
    async (_case, sent) => {
      expectRefusal(await shop.test.createAndPrint(cashCorrective({ original: sent })), required);
      expectRefusal(await shop.test.draft(corrective({ original: sent })), required);
    },
  );

  test.each([
    ['lower case', (iic: string) => iic.toLowerCase()],
    ['31 characters', (iic: string) => iic.slice(1)],
    ['33 characters', (iic: string) => `${iic}0`],
    ['spaces', (iic: string) => ` ${iic}`],
    ['characters that are not hexadecimal', (iic: string) => `${iic.slice(1)}G`],
  ])('Spec, Limits: an original.id with %s', async (_case, spoil) => {
    const response = await shop.test.draft(corrective(reference({ id: spoil(original.iic) })));
    expectRefusal(response, { path: 'original.id', code: 'IIC_INVALID' });
  });

  test('Spec, Original reference: issuedAt is an ISO-8601 date-time', async () => {
    const response = await shop.test.draft(corrective(reference({ issuedAt: '11.7.2026' })));
    expectRefusal(response, { path: 'original.issuedAt', code: 'DATE_TIME_INVALID' });
  });

  test.each([-1, 1, 3600])(
    'Spec, Original reference: an issuedAt that is off by %d s',
    async (seconds) => {
      const issuedAt = new Date(Date.parse(original.fiscalizedAt) + seconds * 1000).toISOString();
      const response = await shop.test.draft(corrective(reference({ issuedAt })));
      expectRefusal(response, { path: 'original.issuedAt', code: 'ORIGINAL_ISSUED_AT_MISMATCH' });
    },
  );
});

describe('the original', () => {
  const notFound = { path: 'original.id', code: 'ORIGINAL_NOT_FOUND' };

  test('Decisions §4: an unknown IIC', async () => {
    const response = await shop.test.draft(corrective(reference({ id: '0'.repeat(32) })));
    expectRefusal(response, notFound);
  });

  test('Decisions §4: an invoice of another company', async () => {
    expectRefusal(await other.test.draft(corrective()), notFound);
  });

  test('Spec, Corrective rules 7: test and live are never mixed', async () => {
    expectRefusal(await shop.live.draft(corrective()), notFound);
    const live = await shop.live.fiscalized();
    expectRefusal(await shop.test.draft(cancellationOf(live)), notFound);
    expect((await shop.live.draft(cancellationOf(live))).status).toBe(201);
  });

  test('Spec, States rule 1: a draft has no IIC and cannot be named', async () => {
    const { body: draft } = await shop.test.draft(nonCashInvoice());
    expect(draft).toMatchObject({ iic: null, fiscalizedAt: null });
    const issuedAt = '2026-07-11T10:00:00Z';
    const response = await shop.test.draft({
      ...cancellationOf(draft),
      original: { id: draft.iic, issuedAt },
    });
    expect(response.status).toBe(400);
  });

  test('Decisions §4: an Offline original can be corrected once its FIC has come', async () => {
    await service.control('PUT', '/mode', { service: { type: 'drop' } });
    const { body: offline } = await shop.test.createAndPrint();
    await service.control('DELETE', '/mode');
    expect(offline.status).toBe('Offline');
    const response = await shop.test.createAndPrint(cancellationOf(offline));
    expectRefusal(response, {
      path: 'original.id',
      code: 'ORIGINAL_NOT_FISCALIZED',
      message: 'The original is not registered yet; it can be corrected once its FIC has come.',
    });
  });

  test('Spec, Corrective rules 6: a Failed original with an IIC', async () => {
    // No reply where nothing goes offline: the IIC is kept, the FIC never came.
    await service.query('update company set offline_issuing = false where id = $1', [
      other.companyId,
    ]);
    await service.control('PUT', '/mode', { service: { type: 'drop' } });
    const { body: draft } = await other.test.draft(nonCashInvoice());
    const failure = await other.test.fiscalize(draft.id);
    await service.control('DELETE', '/mode');
    expect(failure.status).toBe(500);
    const failed = await other.test.read(draft.id);
    expect(failed).toMatchObject({ status: 'Failed', iic: expect.any(String) });
    expectRefusal(await other.test.draft(cancellationOf(failed)), {
      path: 'original.id',
      code: 'ORIGINAL_NOT_FISCALIZED',
    });
  });
});

describe('type and payment method', () => {
  test('Spec, Corrective rules 1: another typeOfInvoice', async () => {
    const change = { typeOfInvoice: 'Cash', paymentMethod: 'BUSINESSCARD' };
    const response = await shop.test.draft(corrective(change));
    expectRefusal(response, { path: 'typeOfInvoice', code: 'ORIGINAL_TYPE_MISMATCH' });
  });

  test('Spec, Errors: a paymentMethod that is not the original’s', async () => {
    const response = await shop.test.draft(corrective({ paymentMethod: 'ORDER' }));
    expectRefusal(response, {
      path: 'paymentMethod',
      code: 'PAYMENT_METHOD_NOT_ALLOWED',
      message: 'Payment method not allowed.',
    });
    const oneStep = await shop.test.createAndPrint(cashCorrective({ paymentMethod: 'CARD' }));
    expectRefusal(oneStep, {
      path: 'paymentMethod',
      code: 'PAYMENT_METHOD_NOT_ALLOWED',
      message: 'Payment method not allowed.',
    });
  });
});

describe('the lines', () => {
  test('Spec, Limits: quantity 0 on a corrective', async () => {
    const zero = {
      path: 'items[0].quantity',
      code: 'QUANTITY_ZERO',
      message: 'Quantity on a corrective must not be 0.',
    };
    const change = { items: [line({ quantity: 0 })] };
    expectRefusal(await shop.test.draft(corrective(change)), zero);
    expectRefusal(await shop.test.createAndPrint(cashCorrective(change)), zero);
  });

  test('Spec, Corrective rules 1: at least 1 item', async () => {
    const response = await shop.test.draft(corrective({ items: [] }));
    expectRefusal(response, { path: 'items', code: 'ITEMS_REQUIRED' });
  });

  test.each([
    ['price', { unitPrice: 10 }],
    ['quantity', { quantity: 1 }],
  ])(
    'Decisions §4: quantity and unitPrice have the same sign, not with a positive %s',
    async (_, change) => {
      const response = await shop.test.draft(corrective({ items: [line(change)] }));
      expectRefusal(response, { path: 'items[0]', code: 'SIGN_MISMATCH' });
    },
  );

  test.each([
    ['matched by code', { vat: { rate: 7 } }],
    [
      'matched by name where there is no code',
      { name: 'Knjiga', code: undefined, vat: { rate: 21 } },
    ],
    ['that re-issues what it matches by code', { unitPrice: 10, quantity: 1, vat: { rate: 7 } }],
    [
      'that re-issues what it matches by name',
      { name: 'Knjiga', code: undefined, unitPrice: 10, quantity: 1, vat: { rate: 21 } },
    ],
    [
      'that matches none, with a rate that the original lacks',
      { name: 'Rum', code: 'R', vat: { rate: 15 } },
    ],
  ])('Spec, Corrective rules 3: the VAT rate of a line %s', async (_case, change) => {
    const response = await shop.test.draft(corrective({ items: [line(change)] }));
    expectRefusal(response, { path: 'items[0].vat.rate', code: 'CORRECTIVE_VAT_RATE_MISMATCH' });
  });

  test('Decisions §4: a line that matches none may carry any rate of the original', async () => {
    for (const rate of [21, 7]) {
      const change = { items: [line({ name: 'Popust', code: 'P', vat: { rate } })] };
      expect((await shop.test.draft(corrective(change))).status).toBe(201);
    }
  });
});

test('Spec, Errors: a refused one-step corrective stores nothing', async () => {
  const count = async () =>
    Number((await service.query('select count(*) as n from invoice'))[0]?.n);
  const before = await count();
  expect((await shop.test.createAndPrint(cashCorrective({ original: undefined }))).status).toBe(
    400,
  );
  expect(await count()).toBe(before);
});
