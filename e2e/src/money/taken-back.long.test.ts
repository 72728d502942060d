// Random sales, each taken back by random parts through the whole service: whatever the parts are,
// original and correctives come to exactly nothing together, and the authority finds nothing wrong
// with any of them, neither at once nor at night. MONEY_SALES makes a longer run, MONEY_SEED
// repeats one.

import { expect, test } from '@jest/globals';
import { testNothingFound } from '../contract/rows.ts';
import { openShop } from '../contract/shop.ts';
import type { Caller } from '../service/caller.ts';
import { cancellationOf, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { randomFrom, seedOf } from '@fiscal/testbed/random';
import type { Random } from '@fiscal/testbed/random';

const SALES = Number(process.env.MONEY_SALES ?? 5);
const SEED = seedOf(process.env.MONEY_SEED);

const service = await startService();

interface Item {
  name: string;
  unitPrice: number;
  quantity: number;
  vat: { rate: number };
  rebatePercentage: number | null;
  rebateReducingBase: boolean;
}

const jsonNumber = (units: number, places: number): number => Number(`${units}e-${places}`);

function randomItem(random: Random, name: string): Item {
  return {
    name,
    unitPrice: jsonNumber(1 + random.below(random.pick([100, 100_000, 100_000_000])), 4),
    quantity: jsonNumber(1 + random.below(random.pick([10, 5000, 5_000_000])), 3),
    vat: { rate: random.pick([21, 15, 7, 0]) },
    rebatePercentage: random.oneIn(2) ? null : jsonNumber(random.below(900_000), 4),
    rebateReducingBase: random.oneIn(2),
  };
}

/** The parts of a whole number: random ones, and the rest. */
function partsOf(random: Random, whole: number, count: number): number[] {
  let left = whole;
  const parts = Array.from({ length: count - 1 }, () => {
    const part = random.oneIn(4) ? 0 : random.below(left + 1);
    left -= part;
    return part;
  });
  return [...parts, left];
}

/** What each corrective takes back; together exactly the items. */
function returnsOf(random: Random, items: readonly Item[]): Item[][] {
  const count = 2 + random.below(3);
  const parts = items.map((item) => partsOf(random, Math.round(item.quantity * 1000), count));
  return Array.from({ length: count }, (_, index) =>
    items.flatMap((item, line) => {
      const thousandths = parts[line]?.[index] ?? 0;
      const back = { unitPrice: -item.unitPrice, quantity: jsonNumber(-thousandths, 3) };
      return thousandths === 0 ? [] : [{ ...item, ...back }];
    }),
  ).filter((returned) => returned.length > 0);
}

/** About what the items come to without VAT: a discount is shared as the bases are. */
const weightOf = (items: readonly Item[], pricesIncludeVat: boolean): number =>
  items.reduce((sum, { unitPrice, quantity, rebatePercentage, vat }) => {
    const price = Math.abs(unitPrice) / (pricesIncludeVat ? 1 + vat.rate / 100 : 1);
    return sum + price * Math.abs(quantity) * (1 - (rebatePercentage ?? 0) / 100);
  }, 0);

/** A discount, and its share for each corrective, to the fourth decimal; null for none. */
function discountsOf(random: Random, weight: number, returned: readonly number[]) {
  // A share may not exceed what it is taken from, which crumbs could not bear.
  if (random.oneIn(2) || returned.some((part) => part < 1)) return null;
  const whole = Math.floor(weight * random.below(30)) * 100;
  let left = whole;
  const shares = returned.map((part, index) => {
    const isLast = index === returned.length - 1;
    const share = isLast ? left : Math.floor((whole * part) / weight);
    left -= share;
    return jsonNumber(share, 4);
  });
  return { whole: jsonNumber(whole, 4), shares };
}

/** Sells and takes back; the records in their order. */
async function soldAndTakenBack(
  caller: Caller,
  random: Random,
  pricesIncludeVat: boolean,
): Promise<Body[]> {
  const names = ['Kafa', 'Hljeb', 'Sir', 'Sok'].slice(0, 1 + random.below(4));
  const items = names.map((name) => randomItem(random, name));
  const returns = returnsOf(random, items);
  const discounts = discountsOf(
    random,
    weightOf(items, pricesIncludeVat),
    returns.map((returned) => weightOf(returned, pricesIncludeVat)),
  );
  const sale = nonCashInvoice({ items, discountAmount: discounts?.whole ?? null });
  const original = await caller.fiscalized(sale);
  const records = [original];
  for (const [index, returned] of returns.entries()) {
    const discountAmount = discounts?.shares[index] ?? null;
    const corrective = { ...cancellationOf(original), items: returned, discountAmount };
    records.push(await caller.fiscalized(corrective));
  }
  return records;
}

/** Sells, with any discount, and returns in calls (extensions §11); the records in their order. */
async function soldAndReturned(
  caller: Caller,
  random: Random,
  pricesIncludeVat: boolean,
): Promise<Body[]> {
  const names = ['Kafa', 'Hljeb', 'Sir', 'Sok'].slice(0, 1 + random.below(4));
  const items = names.map((name) => randomItem(random, name));
  const cents = Math.floor(weightOf(items, pricesIncludeVat) * random.below(101)) - 1;
  const discountAmount = cents > 0 && random.oneIn(2) ? jsonNumber(cents, 2) : null;
  const original = await caller.fiscalized(nonCashInvoice({ items, discountAmount }));
  const path = `/api/invoices/${String(original.id)}`;
  const records = [original];
  const returns = returnsOf(random, items);
  for (const [at, returned] of returns.entries()) {
    const parts = returned.map(({ name, quantity }) => ({
      index: names.indexOf(name),
      quantity: -quantity,
    }));
    const isCancelled = at === returns.length - 1 && random.oneIn(2);
    const { status, body, text } = await (isCancelled
      ? caller.post(`${path}/cancel`)
      : caller.post(`${path}/return`, { items: parts }));
    if (status !== 201 || body.status !== 'Fiscalized') throw new Error(text);
    expect(body.warnings).toEqual([]);
    records.push(body as Body);
  }
  return records;
}

/** In ten-thousandths, so that the sums of the test are exact. */
function sumsOf(records: readonly Body[]): Record<string, number> {
  const sums: Record<string, number> = {};
  const add = (name: string, amount: number) => {
    sums[name] = (sums[name] ?? 0) + Math.round(amount * 10_000);
  };
  for (const { totals, vatBreakdown } of records) {
    for (const [name, amount] of Object.entries(totals as object)) add(name, amount as number);
    for (const { rate, base, vat } of vatBreakdown as Body[]) {
      add(`base at ${String(rate)} %`, base as number);
      add(`VAT at ${String(rate)} %`, vat as number);
    }
  }
  return sums;
}

test.each([
  [false, 'taken back', soldAndTakenBack],
  [true, 'taken back', soldAndTakenBack],
  [false, 'returned', soldAndReturned],
  [true, 'returned', soldAndReturned],
] as const)(
  `${SALES} sales of seed ${SEED}, prices with VAT %s, are %s in parts to exactly nothing`,
  async (pricesIncludeVat, _words, sellAndTakeBack) => {
    const { test: caller } = await openShop(service, {
      pricesIncludeVat,
      strictCorrectives: sellAndTakeBack === soldAndReturned,
    });
    const random = randomFrom(SEED);
    for (let sale = 0; sale < SALES; sale += 1) {
      const sums = sumsOf(await sellAndTakeBack(caller, random, pricesIncludeVat));
      expect(sums).toEqual(Object.fromEntries(Object.keys(sums).map((name) => [name, 0])));
    }
  },
  600_000 + SALES * 60_000,
);

testNothingFound(service);
