import { computeInvoice, decideDocument, decimal, NO_RELATIONS, sum, vatKey } from '@fiscal/domain';
import type { ComputedInvoice, DocumentInForce, InvoiceItem, InvoiceRequest } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printedAmounts, printedDiscounts } from './printed-amounts.ts';

const RATES = [21, 15, 7, 0];

/** A number of JSON with so many units of 10^-decimals. */
const json = (units: number, decimals: number): number => Number(`${units}e-${decimals}`);

const anyItem: fc.Arbitrary<InvoiceItem> = fc.record({
  name: fc.constant('Kafa'),
  unitPrice: fc.oneof(
    fc.integer({ min: 0, max: 50_000 }).map((units) => json(units, 2)),
    fc.integer({ min: 0, max: 5_000_000 }).map((units) => json(units, 4)),
    fc.constant(9_999_999.9999),
  ),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 9_999 }).map((units) => json(units, 3)),
  ),
  vat: fc.oneof(
    { weight: 4, arbitrary: fc.record({ rate: fc.constantFrom(...RATES) }) },
    fc.record({ rate: fc.constant(0), exemption: fc.constantFrom('VAT_CL26', 'VAT_CL44') }),
  ),
  rebatePercentage: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((u) => json(u, 4))),
  rebateReducingBase: fc.option(fc.boolean()),
});

const anySale = fc.record({
  items: fc.oneof(
    { weight: 9, arbitrary: fc.array(anyItem, { minLength: 1, maxLength: 9 }) },
    fc.array(anyItem, { minLength: 40, maxLength: 80 }),
  ),
  isInVat: fc.boolean(),
  pricesIncludeVat: fc.boolean(),
  /** Of the sum of the bases, in hundred thousandths. */
  discount: fc.option(fc.integer({ min: 0, max: 99_999 })),
});

type Sale = typeof anySale extends fc.Arbitrary<infer T> ? T : never;

function compute({ items, discount, ...context }: Sale) {
  const { totals } = computeInvoice({ items }, context);
  const discountAmount =
    discount && Number((Number(totals.withoutVat) * discount * 1e-5).toFixed(4));
  const computed = computeInvoice({ items, discountAmount }, context);
  return { computed, context, discountAmount };
}

const total = (values: readonly string[]): string => sum(values.map(decimal)).toFixed(2);
const isOffByACent = (printed: string, exact: string): boolean =>
  decimal(printed).minus(decimal(exact)).abs().cmp(decimal('0.01')) >= 0;

/**
 * Whether the totals are less than a cent from their lines. A corrective may be a whole cent from
 * them so that all documents of a sale come to zero (extensions §1); its printed lines then are,
 * too.
 */
function hasNearTotals({ lines, totals }: ComputedInvoice): boolean {
  const exact = (name: 'base' | 'vat' | 'total') =>
    sum(lines.map((line) => decimal(line[name]))).toFixed();
  return (
    !isOffByACent(totals.withoutVat, exact('base')) &&
    !isOffByACent(totals.vat, exact('vat')) &&
    !isOffByACent(totals.total, exact('total'))
  );
}

/** What is wrong with the printed amounts; nothing where they add up and are near. */
function faultsOf(computed: ComputedInvoice): string[] {
  const printed = printedAmounts(computed);
  const isNear = hasNearTotals(computed);
  const { lines, sameTaxGroups: groups, totals } = computed;
  const faults: string[] = [];
  const say = (isFault: boolean, words: string): void => {
    if (isFault) faults.push(words);
  };
  for (const [amounts, exact] of [
    [printed.lines, lines],
    [printed.groups, groups],
  ] as const) {
    say(amounts.length !== exact.length, `${amounts.length} instead of ${exact.length}`);
    if (exact.length === 0) continue;
    const names = ['base', 'vat', 'total'] as const;
    const sums = names.map((name) => total(amounts.map((row) => row[name])));
    say(
      sums.join() !== [totals.withoutVat, totals.vat, totals.total].join(),
      `${sums.join()} is not ${totals.withoutVat},${totals.vat},${totals.total}`,
    );
    exact.forEach(({ base, vat }, index) => {
      const row = amounts[index]!;
      say(
        Object.values(row).some((text) => !/^-?\d+\.\d\d$/.test(text)),
        `${index}: no cents`,
      );
      say(total([row.base, row.vat]) !== row.total, `${index}: the row does not add up`);
      if (!isNear) return;
      say(isOffByACent(row.base, base), `${index}: base ${row.base} of ${base}`);
      say(isOffByACent(row.vat, vat), `${index}: VAT ${row.vat} of ${vat}`);
      const gross = sum([decimal(base), decimal(vat)]).toFixed();
      say(isOffByACent(row.total, gross), `${index}: total ${row.total} of ${gross}`);
    });
  }
  groups.forEach((group, index) => {
    const key = vatKey(group);
    const ofGroup = printed.lines.filter((_, line) => vatKey(lines[line]!) === key);
    const sums = [total(ofGroup.map(({ base }) => base)), total(ofGroup.map(({ vat }) => vat))];
    say(sums.join() !== [printed.groups[index]?.base, printed.groups[index]?.vat].join(), key);
  });
  const discounts = printedDiscounts(computed);
  say(total(discounts.lines) !== discounts.sum, 'the discounts do not add up');
  say(total([discounts.beforeDiscount, discounts.sum]) !== totals.withoutVat, 'before discount');
  lines.forEach(({ discount }, index) => {
    const printedOne = discounts.lines[index] ?? '';
    say(isOffByACent(printedOne, decimal(discount).times('-1').toFixed()), `discount ${index}`);
  });
  if (!isNear) return faults;
  const before = sum(lines.flatMap(({ base, discount }) => [decimal(base), decimal(discount)]));
  say(isOffByACent(discounts.beforeDiscount, before.toFixed()), 'before discount is a cent off');
  return faults;
}

const requestOf = (
  type: 'Invoice' | 'Corrective',
  items: InvoiceItem[],
  discountAmount: number | null = null,
): InvoiceRequest => ({
  type,
  orderNumber: 0,
  typeOfInvoice: 'Cash',
  paymentMethod: 'BANKNOTE',
  paymentDeadline: '2026-07-11T13:51:04Z',
  items,
  discountAmount,
});

/** A corrective of the sale beside what it and its earlier correctives came to. */
function correct(
  { items, isInVat, pricesIncludeVat }: Sale,
  chain: readonly ComputedInvoice[],
  lines: InvoiceItem[],
  discount: number | null = null,
): ComputedInvoice {
  let from = 0;
  const documents = chain.map((computed, index): DocumentInForce => {
    const isRoot = index === 0;
    const sent = isRoot ? items : negative(items.slice(from, (from += computed.lines.length)));
    const request = requestOf(isRoot ? 'Invoice' : 'Corrective', sent);
    return { id: String(index), originalId: isRoot ? null : '0', request, items: sent, computed };
  });
  const request = requestOf('Corrective', lines, discount);
  const context = { isInVat, pricesIncludeVat };
  const relations = { ...NO_RELATIONS, documents };
  return decideDocument({ request, originalId: '0', context }, relations, false).computed;
}

const negative = (items: readonly InvoiceItem[]): InvoiceItem[] =>
  items.map((item) => ({ ...item, unitPrice: -item.unitPrice, quantity: -item.quantity }));

describe('Decisions §5: printed amounts are cents that add up to the totals', () => {
  test('on invoices of every kind, none of them a cent or more off its exact amount', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        expect(faultsOf(compute(sale).computed)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('on correctives, in full and in several parts; a full one mirrors its original', () => {
    fc.assert(
      fc.property(anySale, fc.nat(8), (sale, taken) => {
        const { computed, discountAmount } = compute(sale);
        const all = negative(sale.items);
        const full = correct(sale, [computed], all, discountAmount);
        expect(faultsOf(full)).toEqual([]);
        const mirrored = printedAmounts(computed).lines.map((row) =>
          Object.values(row).map((text) =>
            decimal(text).times('-1').toFixed(2).replace('-0.00', '0.00'),
          ),
        );
        expect(printedAmounts(full).lines.map((row) => Object.values(row))).toEqual(mirrored);

        const undiscounted = { ...sale, discount: null };
        const chain = [compute(undiscounted).computed];
        const part = taken % all.length;
        for (const lines of [all.slice(0, part), all.slice(part)]) {
          if (lines.length === 0) continue;
          const corrective = correct(undiscounted, chain, lines);
          chain.push(corrective);
          expect(faultsOf(corrective)).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('an amount that is whole cents is printed as it is, whatever the others need', () => {
    const items = [3.6, 3.6, 3.6, 1.1].map((unitPrice) => ({
      name: 'Kafa',
      unitPrice,
      quantity: 1,
      vat: { rate: 21 },
    }));
    const computed = computeInvoice({ items }, { isInVat: true, pricesIncludeVat: true });
    const { lines } = printedAmounts(computed);
    // Bases of 2.9752 and 0.9091 make 9.83, so that not each of them is rounded to the nearest
    // cent.
    expect(lines.map((row) => row.total)).toEqual(['3.60', '3.60', '3.60', '1.10']);
    expect(total(lines.map((row) => row.base))).toBe(computed.totals.withoutVat);
  });
});
