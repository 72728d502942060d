// The totals of a corrective, beside those of the documents in force before it: the root of its
// chain and the root's other correctives. The precedence is that of extensions §1:
//
// 1. each document is within a cent of its own lines in total, withoutVat and vat (protocol §11);
// 2. all documents together come to exactly nothing once everything is taken back;
// 3. the total is the rounded sum of its own lines;
// 4. so are withoutVat and vat.
//
// The documents that follow are not known, so 1 and 2 are kept by a bound: what all documents in
// force are rounded by comes to at most a cent in each amount. Rules 3 and 4 give way where it
// would not.
//
// The bound is needed: the next corrective may take everything back, and its roundings are then
// minus those before it. It is enough: whatever the next lines are, there are totals that keep rule
// 1 and the bound. Let d be the sums of the roundings before, in cents. As total = withoutVat +
// vat, two of total, -withoutVat, -vat have one sign and the third is minus their sum; call them b,
// c >= 0 and a = b + c <= 1 (all signs changed where b, c < 0). The roundings r of the next
// document are free by whole cents. Choose r_b in [-b, 1 - b) and r_c in [-c, 1 - c); then r_a =
// r_b + r_c >= -a. If r_a <= 1 - a, all r are within a cent, and all d + r are in [0, 1]. If not,
// r_a > 0, so that r_b or r_c is; lower that one by 1: it stays above -1, its d + r is in [-1, 0],
// and r_a is in (-a, 1 - a]. Once everything is taken back, r = -d is within a cent, and all sums
// are zero. A root, rounded like any invoice, begins within the bound. One that leaves the chain
// (it failed) was within a cent of its own lines, so that the bound is passed by at most a cent:
// the next one comes as near as rule 1 lets it.

import type { ComputedInvoice, InvoiceLine, InvoiceTotals } from '../../invoice.ts';
import { ZERO, decimal, roundTo, signOf, sum, toDecimalText } from '../../../money.ts';
import type { Decimal } from '../../../money.ts';

const CENT = decimal('0.01');

/** Amounts of one document or of several, exact or rounded; `vat` is what is between the others. */
interface Amounts {
  total: Decimal;
  withoutVat: Decimal;
  vat: Decimal;
}

/**
 * The totals of a corrective of these lines; `earlier` is its root and all correctives in force.
 */
export function totalsBeside(
  lines: readonly InvoiceLine[],
  earlier: readonly ComputedInvoice[],
): InvoiceTotals {
  const exact = exactAmounts(lines);
  const exactAfter = plus(exact, exactAmounts(earlier.flatMap((document) => document.lines)));
  const before = roundedAmounts(earlier);
  const isNothingLeft = signOf(exactAfter.total) === 0 && signOf(exactAfter.withoutVat) === 0;
  const bound = isNothingLeft ? ZERO : CENT;
  const plain = amounts(roundTo(exact.total, 2), roundTo(exact.withoutVat, 2));

  /** What speaks against a choice, the gravest first; zeros speak for it. */
  const objectionsTo = (own: Amounts): Decimal[] => {
    const after = plus(before, own);
    const rounding = largestOf(minus(after, exactAfter));
    return [
      rounding.gt(bound) ? rounding.minus(bound) : ZERO,
      own.total.minus(plain.total).abs(),
      // A document without VAT has none, and where all VAT is taken back, none is left.
      sum([vatOfNothing(own, exact), vatOfNothing(after, exactAfter)]),
      own.withoutVat.minus(plain.withoutVat).abs(),
    ];
  };
  const [best] = choicesAround(plain)
    .filter((own) => largestOf(minus(own, exact)).lte(CENT))
    .map((own) => ({ own, objections: objectionsTo(own) }))
    .sort((a, b) => compareInOrder(a.objections, b.objections));
  const { total, withoutVat, vat } = best?.own ?? plain;
  return {
    withoutVat: toDecimalText(withoutVat, 2),
    vat: toDecimalText(vat, 2),
    total: toDecimalText(total, 2),
  };
}

const SHIFTS = [ZERO, CENT, CENT.neg()];

function choicesAround({ total, withoutVat }: Amounts): Amounts[] {
  return SHIFTS.flatMap((ofTotal) =>
    SHIFTS.map((ofRest) => amounts(total.plus(ofTotal), withoutVat.plus(ofRest))),
  );
}

function compareInOrder(a: readonly Decimal[], b: readonly Decimal[]): number {
  return a.map((value, index) => value.cmp(b[index] ?? ZERO)).find((order) => order !== 0) ?? 0;
}

const vatOfNothing = (rounded: Amounts, exact: Amounts): Decimal =>
  signOf(exact.vat) === 0 ? rounded.vat.abs() : ZERO;

function amounts(total: Decimal, withoutVat: Decimal): Amounts {
  return { total, withoutVat, vat: total.minus(withoutVat) };
}

const plus = (a: Amounts, b: Amounts): Amounts =>
  amounts(a.total.plus(b.total), a.withoutVat.plus(b.withoutVat));

const minus = (a: Amounts, b: Amounts): Amounts =>
  amounts(a.total.minus(b.total), a.withoutVat.minus(b.withoutVat));

function largestOf({ total, withoutVat, vat }: Amounts): Decimal {
  return [total, withoutVat, vat]
    .map((amount) => amount.abs())
    .reduce((largest, amount) => (amount.gt(largest) ? amount : largest));
}

function exactAmounts(lines: readonly InvoiceLine[]): Amounts {
  const total = sum(lines.map((line) => decimal(line.total)));
  return amounts(total, sum(lines.map((line) => decimal(line.base))));
}

function roundedAmounts(documents: readonly ComputedInvoice[]): Amounts {
  const total = sum(documents.map(({ totals }) => decimal(totals.total)));
  return amounts(total, sum(documents.map(({ totals }) => decimal(totals.withoutVat))));
}
