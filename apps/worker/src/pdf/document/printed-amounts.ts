// Amounts as paper shows them: whole cents that add up. A line, a VAT group and the invoice have
// each a base, a VAT and a total that is their sum; the lines of a group add up to it, and the
// groups to the totals of the invoice, which are given. Decisions §5. The exact digits stay in
// record and message.
//
// Every amount is one of the two cents around the exact one, itself where it is whole. Of all such
// choices the one with the least squares is taken; for a single column that is the largest
// remainder.

import { decimal, toDecimalText, vatKey } from '@fiscal/domain';
import type { ComputedInvoice, DecimalText, VatTreatment } from '@fiscal/domain';
import { exactAmount } from './format.ts';

/** Euros with 2 decimals; `total` is the sum of the other two. */
export interface PrintedAmounts {
  base: DecimalText;
  vat: DecimalText;
  total: DecimalText;
}

/** Amounts in cents. */
interface Cents {
  base: number;
  vat: number;
}

/** What is rounded: exact amounts with at most `DECIMALS`. */
type Exact = Pick<ComputedInvoice['lines'][number], 'base' | 'vat'>;

/** Decimals of an exact amount, and how many of its units are a cent. */
const DECIMALS = 4;
const UNITS_OF_CENT = 100;

/** The amounts of the lines and of the groups, each in its order. */
export function printedAmounts({
  lines,
  sameTaxGroups,
  totals,
}: Pick<ComputedInvoice, 'sameTaxGroups' | 'totals'> & { lines: (Exact & VatTreatment)[] }): {
  lines: PrintedAmounts[];
  groups: PrintedAmounts[];
} {
  const target = { base: wholeCents(totals.withoutVat), vat: wholeCents(totals.vat) };
  // Outside VAT there are no groups between the lines and the totals.
  if (sameTaxGroups.length === 0) return { lines: inCents(lines, target).map(text), groups: [] };
  const groups = inCents(sameTaxGroups, target);
  const printed: PrintedAmounts[] = [];
  sameTaxGroups.forEach((treatment, group) => {
    const key = vatKey(treatment);
    const members = [...lines.entries()].filter(([, line]) => vatKey(line) === key);
    const ofGroup = members.map(([, line]) => line);
    inCents(ofGroup, groups[group] ?? target).forEach((amounts, at) => {
      printed[members[at]?.[0] ?? 0] = text(amounts);
    });
  });
  return { lines: printed, groups: groups.map(text) };
}

/**
 * The discounts of the lines in cents, negative where they lower a positive amount, and their sum.
 */
export function printedDiscounts({ lines, totals }: ComputedInvoice): {
  lines: DecimalText[];
  sum: DecimalText;
  beforeDiscount: DecimalText;
} {
  const bases = lines.reduce((sum, { base }) => sum.plus(decimal(base)), decimal(0));
  const exact = lines.reduce((sum, { discount }) => sum.minus(decimal(discount)), decimal(0));
  const withoutVat = decimal(totals.withoutVat);
  // What stands before it is the printed base without it, and must be as near to its own exact
  // amount. A base that is a whole cent off (extensions §1) is not spread on what was taken off it.
  const off = withoutVat.minus(bases);
  const half = off.abs().cmp(decimal('0.01')) < 0 ? off.times('0.5') : decimal(0);
  const sum = toDecimalText(exact.plus(half), 2);
  const negated = lines.map(({ discount }) => ({
    base: toDecimalText(decimal(discount).times('-1'), DECIMALS),
    vat: '0',
  }));
  return {
    lines: inCents(negated, { base: wholeCents(sum), vat: 0 }).map(({ base }) => euros(base)),
    sum,
    beforeDiscount: toDecimalText(withoutVat.minus(decimal(sum)), 2),
  };
}

function text({ base, vat }: Cents): PrintedAmounts {
  return { base: euros(base), vat: euros(vat), total: euros(base + vat) };
}

function euros(cents: number): DecimalText {
  return toDecimalText(decimal(cents).times('0.01'), 2);
}

function wholeCents(amount: DecimalText): number {
  return Number(units(amount, 2));
}

/** The amount without its comma. Throws `PDF_DOCUMENT_INVALID`, also where it has more decimals. */
function units(amount: DecimalText, decimals: number): bigint {
  return BigInt(exactAmount(amount, decimals, decimals).replace('.', ''));
}

/** An amount between two cents: the lower one, and how many units the exact one is above it. */
interface Part {
  floor: Cents;
  rest: Cents;
  /** Cents above the floor. */
  chosen: Cents;
}

/** One cent more of `to` and one less of `from`; null is outside, so that the total changes. */
interface Move {
  from: keyof Cents | null;
  to: keyof Cents | null;
}

/** The amounts in cents, which add up to `target`. */
function inCents(exact: readonly Exact[], target: Cents): Cents[] {
  // Everything is turned positive first, so that a cancellation breaks ties as its original did.
  const sign = target.base + target.vat < 0 ? -1 : 1;
  const parts = exact.map((amounts) => nearest(amounts, sign));
  for (;;) {
    const missing = {
      base: sign * target.base - sumOf(parts, 'base'),
      vat: sign * target.vat - sumOf(parts, 'vat'),
    };
    if (missing.base === 0 && missing.vat === 0) break;
    const move = {
      from: missing.base < 0 ? 'base' : missing.vat < 0 ? 'vat' : null,
      to: missing.base > 0 ? 'base' : missing.vat > 0 ? 'vat' : null,
    } as const;
    // Where no line can make the move well, two can: one to what the move leaves out, one from it.
    const places = ['base', 'vat', null] as const;
    const via = places.find((place) => place !== move.from && place !== move.to) ?? null;
    const halves = [
      { from: move.from, to: via },
      { from: via, to: move.to },
    ];
    const ways = [[move], halves, halves.toReversed()].map((moves) => attempt(parts, moves));
    ways.toSorted((one, other) => one.cost - other.cost)[0]?.make();
  }
  return parts.map(({ floor, chosen }) => ({
    base: sign * (floor.base + chosen.base),
    vat: sign * (floor.vat + chosen.vat),
  }));
}

function sumOf(parts: readonly Part[], name: keyof Cents): number {
  return parts.reduce((sum, { floor, chosen }) => sum + floor[name] + chosen[name], 0);
}

/** The part with the least cost by itself; of equals the one that is rounded up. */
function nearest(amounts: Exact, sign: number): Part {
  const [base, vat] = [amounts.base, amounts.vat].map((amount) => {
    const exact = BigInt(sign) * units(amount, DECIMALS);
    const rest = ((exact % 100n) + 100n) % 100n;
    return { floor: Number((exact - rest) / 100n), rest: Number(rest) };
  }) as [{ floor: number; rest: number }, { floor: number; rest: number }];
  const part = {
    floor: { base: base.floor, vat: vat.floor },
    rest: { base: base.rest, vat: vat.rest },
  };
  const choices = [
    { base: 1, vat: 1 },
    { base: 1, vat: 0 },
    { base: 0, vat: 1 },
    { base: 0, vat: 0 },
  ].map((chosen): Part => ({ ...part, chosen }));
  return choices.reduce((best, next) => (costOf(next) < costOf(best) ? next : best));
}

/** What the moves cost at least, one after the other; they are made by `make`. */
function attempt(parts: Part[], moves: readonly Move[]): { cost: number; make: () => void } {
  const before: [number, Part][] = [];
  const after: [number, Part][] = [];
  let cost = 0;
  for (const move of moves) {
    let least = Infinity;
    let at = 0;
    parts.forEach((part, index) => {
      const rise = costOf(moved(part, move)) - costOf(part);
      if (rise < least) [least, at] = [rise, index];
    });
    const part = parts[at];
    if (part === undefined) throw new RangeError('There is nothing to spread over.');
    cost += least;
    before.unshift([at, part]);
    const next = moved(part, move);
    parts[at] = next;
    after.push([at, next]);
  }
  const put = (all: [number, Part][]): void => {
    for (const [index, part] of all) parts[index] = part;
  };
  put(before);
  return {
    cost,
    make: () => put(after),
  };
}

function moved(part: Part, { from, to }: Move): Part {
  const chosen = { ...part.chosen };
  if (from !== null) chosen[from] -= 1;
  if (to !== null) chosen[to] += 1;
  return { ...part, chosen };
}

/** Above every sum of squares: an amount that is a cent off is the last thing to choose. */
const CENT_OFF = 1e9;

function costOf({ rest, chosen }: Part): number {
  return (
    distance(chosen.base, rest.base) +
    distance(chosen.vat, rest.vat) +
    distance(chosen.base + chosen.vat, rest.base + rest.vat)
  );
}

function distance(chosen: number, rest: number): number {
  const off = Math.abs(UNITS_OF_CENT * chosen - rest);
  return off ** 2 + CENT_OFF * Math.max(0, off - (UNITS_OF_CENT - 1));
}
