// The rounding of a chain of correctives, by the precedence of extensions §1.

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { computeCorrective } from './corrective-amounts.ts';
import { totalsBeside } from './corrective-totals.ts';
import type { AcceptedInvoice } from './line-identity.ts';
import type { ComputedInvoice, InvoiceItem, InvoiceLine } from '../../invoice.ts';
import type { PricingContext } from '../../invoice-line.ts';
import { computeInvoice } from '../../totals.ts';

const NET = { pricesIncludeVat: false, isInVat: true };
const NO_VAT = { pricesIncludeVat: false, isInVat: false };

function item(name: string, unitPrice: number, rate: number, quantity = 1): InvoiceItem {
  return { name, unitPrice, quantity, vat: { rate } };
}

const back = (of: InvoiceItem, quantity = of.quantity): InvoiceItem => ({
  ...of,
  unitPrice: -of.unitPrice,
  quantity: -quantity,
});

/** A sale and its correctives, one after the other. */
function chainOf(context: PricingContext, [sold, ...returns]: InvoiceItem[][]): AcceptedInvoice[] {
  const chain = [{ items: sold!, computed: computeInvoice({ items: sold! }, context) }];
  for (const items of returns) {
    chain.push({ items, computed: computeCorrective({ items }, context, [...chain]) });
  }
  return chain;
}

const totalsOf = (chain: AcceptedInvoice[]) => chain.map(({ computed }) => computed.totals);
const totalOf = (chain: AcceptedInvoice[]) => totalsOf(chain).map(({ total }) => total);

describe('the totals of a corrective', () => {
  test('are those of its own lines while all documents together stay within a cent', () => {
    const [kafa, knjiga] = [item('Kafa', 1.0003, 21), item('Knjiga', 1.0046, 0)];
    // The VAT of both documents is 0.0100 beside their lines, -1.2104 rounds to -1.21.
    const [sale, first] = totalsOf(chainOf(NET, [[kafa, knjiga], [back(kafa)]]));
    expect(sale).toEqual({ withoutVat: '2.00', vat: '0.22', total: '2.22' });
    expect(first).toEqual({ withoutVat: '-1.00', vat: '-0.21', total: '-1.21' });
  });

  test('leave withoutVat and vat before the total', () => {
    const [kafa, knjiga] = [item('Kafa', 1.0003, 21), item('Knjiga', 1.0046, 0)];
    const chain = chainOf(NET, [[kafa, knjiga], [back(kafa)], [back(knjiga)]]);
    // The rest of -1.0046 takes the cent of VAT that is left: all together are zero first of all.
    expect(totalsOf(chain).at(-1)).toEqual({ withoutVat: '-1.00', vat: '-0.01', total: '-1.01' });
  });

  test('leave the total where the cents of all documents would be more than one off', () => {
    const kafa = item('Kafa', 0.125, 0, 9);
    const chain = chainOf(NET, [[kafa], ...Array.from({ length: 9 }, () => [back(kafa, 1)])]);
    const returned = totalOf(chain).slice(1);
    // 1.13 is 0.005 more than was sold, and each -0.13 is 0.005 more than is taken back.
    expect(returned.slice(0, 3)).toEqual(['-0.13', '-0.13', '-0.13']);
    expect(returned[3]).toBe('-0.12');
    expect(returned.filter((total) => total === '-0.12')).toHaveLength(4);
  });

  test('have no VAT for a company outside VAT, whatever gives way', () => {
    const kafa = item('Kafa', 0.125, 0, 9);
    const chain = chainOf(NO_VAT, [[kafa], ...Array.from({ length: 9 }, () => [back(kafa, 1)])]);
    expect(new Set(totalsOf(chain).map(({ vat }) => vat))).toEqual(new Set(['0.00']));
  });

  test('take the cent that a corrective has left which failed after a later one was numbered', () => {
    const kafa = item('Kafa', 0.125, 0, 7);
    const chain = chainOf(NET, [[kafa], ...Array.from({ length: 4 }, () => [back(kafa, 1)])]);
    expect(totalOf(chain)).toEqual(['0.88', '-0.13', '-0.13', '-0.13', '-0.12']);
    const inForce = chain.filter((_, index) => index !== 4);
    const items = [back(kafa, 4)];
    const rest = { items, computed: computeCorrective({ items }, NET, inForce) };
    expect(rest.computed.totals.total).toBe('-0.49');
    expect(totalOf([...inForce, rest]).reduce((sum, total) => sum + Number(total), 0)).toBe(0);
  });

  test('of exported goods stay within a cent of their own lines, whatever is left', () => {
    const vat = { rate: 0, exemption: 'VAT_CL44' } as const;
    const wine: InvoiceItem = { ...item('Wine', 0.0057, 0, 14.576), vat, isExport: true };
    const returned = [1.078, 5.733, 6.415].map((quantity) => [back(wine, quantity)]);
    const inForce = chainOf(NET, [[wine], ...returned]).filter((_, index) => index !== 2);
    const items = [back(wine, 7.083)];
    // 0.08 - 0.01 - 0.04 leaves 0.03, and what is returned now is 0.0404.
    expect(totalsOf(inForce).map(({ exported }) => exported)).toEqual(['0.08', '-0.01', '-0.04']);
    expect(computeCorrective({ items }, NET, inForce).totals.exported).toBe('-0.04');
  });
});

/** In ten-thousandths of a euro. */
interface Amounts {
  total: number;
  net: number;
}

const CENT = 100;
const ZERO: Amounts = { total: 0, net: 0 };
const unitsOf = (text: string): number => Math.round(Number(text) * 10_000);
const text = (units: number, places = 4): string => (units / 10_000).toFixed(places);

/** A document of one line, as far as totals are concerned. */
function documentOf(exact: Amounts, said: Amounts): ComputedInvoice {
  const { total, net } = exact;
  const line = { base: text(net), vat: text(total - net), total: text(total) } as InvoiceLine;
  const totals = {
    withoutVat: text(said.net, 2),
    vat: text(said.total - said.net, 2),
    total: text(said.total, 2),
  };
  return { lines: [line], sameTaxGroups: [], totals, decimals: 4 };
}

const largest = ({ total, net }: Amounts): number =>
  Math.max(Math.abs(total), Math.abs(net), Math.abs(total - net));

const minus = (a: Amounts, b: Amounts): Amounts => ({
  total: a.total - b.total,
  net: a.net - b.net,
});

const plus = (a: Amounts, b: Amounts): Amounts => ({
  total: a.total + b.total,
  net: a.net + b.net,
});

/** Half away from zero. */
const toCents = (units: number): number =>
  Math.sign(units) * Math.round(Math.abs(units) / CENT) * CENT;

const choicesAround = (plain: Amounts): Amounts[] =>
  [-CENT, 0, CENT].flatMap((total) => [-CENT, 0, CENT].map((net) => plus(plain, { total, net })));

const vatOf = ({ total, net }: Amounts): number => total - net;

/** VAT of a corrective's own, none, or all that is left. */
const anyVat = fc.constantFrom('own', 'none', 'rest');
const anyCents = fc.integer({ min: -9, max: 9 }).map((cents) => cents * CENT);
const anyRounding = fc.integer({ min: -CENT, max: CENT });
const anyAmounts = fc.record({
  total: fc.integer({ min: -900, max: 900 }),
  net: fc.integer({ min: -900, max: 900 }),
});

describe('whatever documents within the bound are in force, and whatever a corrective is of', () => {
  const anyDocument = fc
    .record({
      said: fc.record({ total: anyCents, net: anyCents }),
      total: anyRounding,
      net: anyRounding,
    })
    .filter((rounding) => largest(rounding) <= CENT)
    .map(({ said, ...rounding }) => ({ said, exact: minus(said, rounding) }));

  test('rule 1 and the bound hold, then the total, then VAT where there is none, then the rest', () => {
    fc.assert(
      fc.property(anyDocument, anyAmounts, anyVat, (before, { total, net }, vat) => {
        const owed = { own: total - net, none: 0, rest: -vatOf(before.exact) }[vat];
        const exact = { total, net: total - owed };
        const plain = { total: toCents(exact.total), net: toCents(exact.net) };
        const after = plus(before.exact, exact);
        fc.pre(largest(after) > 0);
        const open = choicesAround(plain).filter((own) => {
          const rounding = minus(plus(before.said, own), after);
          return largest(minus(own, exact)) <= CENT && largest(rounding) <= CENT;
        });
        const objections: ((own: Amounts) => number)[] = [
          ({ total: said }) => Math.abs(said - plain.total),
          (own) =>
            (vatOf(exact) === 0 ? Math.abs(vatOf(own)) : 0) +
            (vatOf(after) === 0 ? Math.abs(vatOf(plus(before.said, own))) : 0),
          ({ net: said }) => Math.abs(said - plain.net),
        ];
        const best = objections.reduce((left, objection) => {
          const least = Math.min(...left.map(objection));
          return left.filter((own) => objection(own) === least);
        }, open);
        expect(best).toContainEqual(saidBy(exact, before));
      }),
      { numRuns: 3000 },
    );
  });

  test('they are exactly minus the others where it takes everything back', () => {
    fc.assert(
      fc.property(anyDocument, (before) => {
        expect(saidBy(minus(ZERO, before.exact), before)).toEqual(minus(ZERO, before.said));
      }),
      { numRuns: 1000 },
    );
  });

  function saidBy(exact: Amounts, before: { exact: Amounts; said: Amounts }): Amounts {
    const { lines } = documentOf(exact, exact);
    const totals = totalsBeside(lines, [documentOf(before.exact, before.said)]);
    return { total: unitsOf(totals.total), net: unitsOf(totals.withoutVat) };
  }
});
