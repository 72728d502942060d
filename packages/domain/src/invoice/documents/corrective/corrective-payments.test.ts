// Extensions §2: how a corrective gives back what several methods have paid.

import { describe, expect, test } from '@jest/globals';
import type { InvoiceRequest } from '../../invoice.ts';
import type { RequestedPayment } from '../../payment-request.ts';
import { decideDocument, NO_RELATIONS, outdated } from '../decide-document.ts';
import type { DecidedDocument } from '../decide-document.ts';
import type { DocumentInForce } from './balance.ts';

const CONTEXT = { pricesIncludeVat: true, isInVat: true };
const IIC = 'A'.repeat(32);

type Method = RequestedPayment['method'];
type Paid = [Method, number][];

/** A document of one line in cents, which takes back where it is negative. */
function requestOf(cents: number, payments: Paid | null, change: Partial<InvoiceRequest> = {}) {
  const sign = cents < 0 ? -1 : 1;
  const [first] = payments ?? [];
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: first?.[0] ?? 'BANKNOTE',
    advancePaymentIic: payments?.some(([method]) => method === 'ADVANCE') ? IIC : null,
    paymentDeadline: '2026-11-26T12:00:00Z',
    // Of a price of a cent as many as cents: parts of it come to whole cents.
    items: [{ name: 'Kafa', unitPrice: sign / 100, quantity: cents, vat: { rate: 0 } }],
    ...(payments && {
      payments: payments.map(([method, amount]) => ({ method, amount: amount / 100 })),
    }),
    ...change,
  } as const satisfies InvoiceRequest;
}

/** A chain of documents that begins with a sale paid so, in cents. */
function chainOf(paid: Paid, change: Partial<InvoiceRequest> = {}) {
  const documents: DocumentInForce[] = [];
  const decide = (request: InvoiceRequest, originalId: string | null, isStrict = true) =>
    decideDocument(
      { request, originalId, context: CONTEXT },
      { ...NO_RELATIONS, documents },
      isStrict,
    );
  const push = (
    request: InvoiceRequest,
    originalId: string | null,
    computed = decide(request, originalId).computed,
  ) => {
    const id = String(documents.length);
    documents.push({ id, originalId, request, items: request.items, computed });
  };
  const total = paid.reduce((sum, [, amount]) => sum + amount, 0);
  push(requestOf(total, paid, change), null);
  const correct = (cents: number, payments: Paid | null = null, of = '0', isStrict = true) => {
    const { typeOfInvoice, paymentMethod } = documents[0]!.request;
    const kind = { type: 'Corrective', typeOfInvoice, paymentMethod } as const;
    const advancePaymentIic = paymentMethod === 'ADVANCE' ? IIC : null;
    const request = requestOf(cents, payments, { ...kind, advancePaymentIic });
    return { ...decide(request, of, isStrict), request };
  };
  return {
    documents,
    decide: correct,
    /** As `decide`, and it is in force from then on. */
    add: (cents: number, payments: Paid | null = null, of = '0') => {
      const decided = correct(cents, payments, of, false);
      push(decided.request, of, decided.computed);
      return said(decided);
    },
  };
}

const said = ({ payments }: Pick<DecidedDocument, 'payments'>): string =>
  payments.map(({ method, amount }) => `${method} ${amount}`).join(', ');
const codes = ({ issues }: DecidedDocument) => issues.map(({ path, code }) => `${path} ${code}`);

describe('a corrective that does not say how it gives back', () => {
  test('gives back in proportion, and the last one what is left of each method', () => {
    const { add } = chainOf([
      ['BANKNOTE', 1000],
      ['CARD', 2000],
    ]);
    expect(add(-100)).toBe('BANKNOTE -0.33, CARD -0.67');
    expect(add(-100)).toBe('BANKNOTE -0.33, CARD -0.67');
    expect(add(-2800)).toBe('BANKNOTE -9.34, CARD -18.66');
  });

  test.each<[string, Paid, number, string]>([
    [
      'the largest remainder gets the cent',
      [
        ['BANKNOTE', 100],
        ['CARD', 200],
      ],
      -2,
      'BANKNOTE -0.01, CARD -0.01',
    ],
    [
      "equal remainders are served in the original's order",
      [
        ['CARD', 50],
        ['BANKNOTE', 50],
      ],
      -1,
      'CARD -0.01',
    ],
    [
      'a share of nothing is left out',
      [
        ['BANKNOTE', 9999],
        ['CARD', 1],
      ],
      -10,
      'BANKNOTE -0.10',
    ],
    [
      'equal methods of the original are one',
      [
        ['BANKNOTE', 500],
        ['BANKNOTE', 500],
        ['CARD', 1000],
      ],
      -200,
      'BANKNOTE -1.00, CARD -1.00',
    ],
    ['of one method alone all is by it', [['CARD', 300]], -100, 'CARD -1.00'],
    [
      'a cash method gets a cent, as the type that is registered asks for',
      [
        ['BUSINESSCARD', 10_000],
        ['BANKNOTE', 5],
      ],
      -10,
      'BUSINESSCARD -0.09, BANKNOTE -0.01',
    ],
    [
      'a cash method keeps a cent for the next one',
      [
        ['BUSINESSCARD', 10_000],
        ['BANKNOTE', 2],
      ],
      -9900,
      'BUSINESSCARD -98.99, BANKNOTE -0.01',
    ],
  ])('%s', (_case, paid, cents, expected) => {
    expect(said(chainOf(paid).decide(cents))).toBe(expected);
  });

  test('gives the share of an advance back to the same IIC', () => {
    const { decide } = chainOf([
      ['BANKNOTE', 500],
      ['ADVANCE', 500],
    ]);
    expect(decide(-200).payments).toEqual([
      { method: 'BANKNOTE', amount: '-1.00', advanceIic: null },
      { method: 'ADVANCE', amount: '-1.00', advanceIic: IIC },
    ]);
    expect(
      decide(-200, [
        ['BANKNOTE', -100],
        ['ADVANCE', -100],
      ]).payments[1]?.advanceIic,
    ).toBe(IIC);
    expect(decide(-200).warnings).toEqual([]);
  });

  test('of a corrective gives back what that one took (FS 5.5)', () => {
    const { add } = chainOf([
      ['BANKNOTE', 1000],
      ['CARD', 1000],
    ]);
    expect(add(-500, [['CARD', -500]])).toBe('CARD -5.00');
    expect(add(-300)).toBe('BANKNOTE -2.00, CARD -1.00');
    expect(add(500, null, '1')).toBe('CARD 5.00');
    expect(add(-1700)).toBe('BANKNOTE -8.00, CARD -9.00');
    expect(add(300, null, '2')).toBe('BANKNOTE 2.00, CARD 1.00');
  });

  test('raises the total by what the methods hold, or have held where all is given back', () => {
    const { add } = chainOf([
      ['BANKNOTE', 1000],
      ['CARD', 3000],
    ]);
    expect(add(4)).toBe('BANKNOTE 0.01, CARD 0.03');
    expect(add(-4004)).toBe('BANKNOTE -10.01, CARD -30.03');
    expect(add(4)).toBe('BANKNOTE 0.01, CARD 0.03');
  });

  test.each<[string, Paid, string]>([
    [
      'by its payment method',
      [
        ['CARD', 500],
        ['BUSINESSCARD', 500],
      ],
      'CARD 0.00',
    ],
    [
      'by cash where the original is registered as cash',
      [
        ['BUSINESSCARD', 500],
        ['CARD', 500],
      ],
      'CARD 0.00',
    ],
    [
      'by its payment method where nothing is cash',
      [
        ['ADVANCE', 500],
        ['BUSINESSCARD', 500],
      ],
      'ADVANCE 0.00',
    ],
  ])('comes to 0.00 %s', (_case, paid, expected) => {
    const { documents } = chainOf(paid);
    const [root] = documents;
    const items = [1, -1].map((sign) => ({
      ...root!.request.items[0]!,
      quantity: sign,
      unitPrice: sign,
    }));
    const request = { ...root!.request, payments: undefined, type: 'Corrective', items } as const;
    const decided = decideDocument(
      {
        request: JSON.parse(JSON.stringify(request)) as InvoiceRequest,
        originalId: '0',
        context: CONTEXT,
      },
      { ...NO_RELATIONS, documents },
      true,
    );
    expect([said(decided), decided.issues]).toEqual([expected, []]);
  });
});

describe('a corrective that says how it gives back', () => {
  const paid: Paid = [
    ['BANKNOTE', 500],
    ['BUSINESSCARD', 1500],
  ];

  test.each<[string, Paid, string[]]>([
    [
      'a method that did not pay',
      [
        ['BANKNOTE', -100],
        ['CARD', -100],
      ],
      ['payments[1].method PAYMENT_METHOD_NOT_ALLOWED'],
    ],
    [
      'no cash of what is registered as cash',
      [['BUSINESSCARD', -200]],
      ['payments PAYMENT_METHOD_NOT_ALLOWED'],
    ],
    [
      'more of a method than it holds',
      [
        ['BANKNOTE', -501],
        ['BUSINESSCARD', -100],
      ],
      ['payments MORE_THAN_PAID'],
    ],
    [
      'what the methods hold',
      [
        ['BANKNOTE', -500],
        ['BUSINESSCARD', -1500],
      ],
      [],
    ],
  ])('is judged by the methods of the root: %s', (_case, payments, expected) => {
    const cents = payments.reduce((sum, [, amount]) => sum + amount, 0);
    expect(codes(chainOf(paid).decide(cents, payments))).toEqual(expected);
  });

  test('MORE_THAN_PAID counts what others gave back, says what is left, and is else a warning', () => {
    const { add, decide } = chainOf(paid);
    add(-300, [['BANKNOTE', -300]]);
    const payments: Paid = [
      ['BANKNOTE', -201],
      ['BUSINESSCARD', -99],
    ];
    expect(decide(-300, payments).issues).toEqual([
      {
        code: 'MORE_THAN_PAID',
        path: 'payments',
        message: 'The corrective gives back 2.01 by BANKNOTE, of which 2.00 is left.',
        left: 2,
      },
    ]);
    const lenient = decide(-300, payments, '0', false);
    expect([lenient.issues, lenient.warnings]).toEqual([
      [],
      ['The corrective gives back 2.01 by BANKNOTE, of which 2.00 is left'],
    ]);
  });

  test('more of the whole than is left is MORE_THAN_SOLD alone, as for one method', () => {
    for (const parts of [[['BANKNOTE', 500]], paid] as Paid[]) {
      const { decide } = chainOf(parts);
      expect(decide(-2001).issues.map(({ code }) => code)).toEqual(['MORE_THAN_SOLD']);
    }
  });

  test('keeps equal methods apart', () => {
    const { decide } = chainOf([['BANKNOTE', 500]]);
    const { computed } = decide(-300, [
      ['BANKNOTE', -100],
      ['BANKNOTE', -200],
    ]);
    expect(computed.payments).toHaveLength(2);
  });
});

test('amounts that are the same with other payments are CORRECTIVE_OUTDATED with these', () => {
  const { add, decide } = chainOf([
    ['BANKNOTE', 1000],
    ['CARD', 3000],
  ]);
  const accepted = decide(-400).computed;
  add(-1000, [['CARD', -1000]]);
  const changed = outdated(accepted, decide(-400).computed);
  expect(changed?.message).toContain(
    '(BANKNOTE -1.33, CARD -2.67 instead of BANKNOTE -1.00, CARD -3.00)',
  );
  expect(changed).toMatchObject({
    code: 'CORRECTIVE_OUTDATED',
    totals: { total: -4 },
    payments: [
      { method: 'BANKNOTE', amount: -1.33 },
      { method: 'CARD', amount: -2.67 },
    ],
  });
  expect(outdated(accepted, accepted)).toBeNull();
});

describe('the type that is registered', () => {
  test.each<[InvoiceRequest['typeOfInvoice'], Paid, number]>([
    ['Cash', [['BUSINESSCARD', 500]], 1],
    ['Cash', [['ADVANCE', 500]], 1],
    [
      'Cash',
      [
        ['BUSINESSCARD', 500],
        ['ADVANCE', 500],
      ],
      1,
    ],
    [
      'Cash',
      [
        ['BUSINESSCARD', 500],
        ['BANKNOTE', 500],
      ],
      0,
    ],
    ['Cash', [['CARD', 500]], 0],
    [
      'NonCash',
      [
        ['BUSINESSCARD', 500],
        ['ACCOUNT', 500],
      ],
      0,
    ],
  ])('of %s paid by %j is said where it is another', (typeOfInvoice, paid, count) => {
    const { documents } = chainOf(paid, { typeOfInvoice });
    const sent = { request: documents[0]!.request, originalId: null, context: CONTEXT };
    const { warnings } = decideDocument(sent, NO_RELATIONS, true);
    expect(
      warnings.filter((text) => text.includes('registered and printed as NonCash')),
    ).toHaveLength(count);
  });
});
