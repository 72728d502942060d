// What a corrective comes to, beside the original and the correctives that it already has. Each of
// these documents is rounded by itself: lines to 4 decimals, shares of a discount too, totals to
// cents. So parts that add up to the original need not come to its amounts. Here the corrective
// that takes back the rest takes the rest of the amounts as well, to the last digit: of a line, of
// a VAT group and of the totals (decisions §5: a cancellation is exactly minus what was sold).

import type { ComputedInvoice, InvoiceLine, InvoiceRequest } from '../../invoice.ts';
import { LINE_DECIMALS, withAmounts } from '../../invoice-line.ts';
import type { PricingContext } from '../../invoice-line.ts';
import { ZERO, decimal, divide, signOf, sum, toDecimalText } from '../../../money.ts';
import type { Decimal } from '../../../money.ts';
import { assembleInvoice, computeInvoice } from '../../totals.ts';
import { vatKey } from '../../vat.ts';
import { totalsBeside } from './corrective-totals.ts';
import { identifyLinesBeside } from './line-identity.ts';
import type { AcceptedInvoice, IdentifiedLine } from './line-identity.ts';

/**
 * How far a line may be from its price: a cent, less what the authority's own arithmetic rounds.
 */
const LINE_ROUNDING = decimal('0.009');
/**
 * What the lines of a rate may leave to later correctives, so that the last one can still take it.
 */
const KEPT_ROUNDING = decimal('0.003');
/** A client that shares a discount among correctives does so in cents: by document, and by rate. */
const DISCOUNT_ROUNDING = decimal('0.01');

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
  const rounding = DISCOUNT_ROUNDING.times(String(earlier.length));
  takeRemainders(own, before, ({ key }) => key, rounding);
  // What a discount shared otherwise than in proportion has left on the lines of a group.
  takeRemainders(own, before, ({ line }) => vatKey(line), rounding);
  const adjusted = own.map(({ line }) => line);
  const documents = earlier.map(({ computed }) => computed);
  return assembleInvoice(adjusted, totalsBeside(adjusted, documents), documents);
}

/** A line of the corrective, beside what it would be if there were no other document. */
interface OwnLine extends IdentifiedLine {
  alone: InvoiceLine;
}

/** Amounts of lines together. */
interface Amounts {
  base: Decimal;
  vat: Decimal;
}

/** A group of lines after all documents. */
interface Balance {
  isAllTakenBack: boolean;
  /** What the lines come to: nothing but roundings where all are taken back. */
  left: Amounts;
  /** What they come to beside their share of what was sold; lines with a discount do not count. */
  drift: Amounts;
}

/**
 * Where nothing is left of a group but roundings, the corrective's largest line takes them; where
 * something is left, it takes what roundings of many correctives would add up to.
 * @param most by how much discounts may have been shared otherwise than in proportion, all
 * together.
 */
function takeRemainders(
  own: readonly OwnLine[],
  before: readonly IdentifiedLine[],
  groupOf: (one: IdentifiedLine) => string,
  most: Decimal,
): void {
  const balances = balancesOf([...before, ...own], groupOf);
  const discounted = new Set(before.filter(isDiscounted).map(({ key }) => key));
  const taken = [...largestByGroup(own, groupOf)].map(([group, one]) => ({
    one,
    excess: excessOf(balances.get(group)),
  }));
  // What one group has too much of a discount, another has too little: it was divided, not left
  // out.
  const isDivided = sum(taken.map(({ excess }) => excess.base))
    .abs()
    .lte(most);
  for (const { one, excess } of taken) {
    const base = decimal(one.line.base).minus(excess.base);
    const vat = decimal(one.line.vat).minus(excess.vat);
    const mayHaveDiscount = discounted.has(one.key) || isDiscounted({ line: one.alone });
    if (isRounding(base, vat, one.alone, mayHaveDiscount, isDivided ? null : most)) {
      one.line = withAmounts(discountedTo(base, one), base, vat);
    }
  }
}

const isDiscounted = ({ line }: Pick<IdentifiedLine, 'line'>): boolean =>
  signOf(decimal(line.discount)) !== 0;

function balancesOf(
  lines: readonly IdentifiedLine[],
  groupOf: (one: IdentifiedLine) => string,
): Map<string, Balance> {
  const balances = new Map<string, Balance>();
  for (const [group, members] of Map.groupBy(lines, groupOf)) {
    const articles = [...Map.groupBy(members, ({ key }) => key).values()];
    balances.set(group, {
      isAllTakenBack: articles.every((article) => signOf(quantityOf(article)) === 0),
      left: amountsOf(members),
      drift: addAmounts(articles.map(driftOf)),
    });
  }
  return balances;
}

/** The first line that sold an article says what a part of it comes to. */
function driftOf(article: readonly IdentifiedLine[]): Amounts {
  const sold = article.find(({ line }) => signOf(decimal(line.quantity)) > 0);
  if (sold === undefined || article.some(isDiscounted)) return { base: ZERO, vat: ZERO };
  const left = amountsOf(article);
  const share = (amount: string): Decimal =>
    divide(decimal(amount).times(quantityOf(article)), decimal(sold.line.quantity), LINE_DECIMALS);
  return {
    base: left.base.minus(share(sold.line.base)),
    vat: left.vat.minus(share(sold.line.vat)),
  };
}

const quantityOf = (lines: readonly IdentifiedLine[]): Decimal =>
  sum(lines.map(({ line }) => decimal(line.quantity)));

const amountsOf = (lines: readonly IdentifiedLine[]): Amounts =>
  addAmounts(lines.map(({ line }) => ({ base: decimal(line.base), vat: decimal(line.vat) })));

function addAmounts(amounts: readonly Amounts[]): Amounts {
  return {
    base: sum(amounts.map(({ base }) => base)),
    vat: sum(amounts.map(({ vat }) => vat)),
  };
}

/** What a corrective has to take of a group's amounts. */
function excessOf(balance: Balance | undefined): Amounts {
  if (balance === undefined) return { base: ZERO, vat: ZERO };
  const { isAllTakenBack, left, drift } = balance;
  if (isAllTakenBack) return left;
  return { base: beyond(drift.base, KEPT_ROUNDING), vat: beyond(drift.vat, KEPT_ROUNDING) };
}

function beyond(amount: Decimal, most: Decimal): Decimal {
  return amount.abs().lte(most) ? ZERO : amount.minus(most.times(String(signOf(amount))));
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

/**
 * Whether a line with this base and this VAT still agrees with its price, rebate and rate. The
 * rebate of a line with a discount follows from its base, so that the two agree up to the price.
 * Neither base nor total may have the other sign than the quantity by more than a rounding.
 * @param mayHaveDiscount whether the line has a discount, or its article was sold with one.
 * @param most by how much the discount may differ; null for any.
 */
function isRounding(
  base: Decimal,
  vat: Decimal,
  alone: InvoiceLine,
  mayHaveDiscount: boolean,
  most: Decimal | null,
): boolean {
  const vatOfBase = base.times(decimal(alone.vatRate ?? '0')).times('0.01');
  if (vat.minus(vatOfBase).abs().gt(LINE_ROUNDING)) return false;
  const sign = String(signOf(decimal(alone.quantity)));
  const isBelowZero = (amount: Decimal) => amount.times(sign).lt(LINE_ROUNDING.neg());
  if (isBelowZero(base.plus(vat))) return false;
  const increase = base.minus(decimal(alone.base)).times(sign);
  if (increase.abs().lte(LINE_ROUNDING)) return true;
  if (most !== null && increase.abs().gt(most)) return false;
  if (signOf(increase) > 0) {
    return increase.lte(decimal(alone.discount).abs().plus(LINE_ROUNDING));
  }
  return mayHaveDiscount && !isBelowZero(base);
}

/** The line with a discount, where only one explains its base. */
function discountedTo(base: Decimal, { line, alone }: OwnLine): InvoiceLine {
  const discount = decimal(alone.base).minus(base);
  if (isDiscounted({ line }) || discount.abs().lte(LINE_ROUNDING)) return line;
  return {
    ...line,
    discount: toDecimalText(discount, LINE_DECIMALS),
    rebateReducingBase: line.rebateReducingBase ?? true,
  };
}
