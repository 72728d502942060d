// What a corrective comes to, beside the original and the correctives that it already has. Each of
// these documents is rounded by itself: lines to 4 decimals, shares of a discount too, totals to
// cents. So parts that add up to the original need not come to its amounts. Here the corrective that
// takes back the rest takes the rest of the amounts as well, to the last digit: of a line, of a VAT
// rate and of the totals (decisions §5: a cancellation is exactly minus what was sold).

import type { ComputedInvoice, InvoiceItem, InvoiceLine, InvoiceRequest } from './invoice.ts';
import type { InvoiceTotals } from './invoice.ts';
import { withAmounts } from './invoice-line.ts';
import type { PricingContext } from './invoice-line.ts';
import { ZERO, decimal, roundTo, signOf, sum, toDecimalText } from './money.ts';
import type { Decimal } from './money.ts';
import { assembleInvoice, computeInvoice } from './totals.ts';

/** An invoice that was accepted: its items as sent, and what they came to, item by item. */
export interface AcceptedInvoice {
  items: readonly InvoiceItem[];
  computed: ComputedInvoice;
}

/** The authority's tolerance. Protocol §11. */
const CENT = decimal('0.01');
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
  const alone = computeInvoice(request, context).lines;
  const { items } = request;
  const ofItems = takeRemainders({ lines: alone, alone, items }, earlier, itemKey);
  // What a discount shared otherwise than in proportion has left on the lines of one rate.
  const ofRate: GroupOf = (_item, line) => line.vatRate ?? '';
  const lines = takeRemainders({ lines: ofItems, alone, items }, earlier, ofRate);
  return assembleInvoice(lines, totalsBeside(lines, earlier));
}

type GroupOf = (item: InvoiceItem, line: InvoiceLine) => string;

/** What is left of a group of lines after all documents. */
interface Balance {
  quantities: Map<string, Decimal>;
  base: Decimal;
  vat: Decimal;
  /** The corrective's own line with the largest base; -1 if it has none in the group. */
  largest: number;
}

/** The corrective's lines so far, and as they would be if there were no other document. */
interface OwnLines {
  lines: readonly InvoiceLine[];
  alone: readonly InvoiceLine[];
  items: readonly InvoiceItem[];
}

/** Where nothing is left of a group but roundings, the largest line of the group takes them. */
function takeRemainders(
  { lines, alone, items }: OwnLines,
  earlier: readonly AcceptedInvoice[],
  groupOf: GroupOf,
): InvoiceLine[] {
  const balances = new Map<string, Balance>();
  for (const { items: earlierItems, computed } of earlier) {
    computed.lines.forEach((line, index) => addTo(balances, line, earlierItems[index]!, groupOf));
  }
  lines.forEach((line, index) => {
    const balance = addTo(balances, line, items[index]!, groupOf);
    const largest = lines[balance.largest];
    if (largest === undefined || absoluteBase(line).gt(absoluteBase(largest))) {
      balance.largest = index;
    }
  });
  const settled = [...lines];
  for (const balance of balances.values()) {
    const line = lines[balance.largest];
    if (line === undefined || !isAllTakenBack(balance)) continue;
    const base = decimal(line.base).minus(balance.base);
    const vat = decimal(line.vat).minus(balance.vat);
    if (!isRounding(base, vat, alone[balance.largest]!)) continue;
    settled[balance.largest] = withAmounts(line, base, vat);
  }
  return settled;
}

function addTo(
  balances: Map<string, Balance>,
  line: InvoiceLine,
  item: InvoiceItem,
  groupOf: GroupOf,
): Balance {
  const group = groupOf(item, line);
  const known = balances.get(group);
  const balance = known ?? { quantities: new Map(), base: ZERO, vat: ZERO, largest: -1 };
  if (known === undefined) balances.set(group, balance);
  const key = itemKey(item, line);
  const quantity = balance.quantities.get(key) ?? ZERO;
  balance.quantities.set(key, quantity.plus(decimal(line.quantity)));
  balance.base = balance.base.plus(decimal(line.base));
  balance.vat = balance.vat.plus(decimal(line.vat));
  return balance;
}

/** Lines with the same key are the same article at the same price. Decisions §4. */
function itemKey(item: InvoiceItem, { vatRate, rebatePercentage }: InvoiceLine): string {
  const article = item.code ? ['code', item.code] : ['name', item.name];
  return JSON.stringify([...article, Math.abs(item.unitPrice), vatRate, rebatePercentage]);
}

const absoluteBase = (line: InvoiceLine): Decimal => decimal(line.base).abs();

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

/** Total, withoutVat and vat, in this order. */
type Sums = readonly [Decimal, Decimal, Decimal];

/** In cents, of total and withoutVat, in the order of preference. */
const SHIFTS = [
  ...[[0, 0] as const, [0, 1] as const, [0, -1] as const],
  ...[[1, 1] as const, [-1, -1] as const, [1, 0] as const, [-1, 0] as const],
];

/**
 * The totals are the lines' sums rounded to cents, as on any invoice, or a cent beside that where
 * original and correctives together need it: where their lines come to zero, so must their totals,
 * and until then the totals must stay within a cent of the lines, or the last corrective could not
 * take the rest without leaving the authority's tolerance (protocol §11). Such a choice always
 * exists: each document is within a cent of its own lines, and so are all of them together.
 */
function totalsBeside(
  lines: readonly InvoiceLine[],
  earlier: readonly AcceptedInvoice[],
): InvoiceTotals {
  const exact = exactSums(lines);
  const exactAfter = plus(exact, ...earlier.map(({ computed }) => exactSums(computed.lines)));
  const roundedBefore = plus(...earlier.map(({ computed }) => sumsOfTotals(computed.totals)));
  const rounded = SHIFTS.map(([total, withoutVat]) =>
    sums(
      roundTo(exact[0], 2).plus(CENT.times(String(total))),
      roundTo(exact[1], 2).plus(CENT.times(String(withoutVat))),
    ),
  );
  const allowed = rounded.filter(
    (own) => isWithinCent(own, exact) && isWithinCent(plus(roundedBefore, own), exactAfter),
  );
  const settled = allowed.find(
    (own) => isZeroWhere(exact, own) && isZeroWhere(exactAfter, plus(roundedBefore, own)),
  );
  const [total, withoutVat, vat] = settled ?? allowed[0] ?? rounded[0]!;
  return {
    withoutVat: toDecimalText(withoutVat, 2),
    vat: toDecimalText(vat, 2),
    total: toDecimalText(total, 2),
  };
}

function sums(total: Decimal, withoutVat: Decimal): Sums {
  return [total, withoutVat, total.minus(withoutVat)];
}

function exactSums(lines: readonly InvoiceLine[]): Sums {
  return sums(
    sum(lines.map(({ total }) => decimal(total))),
    sum(lines.map(({ base }) => decimal(base))),
  );
}

function sumsOfTotals({ total, withoutVat }: InvoiceTotals): Sums {
  return sums(decimal(total), decimal(withoutVat));
}

function plus(...all: Sums[]): Sums {
  return sums(sum(all.map(([total]) => total)), sum(all.map(([, withoutVat]) => withoutVat)));
}

function isWithinCent(rounded: Sums, exact: Sums): boolean {
  return rounded.every((value, index) => value.minus(exact[index]!).abs().lte(CENT));
}

/** True if nothing is left of the rounded sums where nothing is left of the exact ones. */
function isZeroWhere(exact: Sums, rounded: Sums): boolean {
  return exact.every((value, index) => signOf(value) !== 0 || signOf(rounded[index]!) === 0);
}
