// The nightly look at the amounts inside the items. Protocol §5.5, §11.
//
// RR says where the calculation of a line starts: at the final unit price (false), else at the unit
// price without VAT and rebate. The relations are those of that direction, each within a cent on
// the line. Two values cannot always be as exact as that, because the schema ends them at four
// decimals: a unit price that follows from its line (UPA, and UPB where the calculation starts at
// the final price), whose last digit counts once for every unit of the quantity, and the rebate,
// whose last digit is a millionth of the price before it. There half of the last digit is the
// tolerance, where that is more than a cent. A unit price at which the calculation starts is exact
// by definition.

import { CENT, decimalsOf, isWithin, ratio } from '../message/decimal.ts';
import type { Amount } from '../message/decimal.ts';
import type { Item } from '../message/invoice.ts';

/** One whole unit, euro or percent. */
const ONE = 10_000n;
const HUNDRED_PERCENT = 100n * ONE;
/** What rounding both sides of a relation to ten-thousandths may cost. */
const OWN_ROUNDING = 1n;

function absolute(amount: Amount): Amount {
  return amount < 0n ? -amount : amount;
}

function atLeastCent(amount: Amount): Amount {
  return amount > CENT ? amount : CENT;
}

/** What rounding a unit price costs over a quantity: half its last digit for each unit. */
function unitPriceRounding(quantity: Amount, unitPriceText: string): Amount {
  const lastDigit = 10n ** BigInt(4 - Math.min(4, decimalsOf(unitPriceText)));
  return ratio(absolute(quantity), lastDigit, 2n * ONE) + OWN_ROUNDING;
}

/** What rounding the rebate to four decimals costs over the price before it. */
function rebateRounding(price: Amount, rebate: Amount): Amount {
  return rebate === 0n ? 0n : ratio(absolute(price), 1n, 2n * HUNDRED_PERCENT) + OWN_ROUNDING;
}

const BASE_WRONG = 'PB is not UPB · Q less the rebate';

type Relation = readonly [holds: boolean, finding: string];

/** RR=false: PA = UPA · Q, PB = PA / (1 + VR), UPB = PB / Q before the rebate. */
function priceFirst({ q, upb, upbText, pb, pa, vr, r }: Item): Relation[] {
  const base = ratio(pa, HUNDRED_PERCENT, HUNDRED_PERCENT + (vr ?? 0n));
  const rebate = r ?? 0n;
  const full = ratio(upb, q, ONE);
  const left = ratio(full, HUNDRED_PERCENT - rebate, HUNDRED_PERCENT);
  const tolerance = atLeastCent(unitPriceRounding(q, upbText) + rebateRounding(full, rebate));
  return [
    [isWithin(pb, base, CENT), 'PB is not PA less the VAT'],
    [isWithin(pb, left, tolerance), 'UPB is not PB / Q before the rebate'],
  ];
}

/** RR=true or absent: PB = UPB · Q less the rebate, VA = PB · VR. */
function baseFirst({ q, upb, pb, va, vr, r }: Item): Relation[] {
  const rebate = r ?? 0n;
  const full = ratio(upb, q, ONE);
  const base = ratio(full, HUNDRED_PERCENT - rebate, HUNDRED_PERCENT);
  const vat = ratio(pb, vr ?? 0n, HUNDRED_PERCENT);
  return [
    [isWithin(pb, base, atLeastCent(rebateRounding(full, rebate))), BASE_WRONG],
    [isWithin(va ?? 0n, vat, CENT), 'VA is not PB · VR'],
  ];
}

function findingsOfItem(item: Item, index: number): string[] {
  const { q, upa, upaText, pb, va, pa } = item;
  const tolerance = atLeastCent(unitPriceRounding(q, upaText));
  const relations: Relation[] = [
    [isWithin(pa, pb + (va ?? 0n), CENT), 'PA is not PB + VA'],
    [isWithin(pa, ratio(upa, q, ONE), tolerance), 'UPA is not PA / Q'],
    ...(item.rr === false ? priceFirst(item) : baseFirst(item)),
  ];
  return relations.filter(([holds]) => !holds).map(([, finding]) => `I[${index}]: ${finding}`);
}

/** All amounts inside the items of one invoice have the same number of decimals; `0` has none. */
function findingsOfDecimals(items: readonly Item[]): string[] {
  const texts = items.flatMap(({ upbText, upaText, pbText, vaText, paText }) => [
    upbText,
    upaText,
    pbText,
    vaText ?? '0',
    paText,
  ]);
  const decimals = new Set(texts.filter((text) => text !== '0').map(decimalsOf));
  return decimals.size > 1 ? ['amounts of the items differ in their number of decimals'] : [];
}

/** Findings about the amounts of each line, and about how all of them are written. */
export function findingsOfItems(items: readonly Item[]): string[] {
  return [...items.flatMap(findingsOfItem), ...findingsOfDecimals(items)];
}
