// What a corrective comes to, beside the original and the correctives that it already has. Each of
// these documents is rounded by itself: lines to 4 decimals, shares of a discount too, totals to
// cents. So parts that add up to the original need not come to its amounts. Here the corrective that
// takes back the rest takes the rest of the amounts as well, to the last digit: of a line, of a VAT
// rate and of the totals (decisions §5: a cancellation is exactly minus what was sold).

import type { ComputedInvoice, InvoiceLine, InvoiceRequest } from '../../invoice.ts';
import { withAmounts } from '../../invoice-line.ts';
import type { PricingContext } from '../../invoice-line.ts';
import { ZERO, decimal, signOf } from '../../../money.ts';
import type { Decimal } from '../../../money.ts';
import { assembleInvoice, computeInvoice } from '../../totals.ts';
import { totalsBeside } from './corrective-totals.ts';
import { identifyLinesBeside } from './line-identity.ts';
import type { AcceptedInvoice, IdentifiedLine } from './line-identity.ts';

/** How far a line may be from its price: a cent, less what the authority's own arithmetic rounds. */
const LINE_ROUNDING = decimal('0.009');
/** A client that shares a discount among correctives does so in cents. */
const DISCOUNT_ROUNDING = decimal('0.04');

/**
 * Computes all amounts of a validated corrective.
 * @param earlier the original and the correctives of it that count.
 */
export function computeCorrective(
  request: Pick<InvoiceRequest, 'items' | 'discountAmount'>,
  context: PricingContext,
  earlier: readonly AcceptedInvoice[],
): ComputedInvoice {
  const { lines } = computeInvoice(request, context);
  const identify = identifyLinesBeside(earlier);
  const own = identify(request.items, lines).map((found) => ({ ...found, alone: found.line }));
  const before = earlier.flatMap(({ items, computed }) => identify(items, computed.lines));
  takeRemainders(own, before, ({ key }) => key);
  // What a discount shared otherwise than in proportion has left on the lines of one rate.
  takeRemainders(own, before, ({ line }) => line.vatRate ?? '');
  const adjusted = own.map(({ line }) => line);
  const totals = totalsBeside(
    adjusted,
    earlier.map(({ computed }) => computed),
  );
  return assembleInvoice(adjusted, totals);
}

/** A line of the corrective, beside what it would be if there were no other document. */
interface OwnLine extends IdentifiedLine {
  alone: InvoiceLine;
}

/** What is left of a group of lines after all documents. */
interface Balance {
  quantities: Map<string, Decimal>;
  base: Decimal;
  vat: Decimal;
}

/** Where nothing is left of a group but roundings, the corrective's largest line takes them. */
function takeRemainders(
  own: readonly OwnLine[],
  before: readonly IdentifiedLine[],
  groupOf: (one: IdentifiedLine) => string,
): void {
  const balances = new Map<string, Balance>();
  for (const one of [...before, ...own]) addTo(balances, groupOf(one), one);
  for (const [group, one] of largestByGroup(own, groupOf)) {
    const balance = balances.get(group);
    if (balance === undefined || !isAllTakenBack(balance)) continue;
    const base = decimal(one.line.base).minus(balance.base);
    const vat = decimal(one.line.vat).minus(balance.vat);
    if (isRounding(base, vat, one.alone)) one.line = withAmounts(one.line, base, vat);
  }
}

function addTo(balances: Map<string, Balance>, group: string, one: IdentifiedLine): void {
  const none: Balance = { quantities: new Map(), base: ZERO, vat: ZERO };
  const { quantities, base, vat } = balances.get(group) ?? none;
  const { key, line } = one;
  quantities.set(key, (quantities.get(key) ?? ZERO).plus(decimal(line.quantity)));
  balances.set(group, {
    quantities,
    base: base.plus(decimal(line.base)),
    vat: vat.plus(decimal(line.vat)),
  });
}

function largestByGroup(
  own: readonly OwnLine[],
  groupOf: (one: IdentifiedLine) => string,
): Map<string, OwnLine> {
  const largest = new Map<string, OwnLine>();
  for (const one of own) {
    const known = largest.get(groupOf(one));
    if (known === undefined || absoluteBase(one).gt(absoluteBase(known))) {
      largest.set(groupOf(one), one);
    }
  }
  return largest;
}

const absoluteBase = ({ line }: IdentifiedLine): Decimal => decimal(line.base).abs();

function isAllTakenBack({ quantities }: Balance): boolean {
  return [...quantities.values()].every((quantity) => signOf(quantity) === 0);
}

/** Whether a line with this base and this VAT still agrees with its price, rebate and rate. */
function isRounding(base: Decimal, vat: Decimal, alone: InvoiceLine): boolean {
  // The rebate of a discounted line follows from its base, so that the two agree in any case.
  const isDiscounted = signOf(decimal(alone.discount)) !== 0;
  const vatOfBase = base.times(decimal(alone.vatRate ?? '0')).times('0.01');
  return (
    base
      .minus(decimal(alone.base))
      .abs()
      .lte(isDiscounted ? DISCOUNT_ROUNDING : LINE_ROUNDING) &&
    vat.minus(vatOfBase).abs().lte(LINE_ROUNDING)
  );
}
