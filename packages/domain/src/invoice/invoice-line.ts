// What one line costs: base, VAT and total in the line's own mode of calculation, before and after
// its share of the invoice's discount (decisions §5). This file sees one line at a time; spreading
// the discount, groups and totals are in totals.ts, and what may be sent at all in
// validate-items.ts.

import type { InvoiceItem, InvoiceLine } from './invoice.ts';
import {
  HUNDRED,
  ZERO,
  decimal,
  divide,
  roundTo,
  signOf,
  toDecimalText,
  toShortestText,
} from '../money.ts';
import type { Decimal } from '../money.ts';
import { givenText } from './validate-text.ts';
import { vatRateText } from './vat.ts';

/** What of the company decides how its prices are read. Decisions §1. */
export interface PricingContext {
  /** Whether `unitPrice` of the request contains the VAT. */
  pricesIncludeVat: boolean;
  /** A company outside VAT charges none, whatever the request says. */
  isInVat: boolean;
}

/** A line before the invoice's discount; all values exact, amounts rounded to 4 decimals. */
export interface PricedLine {
  item: InvoiceItem;
  isInVat: boolean;
  /** Whether the calculation starts from the price with VAT. */
  isPriceFirst: boolean;
  quantity: Decimal;
  /** VAT as a factor of the base: 0.21. */
  vatFactor: Decimal;
  /** The client's rebate in percent; zero if none. */
  rebate: Decimal;
  unitPriceBeforeVat: Decimal;
  base: Decimal;
  vat: Decimal;
  total: Decimal;
}

const ONE = decimal('1');
const PERCENT = decimal('0.01');
/** Decimals of every amount of a line. */
export const LINE_DECIMALS = 4;

/**
 * The amounts of a line before the invoice's discount. Price and quantity of a cancelling line are
 * both negative (Spec, Corrective rules): the price counts without its sign, and the quantity
 * carries the sign of every amount.
 */
export function priceLine(item: InvoiceItem, context: PricingContext): PricedLine {
  const unitPrice = decimal(item.unitPrice).abs();
  const quantity = decimal(item.quantity);
  const rebate = decimal(item.rebatePercentage ?? 0);
  const vatFactor = context.isInVat ? decimal(item.vat.rate).times(PERCENT) : ZERO;
  const grossFactor = ONE.plus(vatFactor);

  const isPriceFirst =
    context.pricesIncludeVat || (signOf(rebate) !== 0 && item.rebateReducingBase === false);
  const amount = unitPrice.times(quantity).times(ONE.minus(rebate.times(PERCENT)));
  const line = { item, isInVat: context.isInVat, isPriceFirst, quantity, vatFactor, rebate };

  if (!isPriceFirst) {
    return { ...line, unitPriceBeforeVat: unitPrice, ...fromBase(amount, vatFactor) };
  }
  // A price without VAT gets it unrounded, so that the line total is still rounded only once.
  const gross = context.pricesIncludeVat ? amount : amount.times(grossFactor);
  const total = roundTo(gross, LINE_DECIMALS);
  const base = divide(total, grossFactor, LINE_DECIMALS);
  const unitPriceBeforeVat = context.pricesIncludeVat
    ? divide(unitPrice, grossFactor, LINE_DECIMALS)
    : unitPrice;
  return { ...line, unitPriceBeforeVat, base, vat: total.minus(base), total };
}

// VAT and total of a base; the base itself is rounded first.
function fromBase(
  exactBase: Decimal,
  vatFactor: Decimal,
): Pick<PricedLine, 'base' | 'vat' | 'total'> {
  const base = roundTo(exactBase, LINE_DECIMALS);
  const vat = roundTo(base.times(vatFactor), LINE_DECIMALS);
  return { base, vat, total: base.plus(vat) };
}

/**
 * The finished line, net of its share of the invoice's discount (same sign as the base, 4
 * decimals).
 *
 * The discount is an amount without VAT, so a discounted line is fixed by its base in either mode:
 * from a base of 4 decimals, "VAT = base × rate" and "total = base × (1 + rate), VAT = the rest"
 * round to the same amounts. Lowering the total of a price-first line by the share with VAT instead
 * would leave a line that is discounted to nothing with a VAT of ±0.0001.
 */
export function finishLine(line: PricedLine, discount: Decimal): InvoiceLine {
  const isDiscounted = signOf(discount) !== 0;
  const { base, vat } = isDiscounted ? fromBase(line.base.minus(discount), line.vatFactor) : line;
  const hasRebate = isDiscounted || signOf(line.rebate) !== 0;
  const { item } = line;
  const exemption = line.isInVat ? item.vat.exemption : null;
  const finished = {
    name: item.name,
    code: givenText(item.code),
    unit: givenText(item.unit) ?? 'kom',
    quantity: toShortestText(line.quantity),
    unitPriceBeforeVat: toDecimalText(line.unitPriceBeforeVat, LINE_DECIMALS),
    rebatePercentage: signOf(line.rebate) === 0 ? null : toShortestText(line.rebate),
    effectiveRebatePercentage: hasRebate ? toShortestText(line.rebate) : null,
    rebateReducingBase: line.isPriceFirst ? false : hasRebate ? true : null,
    discount: toDecimalText(discount, LINE_DECIMALS),
    vatRate: line.isInVat && !exemption ? vatRateText(item.vat.rate) : null,
    ...(exemption && { exemption }),
    ...(item.isExport && { isExport: true as const }),
  };
  return withAmounts(finished, base, vat);
}

/** A line without the amounts that follow from its base and its VAT. */
type UnpricedLine = Omit<InvoiceLine, 'unitPriceAfterVat' | 'base' | 'vat' | 'total'>;

/**
 * The line with this base and this VAT, and with what follows from them: the total, the unit price
 * with VAT and, on a line with a share of the invoice's discount, the effective rebate.
 *
 * A remainder can leave a line with a total of the other sign than its quantity. The schema has no
 * unit price below zero, and zero is the one that is nearest to total / quantity.
 */
export function withAmounts(line: UnpricedLine, base: Decimal, vat: Decimal): InvoiceLine {
  const total = base.plus(vat);
  const unitPrice = divide(total, decimal(line.quantity), LINE_DECIMALS);
  const isDiscounted = signOf(decimal(line.discount)) !== 0;
  return {
    ...line,
    unitPriceAfterVat: toDecimalText(signOf(unitPrice) < 0 ? ZERO : unitPrice, LINE_DECIMALS),
    effectiveRebatePercentage: isDiscounted
      ? toShortestText(rebateThatLeaves(base, line))
      : line.effectiveRebatePercentage,
    base: toDecimalText(base, LINE_DECIMALS),
    vat: toDecimalText(vat, LINE_DECIMALS),
    total: toDecimalText(total, LINE_DECIMALS),
  };
}

/**
 * The one rebate that leads from the unit price without VAT to the base. It is how an invoice's
 * discount is sent to the authority, whose item has no other field for it. A unit price that was
 * rounded down can make it fall below zero by its last digits, and a rebate is never negative; nor
 * is it more than the whole price, where a remainder gives the base the other sign. The unit price
 * itself is not zero, or there would have been no base to take a discount from.
 */
function rebateThatLeaves(base: Decimal, line: UnpricedLine): Decimal {
  const full = decimal(line.unitPriceBeforeVat).times(decimal(line.quantity));
  const percent = divide(full.minus(base).times(HUNDRED), full, LINE_DECIMALS);
  if (percent.gt(HUNDRED)) return HUNDRED;
  return signOf(percent) < 0 ? ZERO : percent;
}
