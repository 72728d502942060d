// What the law makes of the lines of an invoice: lines, VAT groups and totals (decisions §5). It
// expects a request that passed validate-invoice.ts, and never judges one.

import type { ComputedInvoice, InvoiceLine, InvoiceRequest, InvoiceTotals } from './invoice.ts';
import type { Decimal, DecimalText } from '../money.ts';
import { LINE_DECIMALS, finishLine, priceLine } from './invoice-line.ts';
import type { PricedLine, PricingContext } from './invoice-line.ts';
import {
  ZERO,
  decimal,
  decimalPlaces,
  roundTo,
  signOf,
  spread,
  sum,
  toDecimalText,
} from '../money.ts';
import { groupByVat } from './vat.ts';

const CENT = decimal('0.01');

/** Computes all amounts of a validated request. Decisions §5. */
export function computeInvoice(
  request: Pick<InvoiceRequest, 'items' | 'discountAmount'>,
  context: PricingContext,
): ComputedInvoice {
  const priced = request.items.map((item) => priceLine(item, context));
  const discounts = discountShares(decimal(request.discountAmount ?? 0), priced);
  const lines = priced.map((line, index) => finishLine(line, discounts[index] ?? ZERO));
  return assembleInvoice(lines, totalsOf(lines));
}

/**
 * Finished lines with the groups and the number of decimals that follow from them.
 * @param earlier of a corrective: its root and all correctives in force.
 */
export function assembleInvoice(
  lines: InvoiceLine[],
  totals: InvoiceTotals,
  earlier: readonly ComputedInvoice[] = [],
): ComputedInvoice {
  return {
    lines,
    sameTaxGroups: groupByVat(lines),
    totals: { ...totals, ...untaxedTotals(lines, earlier) },
    decimals: decimalsOf(lines),
  };
}

// The discount follows the sign of the sum, so that it makes a corrective's sum smaller too, and a
// full cancellation can copy the original's discount as it is.
function discountShares(discountAmount: Decimal, lines: readonly PricedLine[]): Decimal[] {
  if (signOf(discountAmount) === 0) return lines.map(() => ZERO);
  const bases = lines.map((line) => line.base);
  const signed = discountAmount.abs().times(String(signOf(sum(bases))));
  return spread(signed, bases, LINE_DECIMALS);
}

function totalsOf(lines: readonly InvoiceLine[]): InvoiceTotals {
  const total = toDecimalText(sum(lines.map((line) => decimal(line.total))), 2);
  const withoutVat = toDecimalText(sum(lines.map((line) => decimal(line.base))), 2);
  const vat = toDecimalText(decimal(total).minus(decimal(withoutVat)), 2);
  return { withoutVat, vat, total };
}

/** Extensions §5. */
function untaxedTotals(
  lines: readonly InvoiceLine[],
  earlier: readonly ComputedInvoice[],
): Pick<InvoiceTotals, 'taxFree' | 'exported'> {
  const taxFree = untaxedTotal('taxFree', lines, earlier);
  const exported = untaxedTotal('exported', lines, earlier);
  return { ...(taxFree && { taxFree }), ...(exported && { exported }) };
}

/** The lines that each of these totals sums up; none of them has VAT. */
const UNTAXED = {
  taxFree: ({ exemption, isExport }: InvoiceLine) => exemption !== undefined && !isExport,
  exported: ({ isExport }: InvoiceLine) => isExport === true,
};

/**
 * The rounded sum of the lines; of a corrective a cent beside it, where all documents together
 * would else be more than a cent from their lines, or not nothing once everything is taken back.
 * A cent beside is never more than a cent from its own lines: that comes first, and after a failed
 * document a cent may be left (extensions §1). Null where there is no such line.
 */
function untaxedTotal(
  name: keyof typeof UNTAXED,
  lines: readonly InvoiceLine[],
  earlier: readonly ComputedInvoice[],
): DecimalText | null {
  const basesOf = (all: readonly InvoiceLine[]) =>
    all.filter(UNTAXED[name]).map(({ base }) => decimal(base));
  const own = basesOf(lines);
  if (own.length === 0) return null;
  const plain = roundTo(sum(own), 2);
  const before = sum(earlier.map(({ totals }) => decimal(totals[name] ?? 0)));
  const left = sum([...own, ...basesOf(earlier.flatMap((document) => document.lines))]);
  const rounding = before.plus(plain).minus(left);
  const isOff = rounding.abs().gt(signOf(left) === 0 ? ZERO : CENT);
  const beside = plain.minus(CENT.times(String(signOf(rounding))));
  const isAllowed = beside.minus(sum(own)).abs().lte(CENT);
  return toDecimalText(isOff && isAllowed ? beside : plain, 2);
}

function decimalsOf(lines: readonly InvoiceLine[]): ComputedInvoice['decimals'] {
  let needed = 2;
  for (const line of lines) {
    const { unitPriceBeforeVat, unitPriceAfterVat, base, vat, total } = line;
    for (const amount of [unitPriceBeforeVat, unitPriceAfterVat, base, vat, total]) {
      needed = Math.max(needed, decimalPlaces(decimal(amount)));
    }
  }
  return needed <= 2 ? 2 : needed === 3 ? 3 : 4;
}
