// Extensions §11: random sales that are returned in random parts, with re-issued lines between, and
// cancelled at last. All documents together come to exactly nothing, and no rule refuses any. What
// several methods have paid is given back by these, to the cent (extensions §2).

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { InvoiceItem, InvoiceRequest } from '../../invoice.ts';
import type { PricingContext } from '../../invoice-line.ts';
import { decimal, signOf, spread, sum, toDecimalText } from '../../../money.ts';
import type { RequestedPayment } from '../../payment-request.ts';
import { paymentsOf, registeredTypeOfInvoice, sumsByMethod } from '../../payments.ts';
import { computeInvoice } from '../../totals.ts';
import { validateAmounts } from '../../validate-amounts.ts';
import { validateInvoice } from '../../validate-invoice.ts';
import { vatKey } from '../../vat.ts';
import { decideDocument, NO_RELATIONS } from '../decide-document.ts';
import { computeCorrectable } from './balance.ts';
import type { DocumentInForce } from './balance.ts';
import { buildCorrective } from './build-corrective.ts';
import type { ReturnCall } from './build-corrective.ts';
import { validateCorrective } from './corrective-invoice.ts';

const CONTEXTS: PricingContext[] = [
  { pricesIncludeVat: false, isInVat: true },
  { pricesIncludeVat: true, isInVat: true },
  { pricesIncludeVat: false, isInVat: false },
];
/** `npm run test:nightly` draws more, and anew; MONEY_SEED repeats a run. */
const CHAINS = Number(process.env.MONEY_CHAINS ?? 500);
const SEED = Number(process.env.MONEY_SEED ?? Date.now() % 2 ** 31);
const ISSUED = '2026-07-11T15:51:04+02:00';
const IIC = 'A'.repeat(32);

const jsonNumber = (units: number, places: number): number => Number(`${units}e-${places}`);

/** Articles keep their rate or exemption, as a corrective must. */
const VAT_OF = {
  Kafa: { rate: 21 },
  Hljeb: { rate: 7 },
  Sir: { rate: 7 },
  Sok: { rate: 15 },
  Knjiga: { rate: 0 },
  Pregled: { rate: 0, exemption: 'VAT_CL26' },
} as const;
const anyItem: fc.Arbitrary<InvoiceItem> = fc
  .record({
    name: fc.constantFrom('Kafa', 'Hljeb', 'Sir', 'Sok', 'Knjiga', 'Pregled'),
    unitPrice: fc
      .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 4 }))
      .map(([units, places]) => jsonNumber(units, places)),
    quantity: fc.integer({ min: 1, max: 40_000 }).map((units) => jsonNumber(units, 3)),
    rebatePercentage: fc.constantFrom(null, null, 10, 33.3333, 100),
    rebateReducingBase: fc.constantFrom(true, false, null),
  })
  .map((item) => ({ ...item, vat: VAT_OF[item.name] }));

/** What is done after the sale: thousandths of what is left of each line, or a new price of one. */
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(0, 0, 1, 250, 333, 500, 1000), {
      minLength: 9,
      maxLength: 9,
    }),
  },
  { weight: 1, arbitrary: anyItem },
);

type Method = RequestedPayment['method'];
const CASH: Method[] = ['BANKNOTE', 'CARD', 'OTHER-CASH'];
const OTHERS: Method[] = ['ADVANCE', 'BUSINESSCARD'];

interface Case {
  context: PricingContext;
  items: InvoiceItem[];
  discount: number;
  steps: (number[] | InvoiceItem)[];
  isCancelled: boolean;
  /** Methods, each with its weight in what is paid. */
  paid: [Method, number][];
}
const anyCase: fc.Arbitrary<Case> = fc.record({
  context: fc.constantFrom(...CONTEXTS),
  items: fc.array(anyItem, { minLength: 1, maxLength: 5 }),
  discount: fc.constantFrom(0, 0, 17, 100, 333, 1000),
  steps: fc.array(anyStep, { maxLength: 6 }),
  isCancelled: fc.boolean(),
  paid: fc.oneof(
    fc.constant<Case['paid']>([['ACCOUNT', 1]]),
    fc
      .tuple(
        fc.shuffledSubarray(CASH, { minLength: 1 }),
        fc.shuffledSubarray(OTHERS),
        fc.array(fc.integer({ min: 5, max: 100 }), { minLength: 5, maxLength: 5 }),
      )
      .map(([cash, others, weights]) =>
        [...cash, ...others].map((method, index): [Method, number] => [method, weights[index]!]),
      ),
  ),
});

/** The documents of a chain, each decided beside those before it, by a strict company. */
function chainOf(sale: InvoiceRequest, payments: RequestedPayment[], context: PricingContext) {
  const atRates = {
    ...context,
    vatRates: [21, 15, 7, 0],
    now: new Date('2026-11-26T12:00:00Z'),
    writtenText: (text: string) => text,
  };
  const request = payments.length > 1 ? { ...sale, payments } : sale;
  const { computed } = decideDocument({ request, originalId: null, context }, NO_RELATIONS, true);
  const documents: DocumentInForce[] = [
    { id: 'root', originalId: null, request, items: sale.items, computed },
  ];
  const original = { id: 'root', status: 'Fiscalized', iic: IIC, issueDateTime: ISSUED } as const;
  const add = (request: InvoiceRequest, isStrict: boolean) => {
    const sent = { request, originalId: 'root', context };
    const decided = decideDocument(sent, { ...NO_RELATIONS, documents }, isStrict);
    if (decided.issues.length > 0) return decided.issues;
    const { items } = request;
    const id = `c${documents.length}`;
    documents.push({ id, originalId: 'root', request, items, computed: decided.computed });
    return [];
  };
  return {
    documents,
    /** By hand: the price of an item is another one. */
    reissue(item: InvoiceItem) {
      const items = [{ ...item }];
      return add(
        {
          ...sale,
          type: 'Corrective',
          discountAmount: null,
          items,
          original: { id: IIC, issuedAt: ISSUED },
        },
        false,
      );
    },
    takeBack(kind: 'cancel' | 'return', call: ReturnCall) {
      const taken = { original, documents, ...context };
      const built = buildCorrective(kind, call, taken, new Date(0), []);
      const { invoice, issues } = validateInvoice(built.request, atRates, built.issues);
      if (invoice === null) return issues;
      const items = documents.flatMap((document) => document.items);
      return [
        ...validateCorrective(invoice, { ...sale, ...original, items }),
        ...add(invoice, true),
      ];
    },
  };
}

/** What all documents come to together: totals, then base and VAT of each rate and exemption. */
function sumsOf(documents: DocumentInForce[]): Record<string, string> {
  const sums = new Map<string, string[]>();
  const note = (name: string, amount: string) =>
    sums.set(name, [...(sums.get(name) ?? []), amount]);
  for (const { computed } of documents) {
    for (const name of ['withoutVat', 'vat', 'total'] as const) note(name, computed.totals[name]);
    for (const group of computed.sameTaxGroups) {
      note(`${vatKey(group)} base`, group.base);
      note(`${vatKey(group)} vat`, group.vat);
    }
  }
  return Object.fromEntries(
    [...sums].map(([name, amounts]) => [name, toDecimalText(sum(amounts.map(decimal)), 4)]),
  );
}

const ofRate = (name: 'Kafa' | 'Knjiga', unitPrice: number, quantity: number): InvoiceItem => ({
  name,
  unitPrice,
  quantity,
  rebatePercentage: null,
  rebateReducingBase: true,
  vat: VAT_OF[name],
});
/** All of it given away: each return took half a cent more than was left of the line. */
const GIVEN_AWAY: Case = {
  context: { pricesIncludeVat: false, isInVat: true },
  items: [ofRate('Kafa', 60.643, 20.949)],
  discount: 1000,
  steps: [
    ofRate('Kafa', 0.1, 0.012),
    [500, 0, 0, 0, 0, 0, 0, 0, 0],
    [250, 0, 0, 0, 0, 0, 0, 0, 0],
    ofRate('Knjiga', 0.1, 0.26),
    [250, 0, 0, 0, 0, 0, 0, 0, 0],
  ],
  isCancelled: true,
  paid: [['ACCOUNT', 1]],
};

describe('Extensions §11: a sale that is returned in random parts', () => {
  test('ends at exactly zero in every amount, rate and exemption, and no part is refused', () => {
    let checked = 0;
    let withDiscount = 0;
    let withMethods = 0;
    let outOfCash = 0;
    fc.assert(
      fc.property(anyCase, ({ context, items: anyRate, discount, steps, isCancelled, paid }) => {
        const ofCompany = (item: InvoiceItem) =>
          context.isInVat ? item : { ...item, vat: { rate: 0 } };
        const items = anyRate.map(ofCompany);
        const bases = sum(
          computeInvoice({ items }, context).lines.map(({ base }) => decimal(base)),
        );
        const discountAmount = Number(bases.times(`${discount}e-3`).round(2).toFixed());
        fc.pre(validateAmounts(items, discountAmount, context).length === 0);
        const { total } = computeInvoice({ items, discountAmount }, context).totals;
        const weights = paid.map(([, weight]) => decimal(weight));
        const parts = spread(decimal(total), weights, 2).map((amount, index) => ({
          method: paid[index]![0],
          amount: Number(amount.toFixed()),
        }));
        fc.pre(paid.length === 1 || parts.every(({ amount }) => amount >= 0.2));
        if (paid.length > 1) withMethods += 1;
        const [first] = paid;
        const sale: InvoiceRequest = {
          type: 'Invoice',
          orderNumber: 0,
          typeOfInvoice: first![0] === 'ACCOUNT' ? 'NonCash' : 'Cash',
          paymentMethod: first![0],
          advancePaymentIic: IIC,
          paymentDeadline: ISSUED,
          items,
          discountAmount: discountAmount === 0 ? null : discountAmount,
        };
        const chain = chainOf(sale, parts, context);
        const { documents } = chain;
        /** Of each line so many thousandths of what is left; a discount asks for two calls. */
        const partsOf = (thousandths: (at: number) => number) => {
          const items = computeCorrectable(documents).items.flatMap(
            ({ index, invoiceId, line, quantity }, at) => {
              const units = Math.round(Number(quantity) * 1000);
              const taken = Math.floor((units * thousandths(at)) / 1000);
              const place = { index, invoiceId, line };
              return taken === 0 ? [] : [{ ...place, quantity: jsonNumber(taken, 3) }];
            },
          );
          return Map.groupBy(items, ({ invoiceId }) => discountAmount > 0 && invoiceId).values();
        };
        // What is registered as cash needs a cent of cash in each corrective: a strict company can
        // take back no more where the last cent is given back before the rest.
        const state: { isOutOfCash: boolean } = { isOutOfCash: false };
        const takeBack = (...call: Parameters<typeof chain.takeBack>) => {
          if (state.isOutOfCash) return;
          const issues = chain.takeBack(...call);
          const held = sumsByMethod(documents.flatMap(paymentsOf));
          const isCashLeft = CASH.some((method) => signOf(held.get(method) ?? decimal(0)) > 0);
          state.isOutOfCash = issues[0]?.code === 'MORE_THAN_PAID' && !isCashLeft;
          if (!state.isOutOfCash) expect(issues).toEqual([]);
        };
        for (const step of steps) {
          if (!Array.isArray(step)) {
            expect(chain.reissue(ofCompany(step))).toEqual([]);
            continue;
          }
          const thousandths = (at: number) => step[at] ?? 0;
          for (const part of partsOf(thousandths)) {
            takeBack('return', { items: part });
          }
        }
        const isAnythingLeft = computeCorrectable(documents).items.length > 0;
        if (isAnythingLeft && isCancelled) takeBack('cancel', {});
        for (const part of partsOf(() => 1000)) {
          takeBack('return', { items: part });
        }
        checked += 1;
        if (state.isOutOfCash) outOfCash += 1;
        if (state.isOutOfCash) return;
        if (discountAmount > 0) withDiscount += 1;
        for (const document of documents) {
          const payments = paymentsOf(document);
          const paidTotal = sum(payments.map(({ amount }) => decimal(amount)));
          expect(toDecimalText(paidTotal, 2)).toBe(document.computed.totals.total);
          expect(registeredTypeOfInvoice(sale.typeOfInvoice, payments)).toBe(sale.typeOfInvoice);
        }
        const ofMethods = sumsByMethod(documents.flatMap(paymentsOf));
        expect([...ofMethods.values()].map(signOf)).toEqual([...ofMethods].map(() => 0));
        const sums = sumsOf(documents);
        expect(sums).toEqual(Object.fromEntries(Object.keys(sums).map((name) => [name, '0.0000'])));
        expect(chain.takeBack('cancel', {}).map(({ code }) => code)).toEqual(['ALREADY_CANCELLED']);
      }),
      { numRuns: CHAINS, seed: SEED, examples: [[GIVEN_AWAY]] },
    );
    expect(checked).toBeGreaterThanOrEqual(CHAINS);
    expect(withDiscount).toBeGreaterThan(0.3 * checked);
    expect(withMethods).toBeGreaterThan(0.3 * checked);
    expect(outOfCash).toBeLessThan(0.02 * checked);
  });
});
