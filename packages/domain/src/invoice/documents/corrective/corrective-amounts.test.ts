import { describe, expect, test } from '@jest/globals';
import { computeCorrective } from './corrective-amounts.ts';
import type { AcceptedInvoice } from './line-identity.ts';
import type { Exemption } from '../../exemptions.ts';
import type { InvoiceItem } from '../../invoice.ts';
import { computeInvoice } from '../../totals.ts';
import { vatKey } from '../../vat.ts';

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

  test.each([10, 0.2])('a difference that is no rounding is not made up for: %s', (unitPrice) => {
    // The same number is another price where prices have begun to include the VAT in between.
    const kafa = item({ unitPrice, quantity: 1 }, 21);
    const items = [back(kafa, 1)];
    const { computed } = corrected(items, [accepted([kafa], GROSS)], NET);
    expect(computed).toEqual(computeInvoice({ items }, NET));
  });

  test('takes roundings of many correctives before they are more than a line can bear', () => {
    // 1.00 with 21 % is 0.826446… without: each piece leaves 0.000046, all of them 0.0116.
    const pieces = 250;
    const ticket = item({ unitPrice: 1, quantity: pieces }, 21);
    const documents = [accepted([ticket], GROSS)];
    for (let piece = 0; piece < pieces; piece += 1) {
      documents.push(corrected([back(ticket, 1)], documents, GROSS));
    }
    expect(documents.at(1)!.computed.lines[0]).toMatchObject({ base: '-0.8264', vat: '-0.1736' });
    expect(leftOf(documents)).toEqual({ total: 0, withoutVat: 0, '21.00': [0, 0] });
  });
});

describe('a discount on the invoice', () => {
  /** A sale with a discount, and what takes it back: items, and the discount that they carry. */
  function chainOf(...documents: [InvoiceItem[], number | null][]): AcceptedInvoice[] {
    return documents.reduce<AcceptedInvoice[]>((chain, [items, discountAmount]) => {
      const request = { items, discountAmount };
      const computed =
        chain.length === 0 ? computeInvoice(request, NET) : computeCorrective(request, NET, chain);
      return [...chain, { items, computed }];
    }, []);
  }

  test('may be shared in cents: the lines that end an article take what that leaves', () => {
    const kafa = item({ unitPrice: 10, quantity: 4 }, 21);
    const hljeb = item({ name: 'Hljeb', unitPrice: 40, quantity: 1 }, 7);
    const quarter: [InvoiceItem[], number] = [[back(kafa, 1)], 0.13];
    const chain = chainOf([[kafa, hljeb], 1], quarter, quarter, quarter, quarter, [
      [back(hljeb, 1)],
      0.48,
    ]);
    // A quarter of its half of the discount is 0.125.
    expect(chain.at(4)!.computed.lines[0]).toMatchObject({ base: '-9.8900', discount: '-0.1300' });
    const none = [0, 0];
    expect(leftOf(chain)).toEqual({ total: 0, withoutVat: 0, '21.00': none, '7.00': none });
  });

  test('is given to a line that carries none, where its article was sold with one', () => {
    const kafa = item({ unitPrice: 1.84, quantity: 1 }, 21);
    const hljeb = item({ name: 'Hljeb', unitPrice: 49.08, quantity: 2 }, 7);
    const half: [InvoiceItem[], number] = [[back(hljeb, 1)], 0.5];
    const chain = chainOf([[kafa, hljeb], 1], half, half, [[back(kafa, 1)], null]);
    expect(chain.at(-1)!.computed.lines[0]).toMatchObject({
      base: '-1.8216',
      discount: '-0.0184',
      effectiveRebatePercentage: '1',
      rebateReducingBase: true,
    });
    const none = [0, 0];
    expect(leftOf(chain)).toEqual({ total: 0, withoutVat: 0, '21.00': none, '7.00': none });
  });

  test('Extensions §5: is made up for by exemption, as it is by rate', () => {
    const sold = (name: string, unitPrice: number, quantity: number, exemption: Exemption) =>
      item({ name, unitPrice, quantity, vat: { rate: 0, exemption } });
    const [exam, report] = [sold('Pregled', 1, 1, 'VAT_CL26'), sold('Nalaz', 4, 1, 'VAT_CL26')];
    const [trip, stay] = [sold('Izlet', 3.5, 2, 'VAT_CL44'), sold('Hotel', 11.5, 1, 'VAT_CL44')];
    const chain = chainOf(
      [[exam, report, trip, stay], 1],
      [[back(exam, 1)], 0.03],
      [[back(report, 1), back(trip, 1), back(stay, 1)], 0.8],
      [[back(trip, 1)], 0.17],
    );
    expect(leftOf(chain)).toEqual({ total: 0, withoutVat: 0, VAT_CL26: [0, 0], VAT_CL44: [0, 0] });
  });

  test('goes to the lines that were sold with it, where everything is taken back at once', () => {
    const kafa = item({ unitPrice: 10, quantity: 1 }, 21);
    const knjiga = item({ name: 'Knjiga', unitPrice: 20, quantity: 1 }, 7);
    const chain = chainOf([[kafa], 1], [[knjiga], null], [[back(kafa, 1), back(knjiga, 1)], 1]);
    expect(chain.at(-1)!.computed.lines.map(({ base }) => base)).toEqual(['-9.0000', '-20.0000']);
    const none = [0, 0];
    expect(leftOf(chain)).toEqual({ total: 0, withoutVat: 0, '21.00': none, '7.00': none });
  });

  test('can leave the last line the other sign, beside a price and a rebate of the schema', () => {
    const vijak = item({ unitPrice: 0.0007, quantity: 19.742 }, 21);
    const chain = chainOf(
      [[vijak], 0.01],
      [[back(vijak, 14.8)], null],
      [[back(vijak, 4.942)], null],
    );
    expect(chain.at(-1)!.computed.lines[0]).toMatchObject({
      quantity: '-4.942',
      total: '0.0080',
      // PA / Q is -0.0016, whose amount without the sign would be 0.0160 from PA.
      unitPriceAfterVat: '0.0000',
      effectiveRebatePercentage: '100',
    });
    expect(leftOf(chain)).toEqual({ total: 0, withoutVat: 0, '21.00': [0, 0] });
  });

  test.each([
    ['as much as the line', 10, 20],
    ['a base of 0.008 and a total of 0.0097', 0.012, 0.02],
  ])('gives no line the other sign by more than a rounding: %s', (_words, unitPrice, discount) => {
    const kafa = item({ unitPrice, quantity: 2 }, 21);
    const half: [InvoiceItem[], null] = [[back(kafa, 1)], null];
    const chain = chainOf([[kafa], discount], half, half);
    expect(chain.at(-1)!.computed.lines).toEqual(chain.at(1)!.computed.lines);
  });

  test('that is not the one of the sale is not made up for', () => {
    const kafa = item({ unitPrice: 10, quantity: 1 }, 21);
    const request = { items: [back(kafa, 1)], discountAmount: 0.95 };
    const [sale] = chainOf([[kafa], 1]);
    expect(computeCorrective(request, NET, [sale!])).toEqual(computeInvoice(request, NET));
  });
});

/** What all documents come to: totals, then base and VAT by rate; in euros. */
function leftOf(documents: AcceptedInvoice[]): Record<string, number | number[]> {
  const sum = (amounts: string[]) =>
    Number(amounts.reduce((all, amount) => all + Number(amount), 0).toFixed(4)) + 0;
  const totals = documents.map(({ computed }) => computed.totals);
  const rates = Map.groupBy(
    documents.flatMap(({ computed }) => computed.sameTaxGroups),
    vatKey,
  );
  return {
    total: sum(totals.map(({ total }) => total)),
    withoutVat: sum(totals.map(({ withoutVat }) => withoutVat)),
    ...Object.fromEntries(
      [...rates].map(([rate, groups]) => [
        rate,
        [sum(groups.map(({ base }) => base)), sum(groups.map(({ vat }) => vat))],
      ]),
    ),
  };
}
