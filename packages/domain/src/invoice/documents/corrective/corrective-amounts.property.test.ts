// Random originals, taken back in random parts: whatever the parts are, all documents together come
// to nothing, and each of them is one that the authority accepts.

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { computeCorrective } from './corrective-amounts.ts';
import type { AcceptedInvoice } from './line-identity.ts';
import type { ComputedInvoice, InvoiceItem } from '../../invoice.ts';
import type { PricingContext } from '../../invoice-line.ts';
import { decimal, divide, roundTo, signOf, sum, toDecimalText } from '../../../money.ts';
import type { Decimal } from '../../../money.ts';
import { computeInvoice } from '../../totals.ts';
import { validateAmounts } from '../../validate-amounts.ts';
import { vatKey } from '../../vat.ts';

const CONTEXTS: PricingContext[] = [
  { pricesIncludeVat: false, isInVat: true },
  { pricesIncludeVat: true, isInVat: true },
  { pricesIncludeVat: false, isInVat: false },
];

/** A number as JSON would bring it, `units` of 10^-`places`. */
const jsonNumber = (units: number, places: number): number => Number(`${units}e-${places}`);

const anyItem: fc.Arbitrary<InvoiceItem> = fc.record({
  name: fc.constantFrom('Kafa', 'Hljeb', 'Sir', 'Sok', 'Knjiga'),
  unitPrice: fc
    .tuple(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 1, max: 4 }))
    .map(([units, places]) => jsonNumber(units, places)),
  quantity: fc.integer({ min: 1, max: 40_000 }).map((units) => jsonNumber(units, 3)),
  vat: fc.oneof(
    fc.record({ rate: fc.constantFrom(21, 15, 7, 0) }),
    fc.record({ rate: fc.constant(0), exemption: fc.constantFrom('VAT_CL26', 'VAT_CL44') }),
  ),
  rebatePercentage: fc.oneof(
    fc.constantFrom(null, 0, 100),
    fc.integer({ min: 0, max: 1_000_000 }).map((units) => jsonNumber(units, 4)),
  ),
  rebateReducingBase: fc.constantFrom(true, false, null),
});

interface Correction {
  context: PricingContext;
  items: InvoiceItem[];
  /** In thousandths of the largest discount allowed. */
  discount: number;
  /** For each item: in how many thousandths of it each corrective but the last takes back. */
  cuts: number[][];
}

const anyCorrection: fc.Arbitrary<Correction> = fc
  .record({
    context: fc.constantFrom(...CONTEXTS),
    items: fc.array(anyItem, { minLength: 1, maxLength: 8 }),
    discount: fc.constantFrom(0, 0, 17, 333, 1000),
    correctives: fc.integer({ min: 1, max: 6 }),
  })
  .chain(({ correctives, ...rest }) =>
    fc
      .array(
        fc.array(fc.constantFrom(0, 0, 1, 250, 333, 500, 1000), {
          minLength: correctives - 1,
          maxLength: correctives - 1,
        }),
        { minLength: rest.items.length, maxLength: rest.items.length },
      )
      .map((cuts) => ({ ...rest, cuts })),
  );

/** The largest discount of cents that may be given, in thousandths. */
function discountOf(bases: Decimal, thousandths: number): number {
  return Number(roundTo(bases.times(`${thousandths}e-3`), 2).toFixed());
}

const basesOf = (items: InvoiceItem[], context: PricingContext): Decimal =>
  sum(computeInvoice({ items }, context).lines.map(({ base }) => decimal(base))).abs();

/** The items of each corrective: negative parts of the original's, which add up to it. */
function partsOf({ items, cuts }: Correction): InvoiceItem[][] {
  const parts: InvoiceItem[][] = [];
  items.forEach((item, index) => {
    let left = Math.round(item.quantity * 1000);
    const taken = [...cuts[index]!.map((cut) => Math.floor((left * cut) / 1000)), Infinity];
    taken.forEach((wanted, part) => {
      const quantity = Math.min(wanted, left);
      left -= quantity;
      parts[part] ??= [];
      if (quantity === 0) return;
      const back = { unitPrice: -item.unitPrice, quantity: jsonNumber(-quantity, 3) };
      parts[part].push({ ...item, ...back });
    });
  });
  return parts.filter((part) => part.length > 0);
}

/** Original and correctives in their order; null where the rules would refuse one of them. */
function documentsOf(correction: Correction): AcceptedInvoice[] | null {
  const { context, items } = correction;
  const bases = basesOf(items, context);
  const discountAmount = discountOf(bases, correction.discount);
  if (validateAmounts(items, discountAmount, context).length > 0) return null;
  const documents = [{ items, computed: computeInvoice({ items, discountAmount }, context) }];
  let discountLeft = decimal(discountAmount);
  const parts = partsOf(correction);
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1 || signOf(bases) === 0;
    const share = isLast
      ? discountLeft
      : divide(decimal(discountAmount).times(basesOf(part, context)), bases, 4);
    discountLeft = discountLeft.minus(share);
    const discount = Number(share.toFixed());
    if (discount < 0 || validateAmounts(part, discount, context).length > 0) return null;
    const request = { items: part, discountAmount: discount };
    documents.push({ items: part, computed: computeCorrective(request, context, documents) });
  }
  return documents;
}

/** What all documents come to together: totals, then base and VAT of each rate and exemption. */
function sumsOf(documents: AcceptedInvoice[]): Record<string, string> {
  const sums = new Map<string, Decimal>();
  const add = (name: string, amount: string): void => {
    sums.set(name, (sums.get(name) ?? decimal('0')).plus(decimal(amount)));
  };
  for (const { computed } of documents) {
    const { totals, sameTaxGroups } = computed;
    for (const name of ['withoutVat', 'vat', 'total'] as const) add(name, totals[name]);
    for (const group of sameTaxGroups) {
      add(`${vatKey(group)} base`, group.base);
      add(`${vatKey(group)} vat`, group.vat);
    }
  }
  return Object.fromEntries([...sums].map(([name, amount]) => [name, toDecimalText(amount, 4)]));
}

const total = (texts: string[]): Decimal => sum(texts.map(decimal));
const isNear = (a: Decimal, b: Decimal): boolean => a.minus(b).abs().lte('0.01');

/** Protocol §11, as far as the domain decides it. */
function problemsOf({ lines, totals }: ComputedInvoice): string[] {
  const problems: string[] = [];
  const relations: [string, Decimal, string[]][] = [
    ['total', decimal(totals.total), lines.map((line) => line.total)],
    ['withoutVat', decimal(totals.withoutVat), lines.map((line) => line.base)],
    ['vat', decimal(totals.vat), lines.map((line) => line.vat)],
  ];
  for (const [name, value, amounts] of relations) {
    if (!isNear(value, total(amounts))) problems.push(`${name} is not the sum of the lines`);
  }
  if (!total([totals.withoutVat, totals.vat]).eq(decimal(totals.total))) problems.push('total');
  for (const { base, vat, total: price, vatRate } of lines) {
    const owed = decimal(base)
      .times(decimal(vatRate ?? '0'))
      .times('0.01');
    if (!isNear(decimal(vat), owed)) problems.push('a VAT is not of its base');
    if (!total([base, vat]).eq(decimal(price))) problems.push('a line does not add up');
  }
  return problems;
}

describe('an original and the correctives that take it back in parts', () => {
  test('come to exactly nothing together, and each agrees with its own lines and rates', () => {
    let checked = 0;
    fc.assert(
      fc.property(anyCorrection, (correction) => {
        const documents = documentsOf(correction);
        fc.pre(documents !== null);
        checked += 1;
        const sums = sumsOf(documents);
        expect(sums).toEqual(Object.fromEntries(Object.keys(sums).map((name) => [name, '0.0000'])));
        expect(documents.flatMap(({ computed }) => problemsOf(computed))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(checked).toBeGreaterThan(250);
  });
});
