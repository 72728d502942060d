// Spec, Corrective rules; decisions §4, §5: what a corrective does to the books. That it is refused
// where it does not fit its original is in corrective-refusals.test.ts.

import { describe, expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { testNothingFound } from './rows.ts';
import { openShop } from './shop.ts';

const service = await startService();
const shop = await openShop(service);

const item = (change: object) => ({
  name: 'Kafa',
  code: '32',
  unitPrice: 3.3333,
  quantity: 3,
  vat: { rate: 21 },
  ...change,
});
/** A cancelling line: price and quantity negative, with the same absolute values. */
const cancelled = (change: object = {}) => item({ unitPrice: -3.3333, quantity: -3, ...change });

const negated = ({ withoutVat, vat, total }: Body): Body => ({
  withoutVat: -withoutVat,
  vat: -vat,
  total: -total,
});

const correctiveOf = (original: Body, items: object[]) => ({ ...cancellationOf(original), items });

describe('a full cancellation', () => {
  test.each([
    ['one line', { items: [item({})] }],
    ['several rates', {}],
    ['prices of 4 decimals', { items: [item({ unitPrice: 0.3333, quantity: 1.117 })] }],
    ['a rebate that reduces the base', { items: [item({ rebatePercentage: 12.3456 })] }],
    [
      'a rebate that does not reduce the base',
      { items: [item({ rebatePercentage: 12.3456, rebateReducingBase: false })] },
    ],
    ['a discount', { discountAmount: 1.37 }],
    [
      'a discount, rebates both ways and a free line',
      {
        discountAmount: 0.77,
        items: [
          item({ rebatePercentage: 7.77, rebateReducingBase: false }),
          item({ name: 'Čaj', code: 'C', unitPrice: 1.1111, vat: { rate: 7 } }),
          item({ name: 'Sok', code: 'S', rebatePercentage: 33.3333, vat: { rate: 0 } }),
          item({ name: 'Čaša vode', code: 'V', unitPrice: 0 }),
        ],
      },
    ],
  ])(
    'Spec, Corrective rules, full cancellation of %s: exactly minus the original',
    async (_, change) => {
      const original = await shop.test.fiscalized(nonCashInvoice(change));
      const corrective = await shop.test.fiscalized(cancellationOf(original));
      expect(corrective.totals).toEqual(negated(original.totals));
      expect(corrective.vatBreakdown).toEqual(
        (original.vatBreakdown as Body[]).map((group) => ({
          ...group,
          base: 0 - group.base,
          vat: 0 - group.vat,
        })),
      );
    },
  );

  test('Spec, Corrective rules 5: is built from what the original’s record says', async () => {
    const original = await shop.test.fiscalized();
    const read = await shop.test.read(original.id);
    const corrective = await shop.test.fiscalized(cancellationOf(read));
    expect(corrective).toMatchObject({
      type: 'Corrective',
      original: { id: original.iic, issuedAt: original.fiscalizedAt },
      typeOfInvoice: original.typeOfInvoice,
      paymentMethod: original.paymentMethod,
      buyer: original.buyer,
    });
  });

  test('Spec, Endpoints: the record carries a new iic, fic and invoiceNumber, and has its PDF', async () => {
    const original = await shop.test.fiscalized();
    const corrective = await shop.test.fiscalized(cancellationOf(original));
    expect(corrective.iic).toMatch(/^[0-9A-F]{32}$/);
    for (const field of ['iic', 'fic', 'invoiceNumber', 'orderNumber', 'id']) {
      expect(corrective[field]).toBeTruthy();
      expect(corrective[field]).not.toBe(original[field]);
    }
    const pdf = await shop.test.pdf(`/api/invoices/${String(corrective.id)}/pdf`);
    expect(pdf.status).toBe(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
  });

  test('Spec, payload orderNumber: a corrective gets its own new number', async () => {
    const original = await shop.test.fiscalized();
    const corrective = await shop.test.fiscalized(cancellationOf(original));
    expect(corrective.orderNumber).toBe(original.orderNumber + 1);
  });

  test('Decisions §3: the verification URL carries the minus', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [item({})] }));
    const corrective = await shop.test.fiscalized(cancellationOf(original));
    expect(corrective.verificationUrl).toMatch(/&prc=-12\.10$/);
  });

  test('Decisions §5: in the message unit prices stay positive and quantity carries the sign', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [item({})] }));
    const corrective = await shop.test.fiscalized(cancellationOf(original));
    const [sent] = await service.submissionsOf(corrective.id);
    expect(sent?.request).toMatch(
      /<I [^>]*PA="-12\.0999" PB="-9\.9999" Q="-3" U="kom" UPA="4\.0333" UPB="3\.3333"/,
    );
    expect(sent?.request).toContain(`IICRef="${String(original.iic)}"`);
  });
});

describe('a partial correction', () => {
  test('Spec, Corrective rules, partial correction: a part of a line is returned', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [item({})] }));
    const corrective = await shop.test.fiscalized(
      correctiveOf(original, [cancelled({ quantity: -1 })]),
    );
    expect(corrective.totals).toEqual({ withoutVat: -3.33, vat: -0.7, total: -4.03 });
  });

  test('Spec, Corrective rules 4: a wrong price is one negative and one positive line', async () => {
    const original = await shop.test.fiscalized(
      nonCashInvoice({ items: [item({ unitPrice: 10, quantity: 2 })] }),
    );
    const corrective = await shop.test.fiscalized(
      correctiveOf(original, [
        item({ unitPrice: -10, quantity: -2 }),
        item({ unitPrice: 8, quantity: 2 }),
      ]),
    );
    expect(corrective.totals).toEqual({ withoutVat: -4, vat: -0.84, total: -4.84 });
  });

  test('Spec, Corrective rules, partial correction: what is re-issued may be more', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [item({})] }));
    const corrective = await shop.test.fiscalized(
      correctiveOf(original, [item({ unitPrice: 1, quantity: 1 })]),
    );
    expect(corrective.totals).toEqual({ withoutVat: 1, vat: 0.21, total: 1.21 });
  });

  test('Decisions §5: in parts, all documents together come to exactly zero', async () => {
    const kafa = { unitPrice: 0.125, vat: { rate: 0 } };
    const original = await shop.test.fiscalized(
      nonCashInvoice({ items: [item({ ...kafa, quantity: 2 })] }),
    );
    const half = correctiveOf(original, [item({ ...kafa, unitPrice: -0.125, quantity: -1 })]);
    const documents = [
      original,
      await shop.test.fiscalized(half),
      (await shop.test.draft(half)).body as Body,
    ];
    expect(documents.map(({ totals }) => totals.total)).toEqual([0.25, -0.13, -0.12]);
  });

  test('Decisions §5: drafts of correctives take nothing from what is left', async () => {
    const kafa = { unitPrice: 0.125, vat: { rate: 0 } };
    const original = await shop.test.fiscalized(
      nonCashInvoice({ items: [item({ ...kafa, quantity: 2 })] }),
    );
    const half = correctiveOf(original, [item({ ...kafa, unitPrice: -0.125, quantity: -1 })]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await shop.test.draft(half);
      expect([status, body.totals.total]).toEqual([201, -0.13]);
    }
  });

  test('Spec, Corrective rules 3: a positive line of a new article may have another rate', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [item({})] }));
    const items = [cancelled(), item({ name: 'Knjiga', code: 'K', vat: { rate: 7 } })];
    const { status } = await shop.test.draft(correctiveOf(original, items));
    expect(status).toBe(201);
  });
});

describe('originals and their correctives', () => {
  test('Spec, States rule 2: one original may have several correctives, and lists them', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [item({})] }));
    const correctives: Body[] = [];
    for (const quantity of [-1, -2]) {
      const change = correctiveOf(original, [cancelled({ quantity })]);
      correctives.push(await shop.test.fiscalized(change));
    }
    const read = await shop.test.read(original.id);
    expect(read.correctives).toEqual(correctives.map(({ id, iic }) => ({ id, iic })));
    expect(read).toMatchObject({ status: 'Fiscalized', totals: original.totals });
  });

  test('Spec, Original reference: milliseconds of issuedAt do not count', async () => {
    for (const written of ['.000Z', '.789Z', 'Z']) {
      const original = await shop.test.fiscalized();
      const instant = new Date(original.fiscalizedAt as string).toISOString();
      const issuedAt = instant.replace('.000Z', written);
      const change = { ...cancellationOf(original), original: { id: original.iic, issuedAt } };
      const corrective = await shop.test.fiscalized(change);
      expect(corrective.original).toEqual({ id: original.iic, issuedAt });
    }
  });

  test('Spec, payload type: CORRECTIVE is accepted, too', async () => {
    const original = await shop.test.fiscalized();
    const record = await shop.test.fiscalized({ ...cancellationOf(original), type: 'CORRECTIVE' });
    expect(record.type).toBe('Corrective');
  });

  test('Spec, Corrective rules 1: a corrective may itself be corrected', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [item({})] }));
    const corrective = await shop.test.fiscalized(cancellationOf(original));
    const again = await shop.test.fiscalized(correctiveOf(corrective, [item({})]));
    expect(again.totals).toEqual(original.totals);
  });
});

describe('cash', () => {
  test('Spec, Endpoints: a cash corrective in one step', async () => {
    const original = (await shop.test.createAndPrint(cashInvoice({ discountAmount: 0.5 }))).body;
    const { status, body } = await shop.test.createAndPrint(cancellationOf(original));
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'Fiscalized', totals: negated(original.totals) });
    const read = await shop.test.get(`/api/invoices/cash/${String(original.id)}`);
    expect(read.body.correctives).toEqual([{ id: body.id, iic: body.iic }]);
  });

  test.each(['BANKNOTE', 'CARD', 'BUSINESSCARD', 'OTHER-CASH'])(
    'Spec, Corrective rules 1: a %s sale is cancelled by its own method',
    async (paymentMethod) => {
      const original = await shop.test.fiscalized(cashInvoice({ paymentMethod }));
      const { body } = await shop.test.createAndPrint(cancellationOf(original));
      expect(body).toMatchObject({ status: 'Fiscalized', paymentMethod });
    },
  );

  test('Decisions §4: a sale paid by an advance is cancelled with its advancePaymentIic', async () => {
    const advance = await shop.test.fiscalized(cashInvoice({ type: 'Advance' }));
    const original = await shop.test.fiscalized(
      nonCashInvoice({ paymentMethod: 'ADVANCE', advancePaymentIic: advance.iic }),
    );
    const corrective = await shop.test.fiscalized({
      ...cancellationOf(original),
      advancePaymentIic: original.advancePaymentIic,
    });
    expect(corrective.totals).toEqual(negated(original.totals));
  });
});

testNothingFound(service);
