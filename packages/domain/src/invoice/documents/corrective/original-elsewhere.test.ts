// ADR 24: what is left of an original that is not stored here is measured by what the authority
// says of it.

import { describe, expect, test } from '@jest/globals';
import type { InvoiceItem, InvoiceRequest } from '../../invoice.ts';
import { computeInvoice } from '../../totals.ts';
import type { DocumentInForce } from './balance.ts';
import { decideElsewhere } from './original-elsewhere.ts';
import type { RegisteredInvoice } from './original-elsewhere.ts';

const kafa: InvoiceItem = {
  name: 'Kafa',
  code: 'K',
  unitPrice: 2,
  quantity: 2,
  vat: { rate: 21 },
};
const sir: InvoiceItem = { name: 'Sir', unitPrice: 10, quantity: 1, vat: { rate: 7 } };

/** 2 × Kafa and 1 × Sir, 15.54 with VAT, as the receipt check says it. */
const REGISTERED: RegisteredInvoice = {
  isAdvance: false,
  invoiceNumber: 'xx123xx123/1/2026/yy123yy123',
  total: 15.54,
  typeOfInvoice: 'NonCash',
  payments: [{ method: 'ACCOUNT', amount: 15.54 }],
  items: [
    {
      name: 'Kafa',
      code: 'K',
      quantity: 2,
      unitPriceBeforeVat: 2,
      unitPriceAfterVat: 2.42,
      rebatePercentage: null,
      base: 4,
      vatRate: 21,
      exemption: null,
    },
    {
      name: 'Sir',
      code: null,
      quantity: 1,
      unitPriceBeforeVat: 10,
      unitPriceAfterVat: 10.7,
      rebatePercentage: null,
      base: 10,
      vatRate: 7,
      exemption: null,
    },
  ],
};
const NO_ITEMS = { ...REGISTERED, items: null };

const back = (item: InvoiceItem, quantity = item.quantity): InvoiceItem => ({
  ...item,
  unitPrice: -item.unitPrice,
  quantity: -quantity,
});

let count = 0;
function correctiveOf(
  items: InvoiceItem[],
  change: Partial<InvoiceRequest> = {},
  originalId: string | null = null,
  context = { pricesIncludeVat: false, isInVat: true },
): DocumentInForce {
  const request: InvoiceRequest = {
    type: 'Corrective',
    orderNumber: 0,
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: '2026-12-21T00:00:00Z',
    items,
    ...change,
  };
  count += 1;
  return {
    id: `c${count}`,
    originalId,
    request,
    items,
    computed: computeInvoice(request, context),
  };
}

const codesOf = (
  corrective: DocumentInForce,
  registered = REGISTERED,
  inForce: DocumentInForce[] = [],
  pricesIncludeVat = false,
) =>
  decideElsewhere(corrective, registered, inForce, pricesIncludeVat).map(({ code, path }) =>
    `${path} ${code}`.trim(),
  );

const whole = correctiveOf([back(kafa), back(sir)]);
const part = correctiveOf([back(kafa, 1)]);

describe('a corrective of an original that is not stored here (extensions §1)', () => {
  test.each([
    ['the whole', whole, REGISTERED],
    ['a part', part, REGISTERED],
    ['the whole, of which the authority tells no items', whole, NO_ITEMS],
    [
      'what is issued again beside it',
      correctiveOf([back(sir), { ...sir, unitPrice: 9 }]),
      REGISTERED,
    ],
    [
      'a later discount',
      correctiveOf([back({ ...sir, name: 'Popust', unitPrice: 3 })]),
      REGISTERED,
    ],
  ])('may take back %s', (_, corrective, registered) => {
    expect(codesOf(corrective, registered)).toEqual([]);
  });

  test('may take back a sale whose prices include VAT', () => {
    const withVat = { pricesIncludeVat: true, isInVat: true };
    const items = [back({ ...kafa, unitPrice: 2.42 }), back({ ...sir, unitPrice: 10.7 })];
    expect(codesOf(correctiveOf(items, {}, null, withVat), REGISTERED, [], true)).toEqual([]);
  });

  test('has the type, a payment method and the rates of it, where the authority says them', () => {
    const cash = correctiveOf([back(kafa)], { typeOfInvoice: 'Cash', paymentMethod: 'CARD' });
    const differences = [
      'typeOfInvoice ORIGINAL_TYPE_MISMATCH',
      'paymentMethod PAYMENT_METHOD_NOT_ALLOWED',
    ];
    expect(codesOf(cash)).toEqual(differences);
    expect(codesOf(cash, NO_ITEMS)).toEqual(differences);
    const unsaid = { ...REGISTERED, typeOfInvoice: null, payments: null };
    expect(codesOf(cash, unsaid)).toEqual([]);

    const atOtherRate = correctiveOf([back({ ...sir, vat: { rate: 21 } })]);
    expect(codesOf(atOtherRate)).toEqual([
      'items[0].vat.rate CORRECTIVE_VAT_RATE_MISMATCH',
      'items MORE_THAN_SOLD',
    ]);
    expect(codesOf(atOtherRate, NO_ITEMS)).toEqual([]);
  });

  test('is of the type that the authority registers: Cash by business card is NONCASH there', () => {
    const byCard = { typeOfInvoice: 'Cash', paymentMethod: 'BUSINESSCARD' } as const;
    const registered = {
      ...REGISTERED,
      payments: [{ method: 'BUSINESSCARD', amount: null }],
    };
    expect(codesOf(correctiveOf([back(kafa)], byCard), registered)).toEqual([]);
  });

  test.each([
    ['of a line', correctiveOf([back(kafa, 3)]), REGISTERED, 'items[0].quantity'],
    ['of a rate', correctiveOf([back({ ...sir, code: 'X', unitPrice: 11 })]), REGISTERED, 'items'],
    [
      'of the total, where the items are not told',
      correctiveOf([back(kafa), back({ ...sir, unitPrice: 11 })]),
      NO_ITEMS,
      'items',
    ],
  ])('never takes back more than was sold: %s', (_, corrective, registered, path) => {
    expect(codesOf(corrective, registered)).toEqual([`${path} MORE_THAN_SOLD`]);
  });

  test('Extensions §2: gives back by each method what is left of it, where the authority says it', () => {
    const paid = { typeOfInvoice: 'Cash', paymentMethod: 'BANKNOTE' } as const;
    const payments = [
      { method: 'BANKNOTE', amount: 5 },
      { method: 'CARD', amount: 10.54 },
    ];
    const registered: RegisteredInvoice = { ...REGISTERED, typeOfInvoice: 'Cash', payments };
    const mixed = (banknote: number, card: number, items = [back(kafa), back(sir)]) => {
      const corrective = correctiveOf(items, paid);
      const parts = [
        { method: 'BANKNOTE' as const, amount: banknote.toFixed(2), advanceIic: null },
        { method: 'CARD' as const, amount: card.toFixed(2), advanceIic: null },
      ];
      return { ...corrective, computed: { ...corrective.computed, payments: parts } };
    };
    expect(codesOf(mixed(-5, -10.54), registered)).toEqual([]);
    const excess = decideElsewhere(mixed(-5.54, -10), registered, [], false);
    expect(excess).toMatchObject([{ code: 'MORE_THAN_PAID', path: 'payments', left: 5 }]);
    // One that does not say it gives all back by its payment method.
    expect(codesOf(correctiveOf([back(kafa), back(sir)], paid), registered)).toEqual([
      'payments MORE_THAN_PAID',
    ]);
    const first = mixed(-3, -1.84, [back(kafa)]);
    expect(codesOf(mixed(-2, -8.7, [back(sir)]), registered, [first])).toEqual([]);
    expect(codesOf(mixed(-2.01, -8.69, [back(sir)]), registered, [first])).toEqual([
      'payments MORE_THAN_PAID',
    ]);
    const withoutAmounts = payments.map(({ method }) => ({ method, amount: null }));
    const unsaid = { ...registered, payments: withoutAmounts };
    expect(codesOf(mixed(-5.54, -10), unsaid)).toEqual([]);
    const foreign = { ...registered, payments: [{ method: 'CARD', amount: 15.54 }] };
    expect(codesOf(mixed(-5, -10.54), foreign)).toEqual([
      'paymentMethod PAYMENT_METHOD_NOT_ALLOWED',
    ]);
  });

  test('counts what the correctives in force have taken back, and given back', () => {
    expect(codesOf(part, REGISTERED, [part])).toEqual([]);
    const taken = decideElsewhere(part, REGISTERED, [part, part], false);
    expect(taken).toMatchObject([{ code: 'MORE_THAN_SOLD', left: 0 }]);
    const withoutItems = decideElsewhere(part, NO_ITEMS, [whole], false);
    expect(withoutItems).toMatchObject([{ code: 'MORE_THAN_SOLD', path: 'items', left: 0 }]);
    const givenBack = correctiveOf([kafa, sir], {}, whole.id);
    expect(codesOf(whole, REGISTERED, [whole, givenBack])).toEqual([]);
    expect(codesOf(whole, NO_ITEMS, [whole, givenBack])).toEqual([]);
  });

  test('cancels it in full once, and what corrects it in full once', () => {
    const again = decideElsewhere(whole, REGISTERED, [whole], false);
    expect(again).toMatchObject([{ code: 'ALREADY_CANCELLED', correctives: [whole.id] }]);
    const givenBack = correctiveOf([kafa, sir], {}, whole.id);
    expect(codesOf(givenBack, REGISTERED, [whole])).toEqual([]);
    const documents = [whole, givenBack];
    expect(codesOf(correctiveOf([kafa, sir], {}, whole.id), REGISTERED, documents)).toEqual([
      'original.id ALREADY_CANCELLED',
    ]);
  });

  test('a corrective of a corrective of ours is measured by the root, and not compared with it', () => {
    const other: InvoiceItem = { ...sir, name: 'Kajmak', vat: { rate: 15 } };
    const swapped = correctiveOf([back(sir), other]);
    const backAgain = correctiveOf([back(other)], {}, swapped.id);
    expect(codesOf(backAgain, REGISTERED, [swapped])).toEqual([]);
    const tooMuch = correctiveOf([back(other), back(sir)], {}, swapped.id);
    expect(codesOf(tooMuch, REGISTERED, [swapped])).toEqual(['items[1].quantity MORE_THAN_SOLD']);
  });

  test('Extensions §5: has the exemption that the authority says', () => {
    const exempt = { ...sir, vat: { rate: 0, exemption: 'VAT_CL26' as const } };
    const items = (REGISTERED.items ?? []).slice(1).map((item) => ({
      ...item,
      vatRate: 0,
      unitPriceAfterVat: 10,
      exemption: 'VAT_CL26' as const,
    }));
    const registered = { ...REGISTERED, total: 10, items };
    expect(codesOf(correctiveOf([back(exempt)]), registered)).toEqual([]);
    expect(codesOf(correctiveOf([back(exempt, 2)]), registered)).toEqual([
      'items[0].quantity MORE_THAN_SOLD',
    ]);
    expect(codesOf(correctiveOf([back({ ...sir, vat: { rate: 0 } })]), registered)).toContain(
      'items[0].vat CORRECTIVE_VAT_RATE_MISMATCH',
    );
  });

  test('of an issuer outside VAT has no VAT, either', () => {
    const items = REGISTERED.items?.map((item) => ({ ...item, vatRate: null })) ?? null;
    const registered = { ...REGISTERED, total: 14, items };
    const none = { rate: 0 };
    const sold = [back({ ...kafa, vat: none }), back({ ...sir, vat: none })];
    const outside = { pricesIncludeVat: false, isInVat: false };
    expect(codesOf(correctiveOf(sold, {}, null, outside), registered)).toEqual([]);
    expect(codesOf(correctiveOf(sold), registered)).toEqual(['items MORE_THAN_SOLD']);
  });
});
