import { describe, expect, test } from '@jest/globals';
import { computeCorrective } from './corrective-amounts.ts';
import type { AcceptedInvoice } from './line-identity.ts';
import type { InvoiceItem } from '../../invoice.ts';
import { computeInvoice } from '../../totals.ts';

const NET = { pricesIncludeVat: false, isInVat: true };
const GROSS = { pricesIncludeVat: true, isInVat: true };

function item(fields: Partial<InvoiceItem>, rate = 0): InvoiceItem {
  return { name: 'Kafa', unitPrice: 0.125, quantity: 2, vat: { rate }, ...fields };
}

/** A line that takes back so much of an item. */
function back(of: InvoiceItem, quantity: number): InvoiceItem {
  return { ...of, unitPrice: -of.unitPrice, quantity: -quantity };
}

function accepted(items: InvoiceItem[], context = NET): AcceptedInvoice {
  return { items, computed: computeInvoice({ items }, context) };
}

function corrected(
  items: InvoiceItem[],
  earlier: AcceptedInvoice[],
  context = NET,
): AcceptedInvoice {
  return { items, computed: computeCorrective({ items }, context, earlier) };
}

describe('a corrective of the rest', () => {
  test('takes what is left of the totals, though its own lines would round to another cent', () => {
    const kafa = item({});
    const original = accepted([kafa]);
    const first = corrected([back(kafa, 1)], [original]);
    const second = corrected([back(kafa, 1)], [original, first]);
    expect([original, first, second].map(({ computed }) => computed.totals.total)).toEqual([
      '0.25',
      '-0.13',
      '-0.12',
    ]);
  });

  test('takes what is left of each line, base and VAT', () => {
    const kafa = item({ unitPrice: 3.6, quantity: 3 }, 21);
    const original = accepted([kafa], GROSS);
    const first = corrected([back(kafa, 1)], [original], GROSS);
    const second = corrected([back(kafa, 1)], [original, first], GROSS);
    const third = corrected([back(kafa, 1)], [original, first, second], GROSS);
    // 10.8 / 1.21 = 8.92561…, and a third of it is 2.97520…
    expect(original.computed.lines[0]).toMatchObject({ base: '8.9256', vat: '1.8744' });
    expect(first.computed.lines[0]).toMatchObject({ base: '-2.9752', vat: '-0.6248' });
    expect(third.computed.lines[0]).toMatchObject({ base: '-2.9752', vat: '-0.6248' });
    expect(third.computed.sameTaxGroups[0]).toMatchObject({ base: '-2.9752', vat: '-0.6248' });
    expect(third.computed.totals).toEqual({ withoutVat: '-2.97', vat: '-0.63', total: '-3.60' });
  });

  test('knows an item by its code, or by its name where it has none', () => {
    const kafa = item({ code: 'K1' });
    const original = accepted([kafa]);
    const first = corrected([back({ ...kafa, name: 'Kafa, mala' }, 1)], [original]);
    const second = corrected([back({ ...kafa, code: null }, 1)], [original, first]);
    expect(second.computed.totals.total).toBe('-0.12');
    expect(second.computed.lines[0]).toMatchObject({ base: '-0.1250' });
  });

  test('may be one that takes back what an earlier corrective re-issued at another price', () => {
    const kafa = item({});
    const cheaper = item({ unitPrice: 0.115 });
    const original = accepted([kafa]);
    const repriced = corrected([back(kafa, 2), cheaper], [original]);
    const half = corrected([back(cheaper, 1)], [original, repriced]);
    const rest = corrected([back(cheaper, 1)], [original, repriced, half]);
    const totals = [original, repriced, half, rest].map(({ computed }) => computed.totals.total);
    expect(totals).toEqual(['0.25', '-0.02', '-0.12', '-0.11']);
  });
});

describe('a corrective that leaves something', () => {
  test('is computed as any invoice', () => {
    const kafa = item({ quantity: 3 });
    const items = [back(kafa, 1)];
    const { computed } = corrected(items, [accepted([kafa])]);
    expect(computed).toEqual(computeInvoice({ items }, NET));
  });

  test('gives way by a cent before the roundings of all documents add up to more', () => {
    const kafa = item({ quantity: 9 });
    const documents = [accepted([kafa])];
    for (let taken = 0; taken < 9; taken += 1) {
      documents.push(corrected([back(kafa, 1)], documents));
    }
    const cents = documents.map(({ computed }) => Number(computed.totals.total.replace('.', '')));
    expect(new Set(cents.slice(1))).toEqual(new Set([-12, -13]));
    expect(cents.reduce((sum, total) => sum + total, 0)).toBe(0);
  });

  test('and one that takes back more than was sold get no amounts of other documents', () => {
    const kafa = item({});
    const original = accepted([kafa]);
    const all = corrected([back(kafa, 2)], [original]);
    const again = corrected([back(kafa, 2)], [original, all]);
    expect(again.computed).toEqual(all.computed);
  });

  test('a difference that is no rounding is not made up for', () => {
    // The same number is another price where prices have begun to include the VAT in between.
    const kafa = item({ unitPrice: 10, quantity: 1 }, 21);
    const items = [back(kafa, 1)];
    const { computed } = corrected(items, [accepted([kafa], GROSS)], NET);
    expect(computed).toEqual(computeInvoice({ items }, NET));
  });
});
