// What decisions §5 say that an invoice comes to, written from the sentences alone. It shares no
// code with the domain: not its arithmetic, not its types of amounts, not the order of its steps.

import {
  absolute,
  add,
  isZero,
  multiply,
  negate,
  quotient,
  rational,
  round,
  subtract,
  text,
  total,
  ZERO,
} from './rational.ts';
import type { Rational } from './rational.ts';

/** A line as it was sent. */
export interface SentLine {
  unitPrice: number;
  quantity: number;
  /** An exemption goes with the rate 0. */
  vat: { rate: number; exemption?: string | null | undefined };
  rebatePercentage?: number | null | undefined;
  rebateReducingBase?: boolean | null | undefined;
  isExport?: boolean;
}

/** An invoice as it was sent, with what its company decides. */
export interface SentInvoice {
  items: readonly SentLine[];
  discountAmount?: number | null | undefined;
  isInVat: boolean;
  pricesIncludeVat: boolean;
}

/** What the domain has to come to; amounts as texts of its form. */
export interface ExpectedInvoice {
  lines: {
    base: string;
    vat: string;
    total: string;
    discount: string;
    unitPriceBeforeVat: string;
    unitPriceAfterVat: string;
  }[];
  groups: {
    vatRate: string | null;
    exemption: string | undefined;
    itemCount: number;
    base: string;
    vat: string;
  }[];
  totals: {
    withoutVat: string;
    vat: string;
    total: string;
    /** Absent where there is no such line. */
    taxFree?: string;
    exported?: string;
  };
  decimals: number;
}

interface Amounts {
  base: Rational;
  vat: Rational;
  total: Rational;
}

const ONE = rational(1);
const percent = (value: number): Rational => multiply(rational(value), rational('0.01'));

/** The invoice by the sentences of decisions §5 and extensions §5. */
export function expectedInvoice(sent: SentInvoice): ExpectedInvoice {
  const before = sent.items.map((line) => amountsOf(line, sent));
  const shares = sharesOf(sent, before);
  const after = before.map((amounts, index) =>
    isZero(shares[index]!) ? amounts : discounted(amounts, shares[index]!, rateOf(sent, index)),
  );
  const lines = after.map((amounts, index) => {
    const line = sent.items[index]!;
    const price = absolute(rational(line.unitPrice));
    const gross = add(ONE, rateOf(sent, index));
    return {
      ...amounts,
      discount: shares[index]!,
      unitPriceBeforeVat: sent.pricesIncludeVat ? round(quotient(price, gross), 4) : price,
      // "Unit price with VAT in the XML = line total / quantity rounded to 4."
      unitPriceAfterVat: round(absolute(quotient(amounts.total, rational(line.quantity))), 4),
    };
  });
  const withoutVat = round(total(after.map(({ base }) => base)), 2);
  const sum = round(total(after.map((line) => line.total)), 2);
  return {
    lines: lines.map((line) => ({
      base: text(line.base, 4),
      vat: text(line.vat, 4),
      total: text(line.total, 4),
      discount: text(line.discount, 4),
      unitPriceBeforeVat: text(line.unitPriceBeforeVat, 4),
      unitPriceAfterVat: text(line.unitPriceAfterVat, 4),
    })),
    groups: groupsOf(sent, after),
    totals: {
      withoutVat: text(withoutVat, 2),
      vat: text(subtract(sum, withoutVat), 2),
      total: text(sum, 2),
      ...untaxed(sent, after),
    },
    decimals: fewestDecimals(
      lines.flatMap((line) => [
        line.base,
        line.vat,
        line.total,
        line.unitPriceBeforeVat,
        line.unitPriceAfterVat,
      ]),
    ),
  };
}

const rateOf = (sent: SentInvoice, index: number): Rational =>
  sent.isInVat ? percent(sent.items[index]!.vat.rate) : ZERO;

/** A line before the invoice's discount. */
function amountsOf(line: SentLine, { isInVat, pricesIncludeVat }: SentInvoice): Amounts {
  const rate = isInVat ? percent(line.vat.rate) : ZERO;
  const rebate = line.rebatePercentage ?? 0;
  const left = subtract(ONE, percent(rebate));
  const price = absolute(rational(line.unitPrice));
  const amount = multiply(multiply(price, rational(line.quantity)), left);
  const isPriceFirst = pricesIncludeVat || (rebate !== 0 && line.rebateReducingBase === false);
  if (!isPriceFirst) {
    const base = round(amount, 4);
    const vat = round(multiply(base, rate), 4);
    return { base, vat, total: add(base, vat) };
  }
  const withVat = pricesIncludeVat ? amount : multiply(amount, add(ONE, rate));
  const sum = round(withVat, 4);
  const base = round(quotient(sum, add(ONE, rate)), 4);
  return { base, vat: subtract(sum, base), total: sum };
}

/** A line that is computed from its reduced base. docs/adr/0006. */
function discounted({ base }: Amounts, share: Rational, rate: Rational): Amounts {
  const reduced = subtract(base, share);
  const vat = round(multiply(reduced, rate), 4);
  return { base: reduced, vat, total: add(reduced, vat) };
}

/**
 * The discount in proportion to the bases, exactly, at 4 decimals by largest remainder; its sign
 * follows the sum's. Among equal remainders the earlier line comes first.
 */
function sharesOf(sent: SentInvoice, before: readonly Amounts[]): Rational[] {
  const discount = rational(sent.discountAmount ?? 0);
  if (isZero(discount)) return before.map(() => ZERO);
  const sum = total(before.map(({ base }) => base));
  const sign = sum.n < 0n ? -1n : 1n;
  const whole = absolute(sum);
  const tenThousandths = absolute(discount).n * (10_000n / absolute(discount).d);
  const parts = before.map(({ base }, index) => {
    const weight = { n: base.n * sign, d: base.d };
    const exact = quotient(multiply({ n: tenThousandths, d: 1n }, weight), whole);
    const floor = exact.n >= 0n ? exact.n / exact.d : -((-exact.n + exact.d - 1n) / exact.d);
    return { index, floor, remainder: subtract(exact, { n: floor, d: 1n }) };
  });
  const missing = Number(tenThousandths - parts.reduce((given, { floor }) => given + floor, 0n));
  const byRemainder = [...parts].sort((a, b) => {
    const difference = subtract(b.remainder, a.remainder).n;
    return difference === 0n ? a.index - b.index : difference > 0n ? 1 : -1;
  });
  for (const part of byRemainder.slice(0, missing)) part.floor += 1n;
  return parts.map(({ floor }) => {
    const share = { n: floor, d: 10_000n };
    return sign < 0n ? negate(share) : share;
  });
}

/** "The group key everywhere is rate or exemption; 0 % and exempt are two groups." */
function groupsOf(sent: SentInvoice, lines: readonly Amounts[]): ExpectedInvoice['groups'] {
  if (!sent.isInVat) return [];
  const keyOf = ({ vat }: SentLine) => vat.exemption ?? vat.rate;
  const keys = [...new Set(sent.items.map(keyOf))].sort((a, b) => placeOf(a) - placeOf(b));
  return keys.map((key) => {
    const own = lines.filter((_line, index) => keyOf(sent.items[index]!) === key);
    return {
      vatRate: typeof key === 'number' ? text(rational(key), 2) : null,
      exemption: typeof key === 'number' ? undefined : key,
      itemCount: own.length,
      base: text(total(own.map(({ base }) => base)), 4),
      vat: text(total(own.map(({ vat }) => vat)), 4),
    };
  });
}

/** Rates from the highest on, then exemptions by the article of the law. */
const placeOf = (key: number | string): number =>
  typeof key === 'number' ? -key : Number(key.replace('VAT_CL', ''));

/**
 * "GoodsExAmt: line totals after discount, rounded to 2; TaxFreeAmt: the sum of the bases of the
 * other exempt lines; each absent where there is no such line."
 */
function untaxed(sent: SentInvoice, lines: readonly Amounts[]) {
  const of = (isWanted: (line: SentLine) => boolean) =>
    lines.filter((_line, index) => isWanted(sent.items[index]!));
  const exported = of(({ isExport }) => isExport === true);
  const taxFree = of(({ isExport, vat }) => isExport !== true && Boolean(vat.exemption));
  const sum = (amounts: Rational[]) => text(round(total(amounts), 2), 2);
  return {
    ...(taxFree.length > 0 && { taxFree: sum(taxFree.map(({ base }) => base)) }),
    ...(exported.length > 0 && { exported: sum(exported.map((line) => line.total)) }),
  };
}

/** The fewest of 2, 3, 4 decimals that lose nothing. */
function fewestDecimals(amounts: readonly Rational[]): number {
  const loses = (decimals: number) =>
    amounts.some((amount) => (amount.n * 10n ** BigInt(decimals)) % amount.d !== 0n);
  return loses(3) ? 4 : loses(2) ? 3 : 2;
}
