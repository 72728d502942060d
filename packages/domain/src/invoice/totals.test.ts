import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { InvoiceItem } from './invoice.ts';
import { computeInvoice } from './totals.ts';

const NET = { pricesIncludeVat: false, isInVat: true };
const GROSS = { pricesIncludeVat: true, isInVat: true };

function item(fields: Partial<InvoiceItem>, rate = 21): InvoiceItem {
  return { name: 'Kafa', unitPrice: 1, quantity: 1, vat: { rate }, ...fields };
}

describe('a line', () => {
  test('starts from the price without VAT by default, rounding base and VAT at 4 decimals', () => {
    const [line] = computeInvoice(
      { items: [item({ unitPrice: 1.2345, quantity: 3.333, rebatePercentage: 7.5 })] },
      NET,
    ).lines;
    // 1.2345 × 3.333 × 0.925 = 3.80599… ; × 0.21 = 0.79926
    expect(line).toEqual({
      name: 'Kafa',
      code: null,
      unit: 'kom',
      quantity: '3.333',
      unitPriceBeforeVat: '1.2345',
      unitPriceAfterVat: '1.3817',
      rebatePercentage: '7.5',
      effectiveRebatePercentage: '7.5',
      rebateReducingBase: true,
      discount: '0.0000',
      base: '3.8060',
      vatRate: '21.00',
      vat: '0.7993',
      total: '4.6053',
    });
  });

  test('has the VAT of its rounded base', () => {
    const items = [item({ unitPrice: 1.2562, quantity: 0.8 })];
    // 1.2562 × 0.8 = 1.00496; × 0.21 is 0.211041…, but 1.0050 × 0.21 is 0.21105.
    const [line] = computeInvoice({ items }, NET).lines;
    expect(line).toMatchObject({ base: '1.0050', vat: '0.2111', total: '1.2161' });
  });

  test('starts from the price with VAT where prices include it, and VAT is what is left', () => {
    const [line] = computeInvoice({ items: [item({ unitPrice: 10, quantity: 1 })] }, GROSS).lines;
    expect(line).toMatchObject({
      unitPriceBeforeVat: '8.2645',
      unitPriceAfterVat: '10.0000',
      base: '8.2645',
      vat: '1.7355',
      total: '10.0000',
      rebateReducingBase: false,
    });
  });

  test('a rebate that does not reduce the base starts from the price with VAT, too', () => {
    const fields = { unitPrice: 8.2645, rebatePercentage: 10, rebateReducingBase: false };
    const [line] = computeInvoice({ items: [item(fields)] }, NET).lines;
    // 8.2645 × 1.21 × 0.9 = 9.00004… → total 9.0000; / 1.21 = 7.43801…
    expect(line).toMatchObject({
      unitPriceBeforeVat: '8.2645',
      base: '7.4380',
      vat: '1.5620',
      total: '9.0000',
      rebateReducingBase: false,
    });
  });

  test('without a rebate the way a rebate would work does not matter', () => {
    // From the price with VAT, 0.0001 × 1.21 × 2.75, the total would be 0.0003.
    const price = { unitPrice: 0.0001, quantity: 2.75 };
    const plain = computeInvoice({ items: [item(price)] }, NET);
    for (const rebatePercentage of [0, null, undefined]) {
      const fields = { ...price, rebatePercentage, rebateReducingBase: false };
      expect(computeInvoice({ items: [item(fields)] }, NET)).toEqual(plain);
    }
    expect(plain.lines[0]).toMatchObject({
      total: '0.0004',
      rebatePercentage: null,
      effectiveRebatePercentage: null,
      rebateReducingBase: null,
    });
  });

  test('a cancelling line has positive unit prices and a negative quantity', () => {
    const [line] = computeInvoice({ items: [item({ unitPrice: -10, quantity: -2 })] }, NET).lines;
    expect(line).toMatchObject({
      quantity: '-2',
      unitPriceBeforeVat: '10.0000',
      unitPriceAfterVat: '12.1000',
      base: '-20.0000',
      vat: '-4.2000',
      total: '-24.2000',
    });
  });

  test('a line that is free of charge is all zeros, also when it is cancelled', () => {
    for (const quantity of [2, -2]) {
      const [line] = computeInvoice({ items: [item({ unitPrice: 0, quantity })] }, GROSS).lines;
      expect(line).toMatchObject({ base: '0.0000', vat: '0.0000', total: '0.0000' });
    }
  });
});

describe('the discount of an invoice', () => {
  test('is spread over the lines in proportion to their bases and taken from them', () => {
    const items = [item({ unitPrice: 100 }), item({ unitPrice: 50, quantity: 4 }, 7)];
    const { lines, totals } = computeInvoice({ items, discountAmount: 30 }, NET);
    expect(lines.map(({ rebateReducingBase }) => rebateReducingBase)).toEqual([true, true]);
    expect(lines).toMatchObject([
      { discount: '10.0000', base: '90.0000', vat: '18.9000', total: '108.9000' },
      { discount: '20.0000', base: '180.0000', vat: '12.6000', total: '192.6000' },
    ]);
    expect(totals).toEqual({ withoutVat: '270.00', vat: '31.50', total: '301.50' });
  });

  test('is sent to the authority as one rebate with that of the client', () => {
    const items = [item({ unitPrice: 100, rebatePercentage: 10 })];
    const [line] = computeInvoice({ items, discountAmount: 9 }, NET).lines;
    expect(line).toMatchObject({
      rebatePercentage: '10',
      effectiveRebatePercentage: '19',
      rebateReducingBase: true,
      base: '81.0000',
    });
  });

  test('makes a price-first line smaller by its base, and leaves nothing of it when it is all', () => {
    const items = [item({ unitPrice: 10 }), item({ unitPrice: 3.6 })];
    const half = computeInvoice({ items: [items[0]!], discountAmount: 4.1323 }, GROSS);
    expect(half.lines[0]).toMatchObject({
      effectiveRebatePercentage: '50.0006',
      rebateReducingBase: false,
    });
    const all = computeInvoice({ items, discountAmount: 11.2397 }, GROSS);
    expect(all.totals).toEqual({ withoutVat: '0.00', vat: '0.00', total: '0.00' });
    for (const line of all.lines) {
      expect(line).toMatchObject({ effectiveRebatePercentage: '100', vat: '0.0000' });
    }
  });

  test('a unit price that was rounded down never makes a negative rebate', () => {
    const items = [item({ unitPrice: 0.0003, quantity: 1000 })];
    const [line] = computeInvoice({ items, discountAmount: 0.0001 }, GROSS).lines;
    expect(line).toMatchObject({
      unitPriceBeforeVat: '0.0002',
      base: '0.2478',
      effectiveRebatePercentage: '0',
    });
  });

  test('makes the sum of a corrective smaller, whatever sign it was sent with', () => {
    const items = [item({ unitPrice: -100, quantity: -1 }), item({ unitPrice: 20 })];
    for (const discountAmount of [8, -8]) {
      const { lines, totals } = computeInvoice({ items, discountAmount }, NET);
      expect(lines).toMatchObject([
        { discount: '-10.0000', base: '-90.0000' },
        { discount: '2.0000', base: '18.0000' },
      ]);
      expect(totals.withoutVat).toBe('-72.00');
    }
  });
});

describe('the invoice', () => {
  test('total and base are rounded once, and VAT is their difference', () => {
    const items = [item({ unitPrice: 0.005 }), item({ unitPrice: 0.004 }, 0)];
    // Bases 0.0050 + 0.0040, VAT 0.0011 (0.00105 away from zero).
    const { totals } = computeInvoice({ items }, NET);
    expect(totals).toEqual({ withoutVat: '0.01', vat: '0.00', total: '0.01' });
    // Base 0.0140, VAT 0.0029, which alone would be nothing.
    const alone = computeInvoice({ items: [item({ unitPrice: 0.014 })] }, NET).totals;
    expect(alone).toEqual({ withoutVat: '0.01', vat: '0.01', total: '0.02' });
  });

  test('a company outside VAT has no rates, no VAT and no groups', () => {
    const context = { pricesIncludeVat: true, isInVat: false };
    const computed = computeInvoice({ items: [item({ unitPrice: 10 }, 0)] }, context);
    expect(computed.lines[0]).toMatchObject({ vatRate: null, vat: '0.0000', base: '10.0000' });
    expect(computed.sameTaxGroups).toEqual([]);
    expect(computed.totals).toEqual({ withoutVat: '10.00', vat: '0.00', total: '10.00' });
  });

  test.each([
    [{ unitPrice: 10 }, 2],
    [{ unitPrice: 1.5, quantity: 0.1 }, 4],
    [{ unitPrice: 1.1 }, 3],
    [{ unitPrice: 0.01 }, 4],
    // The unit price before the rebate alone, and the one after it alone.
    [{ unitPrice: 0.0125, quantity: 100, rebatePercentage: 20, vat: { rate: 0 } }, 4],
    [{ unitPrice: 1.11, quantity: 2, rebatePercentage: 50, vat: { rate: 0 } }, 3],
  ] as const)('item amounts of %j need %i decimals', (fields, decimals) => {
    expect(computeInvoice({ items: [item(fields)] }, NET).decimals).toBe(decimals);
  });
});

interface Receipt {
  items: {
    name: string;
    code: string;
    unit: string;
    quantity: number;
    unitPriceBeforeVat: number;
    unitPriceAfterVat: number;
    priceBeforeVat: number;
    vatRate: number;
    vatAmount: number;
    priceAfterVat: number;
  }[];
  sameTaxes: {
    numberOfItems: number;
    priceBeforeVat: number;
    vatRate: number;
    vatAmount: number;
  }[];
}

test('a line whose unit and code are blank has the default unit and no code', () => {
  const item = { name: 'Kafa', unitPrice: 1, quantity: 1, vat: { rate: 21 } };
  for (const blank of ['', ' \u00A0', null, undefined]) {
    const { lines } = computeInvoice({ items: [{ ...item, unit: blank, code: blank }] }, GROSS);
    expect(lines).toMatchObject([{ unit: 'kom', code: null }]);
  }
});

const receiptFile = new URL(
  '../../../../../shared/efi/samples/verify-invoice-response-2026-07-11.json',
  import.meta.url,
);
const suite = existsSync(receiptFile) ? describe : describe.skip;

suite('the real receipt of 2026-07-11 (needs ../shared/efi/samples beside the project)', () => {
  test('entered with prices that include VAT gives exactly its lines, groups and totals', () => {
    const receipt = JSON.parse(readFileSync(receiptFile, 'utf8')) as Receipt;
    const items = receipt.items.map((line) => ({
      name: line.name,
      code: line.code,
      unit: line.unit,
      unitPrice: line.unitPriceAfterVat,
      quantity: line.quantity,
      vat: { rate: line.vatRate },
    }));
    const computed = computeInvoice({ items }, GROSS);

    expect(computed.lines).toMatchObject(
      receipt.items.map((line) => ({
        name: line.name,
        code: line.code,
        unit: line.unit,
        quantity: String(line.quantity),
        unitPriceBeforeVat: line.unitPriceBeforeVat.toFixed(4),
        unitPriceAfterVat: line.unitPriceAfterVat.toFixed(4),
        base: line.priceBeforeVat.toFixed(4),
        vatRate: line.vatRate.toFixed(2),
        vat: line.vatAmount.toFixed(4),
        total: line.priceAfterVat.toFixed(4),
        effectiveRebatePercentage: null,
      })),
    );
    expect(computed.sameTaxGroups).toEqual(
      receipt.sameTaxes.map((group) => ({
        vatRate: group.vatRate.toFixed(2),
        itemCount: group.numberOfItems,
        base: group.priceBeforeVat.toFixed(4),
        vat: group.vatAmount.toFixed(4),
      })),
    );
    expect(computed.sameTaxGroups).toMatchObject([
      { base: '5.1240', vat: '1.0760' },
      { base: '46.0000', vat: '6.9000' },
    ]);
    expect(computed.totals).toEqual({ withoutVat: '51.12', vat: '7.98', total: '59.10' });
    expect(computed.decimals).toBe(4);
  });
});
