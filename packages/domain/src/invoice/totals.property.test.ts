import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ComputedInvoice, InvoiceItem } from './invoice.ts';
import type { PricingContext } from './invoice-line.ts';
import { decimal, signOf, sum, toDecimalText } from '../money.ts';
import { computeInvoice } from './totals.ts';
import { validateAmounts } from './validate-amounts.ts';
import { vatKey } from './vat.ts';

interface RandomInvoice {
  items: InvoiceItem[];
  discountAmount: number | null;
  context: PricingContext;
}

const CONTEXTS: PricingContext[] = [
  { pricesIncludeVat: false, isInVat: true },
  { pricesIncludeVat: true, isInVat: true },
  { pricesIncludeVat: false, isInVat: false },
  { pricesIncludeVat: true, isInVat: false },
];

/** A number as JSON would bring it, `units` of 10^-`places`. */
const jsonNumber = (units: number, places: number): number => Number(`${units}e-${places}`);

const anyPrice = fc
  .tuple(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, places]) => jsonNumber(units, places));
const anyQuantity = fc
  .tuple(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 0, max: 3 }))
  .map(([units, places]) => jsonNumber(units, places));
const anyRebate = fc.oneof(
  fc.constantFrom(null, undefined, 0, 100),
  fc.integer({ min: 0, max: 1_000_000 }).map((units) => jsonNumber(units, 4)),
);

/** 0 % and exempt, too, which are two groups. */
const anyVat = fc.oneof(
  fc.record({ rate: fc.constantFrom(21, 15, 7, 0) }),
  fc.record({ rate: fc.constant(0), exemption: fc.constantFrom('VAT_CL26', 'VAT_CL44') }),
);
const anyItem: fc.Arbitrary<InvoiceItem> = fc.record({
  name: fc.constant('Kafa'),
  unitPrice: anyPrice,
  quantity: anyQuantity,
  vat: anyVat,
  rebatePercentage: anyRebate,
  rebateReducingBase: fc.constantFrom(true, false, null, undefined),
});

/** Some lines turned into cancelling ones, as a partial correction has them. */
const anyCorrectiveItem = fc
  .tuple(anyItem, fc.boolean())
  .map(([item, isReturned]) => (isReturned ? cancelled(item) : item));

function invoiceOf(item: fc.Arbitrary<InvoiceItem>): fc.Arbitrary<RandomInvoice> {
  return fc
    .record({
      items: fc.array(item, { minLength: 1, maxLength: 12 }),
      // In millionths of the largest discount allowed; null for none.
      part: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      context: fc.constantFrom(...CONTEXTS),
    })
    .map(({ items, part, context }) => {
      const bases = sum(computeInvoice({ items }, context).lines.map((line) => decimal(line.base)));
      const discount = bases.abs().times(jsonNumberText(part ?? 0));
      const [whole, digits = ''] = discount.toFixed().split('.');
      const discountAmount = part === null ? null : Number(`${whole}.${digits.slice(0, 4)}`);
      return { items, discountAmount, context };
    })
    .filter(({ items, discountAmount, context }) => {
      // A binary number cannot hold every discount to the last digit: the rules decide.
      return validateAmounts(items, discountAmount, context).length === 0;
    });
}

const jsonNumberText = (millionths: number): string => `${millionths}e-6`;

function cancelled(item: InvoiceItem): InvoiceItem {
  return { ...item, unitPrice: -item.unitPrice, quantity: -item.quantity };
}

const total = (texts: string[]): string => toDecimalText(sum(texts.map(decimal)), 4);

const negative = (text: string): string =>
  toDecimalText(decimal(text).times('-1'), text.includes('.') ? text.split('.')[1]!.length : 0);

/** What a full cancellation of the invoice must come to. */
function mirrored(invoice: ComputedInvoice): ComputedInvoice {
  return {
    decimals: invoice.decimals,
    lines: invoice.lines.map((line) => ({
      ...line,
      quantity: negative(line.quantity),
      discount: negative(line.discount),
      base: negative(line.base),
      vat: negative(line.vat),
      total: negative(line.total),
    })),
    sameTaxGroups: invoice.sameTaxGroups.map((group) => ({
      ...group,
      base: negative(group.base),
      vat: negative(group.vat),
    })),
    totals: {
      withoutVat: negative(invoice.totals.withoutVat),
      vat: negative(invoice.totals.vat),
      total: negative(invoice.totals.total),
      ...(invoice.totals.taxFree && { taxFree: negative(invoice.totals.taxFree) }),
    },
  };
}

describe('any invoice', () => {
  test('adds up: line by line to the last digit, groups and totals to the cent', () => {
    fc.assert(
      fc.property(fc.oneof(invoiceOf(anyItem), invoiceOf(anyCorrectiveItem)), (invoice) => {
        const { lines, sameTaxGroups, totals } = computeInvoice(invoice, invoice.context);
        for (const line of lines) expect(total([line.base, line.vat])).toBe(line.total);

        const bases = total(lines.map((line) => line.base));
        const vat = total(lines.map((line) => line.vat));
        if (invoice.context.isInVat) {
          expect(total(sameTaxGroups.map((group) => group.base))).toBe(bases);
          expect(total(sameTaxGroups.map((group) => group.vat))).toBe(vat);
          const counted = sameTaxGroups.reduce((count, group) => count + group.itemCount, 0);
          expect(counted).toBe(lines.length);
          const keys = new Set(lines.map(vatKey));
          expect(sameTaxGroups.map(vatKey).toSorted()).toEqual([...keys].toSorted());
          for (const group of sameTaxGroups.filter(({ exemption }) => exemption)) {
            expect(group.vat).toBe('0.0000');
          }
        }
        const exempt = lines.filter(({ exemption }) => exemption).map(({ base }) => base);
        const taxFree = exempt.length === 0 ? undefined : toDecimalText(decimal(total(exempt)), 2);
        expect(totals.taxFree).toBe(taxFree);
        expect(totals.withoutVat).toBe(toDecimalText(decimal(bases), 2));
        expect(totals.total).toBe(toDecimalText(decimal(total([bases, vat])), 2));
        expect(total([totals.withoutVat, totals.vat])).toBe(total([totals.total]));
        const difference = decimal(totals.vat).minus(decimal(vat)).abs();
        expect(difference.lte('0.01')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('is made smaller by exactly its discount, and never turned around by it', () => {
    fc.assert(
      fc.property(invoiceOf(anyCorrectiveItem), (invoice) => {
        const before = computeInvoice({ items: invoice.items }, invoice.context).lines;
        const { lines } = computeInvoice(invoice, invoice.context);
        const shares = sum(lines.map((line) => decimal(line.discount)));
        expect(shares.abs().eq(decimal(invoice.discountAmount ?? 0))).toBe(true);
        lines.forEach((line, index) => {
          const [base, full] = [decimal(line.base), decimal(before[index]!.base)];
          expect(base.plus(decimal(line.discount)).eq(full)).toBe(true);
          expect(base.abs().lte(full.abs())).toBe(true);
          expect(signOf(base) * signOf(full)).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });

  test('has amounts of the sign of their line, and prices and rebates that are never negative', () => {
    fc.assert(
      fc.property(invoiceOf(anyCorrectiveItem), (invoice) => {
        for (const line of computeInvoice(invoice, invoice.context).lines) {
          const sign = signOf(decimal(line.quantity));
          for (const amount of [line.base, line.vat, line.total]) {
            expect(signOf(decimal(amount)) * sign).toBeGreaterThanOrEqual(0);
            expect(amount).toMatch(/^-?\d+\.\d{4}$/);
          }
          const { unitPriceBeforeVat, unitPriceAfterVat, effectiveRebatePercentage } = line;
          for (const value of [unitPriceBeforeVat, unitPriceAfterVat, effectiveRebatePercentage]) {
            expect(value ?? '0').toMatch(/^\d+(\.\d{1,4})?$/);
          }
        }
      }),
    );
  });

  test('is cancelled by exactly its negative, in every line, group and total', () => {
    fc.assert(
      fc.property(fc.oneof(invoiceOf(anyItem), invoiceOf(anyCorrectiveItem)), (invoice) => {
        const cancellation = { ...invoice, items: invoice.items.map(cancelled) };
        expect(computeInvoice(cancellation, invoice.context)).toEqual(
          mirrored(computeInvoice(invoice, invoice.context)),
        );
      }),
      { numRuns: 200 },
    );
  });
});
