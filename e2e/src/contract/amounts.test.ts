// Decisions §5 and Spec, Item (rebates, VAT) and payload (discountAmount): amounts worked out by
// hand, for the three kinds of companies. That they hold for any invoice is proved in ../money.

import { describe, expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { expectRefusal, testNothingFound } from './rows.ts';
import { openShop } from './shop.ts';

const service = await startService();
const [shop, withVatPrices, outsideVat] = await Promise.all([
  openShop(service),
  openShop(service, { pricesIncludeVat: true }),
  openShop(service, { isInVat: false }),
]);

const item = (unitPrice: number, quantity: number, rate = 21, change: object = {}) => ({
  name: 'Kafa',
  unitPrice,
  quantity,
  vat: { rate },
  ...change,
});
const totals = (withoutVat: number, vat: number, total: number) => ({ withoutVat, vat, total });
/** The attributes of the lines in the message that was sent, as `name="value"` texts. */
const linesSent = async (id: string): Promise<string[]> => {
  const [sent] = await service.submissionsOf(id);
  return [...String(sent?.request).matchAll(/<I ([^>]*)>/g)].map(
    ([, attributes = '']) => attributes,
  );
};

interface AmountRow {
  clause: string;
  change: object;
  totals: Body;
  /** Attributes of the first line in the message. */
  line: string;
}

const PRICES_WITHOUT_VAT: AmountRow[] = [
  {
    clause: 'base = price × quantity, VAT = base × rate',
    change: { items: [item(2.5, 2)] },
    totals: totals(5, 1.05, 6.05),
    line: 'N="Kafa" PA="6.050" PB="5.000" Q="2" U="kom" UPA="3.025" UPB="2.500" VA="1.050" VR="21.00"',
  },
  {
    clause: 'the base is rounded to 4 decimals, half away from zero',
    change: { items: [item(0.0333, 1.5)] },
    totals: totals(0.05, 0.01, 0.06),
    line: 'PA="0.0605" PB="0.0500"',
  },
  {
    clause: 'a rebate that reduces the base: 10 % of 10.00',
    change: { items: [item(10, 1, 21, { rebatePercentage: 10, rebateReducingBase: true })] },
    totals: totals(9, 1.89, 10.89),
    line: 'PA="10.89" PB="9.00" Q="1" R="10.00" RR="true" U="kom" UPA="10.89" UPB="10.00"',
  },
  {
    clause: 'a rebate without rebateReducingBase reduces the base',
    change: { items: [item(10, 1, 21, { rebatePercentage: 10 })] },
    totals: totals(9, 1.89, 10.89),
    line: 'RR="true"',
  },
  {
    clause: 'a rebate that does not reduce the base starts from the price with VAT',
    change: { items: [item(9.99, 1, 7, { rebatePercentage: 33.3333, rebateReducingBase: false })] },
    // 9.99 × 1.07 × 0.666667 = 7.1262… ; base = 7.1262 / 1.07 = 6.66
    totals: totals(6.66, 0.47, 7.13),
    line: 'RR="false"',
  },
  {
    clause: 'a rebate of 100 % leaves nothing',
    change: { items: [item(5, 1), item(7, 2, 21, { name: 'Gratis', rebatePercentage: 100 })] },
    totals: totals(5, 1.05, 6.05),
    line: 'PA="6.05"',
  },
  {
    clause: 'discountAmount is spread over the lines by their bases',
    change: { discountAmount: 1, items: [item(6, 1), item(3, 1, 7)] },
    // 0.6667 and 0.3333: bases 5.3333 and 2.6667, VAT 1.12 and 0.1867
    totals: totals(8, 1.31, 9.31),
    line: 'PA="6.4533" PB="5.3333"',
  },
  {
    clause: 'a discount of everything leaves nothing',
    change: { discountAmount: 9, items: [item(6, 1), item(3, 1, 7)] },
    totals: totals(0, 0, 0),
    line: 'PA="0.00" PB="0.00"',
  },
  {
    clause: 'totals are rounded sums, and the VAT is what lies between them',
    change: { items: [item(0.0049, 1), item(0.0049, 1), item(0.0049, 1)] },
    // bases 0.0147 → 0.01; totals 3 × 0.0059 = 0.0177 → 0.02
    totals: totals(0.01, 0.01, 0.02),
    line: 'PA="0.0059" PB="0.0049"',
  },
];

describe('prices without VAT', () => {
  test.each(PRICES_WITHOUT_VAT.map((row) => [row.clause, row] as const))(
    'Decisions §5: %s',
    async (_clause, row) => {
      const record = await shop.test.fiscalized(nonCashInvoice(row.change));
      expect(record.totals).toEqual(row.totals);
      expect((await linesSent(record.id))[0]).toContain(row.line);
    },
  );

  test('Decisions §5: one group per rate, and groups add up to the totals', async () => {
    const items = [item(1, 1), item(2, 1, 7), item(3, 1, 21), item(4, 1, 0), item(5, 1, 15)];
    const record = await shop.test.fiscalized(nonCashInvoice({ items }));
    expect(record.vatBreakdown).toEqual([
      { rate: 21, items: 2, base: 4, vat: 0.84, exemption: null },
      { rate: 15, items: 1, base: 5, vat: 0.75, exemption: null },
      { rate: 7, items: 1, base: 2, vat: 0.14, exemption: null },
      { rate: 0, items: 1, base: 4, vat: 0, exemption: null },
    ]);
    expect(record.totals).toEqual(totals(15, 1.73, 16.73));
  });

  test('Decisions §5: all amounts of an invoice have the fewest decimals that lose nothing', async () => {
    const fewest = await shop.test.fiscalized(nonCashInvoice({ items: [item(1, 1)] }));
    expect((await linesSent(fewest.id))[0]).toContain('PA="1.21" PB="1.00"');
    const more = { items: [item(1, 1), item(0.1001, 1, 0)] };
    const finer = await shop.test.fiscalized(nonCashInvoice(more));
    expect((await linesSent(finer.id))[0]).toContain('PA="1.2100" PB="1.0000"');
  });
});

describe('prices with VAT', () => {
  test.each([
    ['a price with VAT', { items: [item(1.8, 2)] }, totals(2.98, 0.62, 3.6)],
    ['a thousandth of a kilogram', { items: [item(3.99, 0.001, 7)] }, totals(0, 0, 0)],
    ['a rebate', { items: [item(12.1, 1, 21, { rebatePercentage: 50 })] }, totals(5, 1.05, 6.05)],
    [
      'a discount without VAT',
      { items: [item(12.1, 1)], discountAmount: 1 },
      totals(9, 1.89, 10.89),
    ],
  ])('Decisions §1, pricesIncludeVat: %s', async (_clause, change, expected) => {
    const record = await withVatPrices.test.fiscalized(cashInvoice(change));
    expect(record.totals).toEqual(expected);
    const { body } = await withVatPrices.test.createAndPrint(cancellationOf(record));
    expect(body.totals.total + record.totals.total).toBe(0);
  });

  test('Decisions §1: pricesIncludeVat is false by default', async () => {
    const [column] = await service.query(
      `select column_default from information_schema.columns
       where table_name = 'company' and column_name = 'prices_include_vat'`,
    );
    expect(column?.column_default).toBe('false');
  });
});

describe('a company outside VAT', () => {
  test('Decisions §4: a rate of 0 is fiscalized, and there is no VAT anywhere', async () => {
    const change = { items: [item(10, 2, 0)], discountAmount: 1 };
    const record = await outsideVat.test.fiscalized(nonCashInvoice(change));
    expect(record).toMatchObject({ totals: totals(19, 0, 19), vatBreakdown: [] });
    const [sent] = await service.submissionsOf(record.id);
    expect(sent?.request).toContain('IsIssuerInVAT="false"');
    expect(sent?.request).not.toMatch(/ (VR|VA|TotVATAmt)=/);
  });

  test('Decisions §5: its cancellation is exactly minus the original', async () => {
    const record = await outsideVat.test.fiscalized(cashInvoice({ items: [item(3.333, 3, 0)] }));
    const { body } = await outsideVat.test.createAndPrint(cancellationOf(record));
    expect(body).toMatchObject({ status: 'Fiscalized', totals: { total: -record.totals.total } });
  });

  test.each([21, 15, 7])('Decisions §4: only 0, not %d', async (rate) => {
    const response = await outsideVat.test.draft(cashInvoice({ items: [item(1, 1, rate)] }));
    expectRefusal(response, { path: 'items[0].vat.rate', code: 'COMPANY_NOT_IN_VAT' });
  });
});

testNothingFound(service);
