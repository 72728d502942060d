// What the law makes of the lines of an invoice: lines, VAT groups and totals (decisions §5). It
// expects a request that passed validate-invoice.ts, and never judges one.

import type { ComputedInvoice, InvoiceLine, InvoiceRequest, InvoiceTotals } from './invoice.ts';
import { LINE_DECIMALS, finishLine, priceLine } from './invoice-line.ts';
import type { PricedLine, PricingContext } from './invoice-line.ts';
import { ZERO, decimal, decimalPlaces, signOf, spread, sum, toDecimalText } from '../money.ts';
import type { Decimal } from '../money.ts';
import { groupByVat } from './vat.ts';

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

/** Finished lines with the groups and the number of decimals that follow from them. */
export function assembleInvoice(lines: InvoiceLine[], totals: InvoiceTotals): ComputedInvoice {
  return {
    lines,
    sameTaxGroups: groupByVat(lines),
    totals: { ...totals, ...untaxedTotals(lines) },
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
function untaxedTotals(lines: readonly InvoiceLine[]): Pick<InvoiceTotals, 'taxFree' | 'exported'> {
  const exported = lines.filter(({ isExport }) => isExport);
  const taxFree = lines.filter(({ exemption, isExport }) => exemption && !isExport);
  return {
    ...(taxFree.length > 0 && {
      taxFree: toDecimalText(sum(taxFree.map(({ base }) => decimal(base))), 2),
    }),
    ...(exported.length > 0 && {
      exported: toDecimalText(sum(exported.map(({ total }) => decimal(total))), 2),
    }),
  };
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
