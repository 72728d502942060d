// Extensions §2: an invoice that several methods pay, and how its correctives give back.

import { randomUUID } from 'node:crypto';
import { createFiscalClient } from '@fiscal/client';
import { inParallel } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { correctiveOf } from './corrective-items.ts';
import { testAccepted, testNothingFound, testRefused } from './rows.ts';
import type { AcceptedRow, RefusedRow } from './rows.ts';
import { openShop, startOtherApi } from './shop.ts';

const service = await startService();
const elsewhere = await startOtherApi(service);
const shop = await openShop(service);
const strict = await openShop(service, { strictCorrectives: true });
const foreign = await openShop(service);

const IIC = '0123456789ABCDEF0123456789ABCDEF';
type Parts = [method: string, amount: number][];
const partsOf = (parts: Parts) => parts.map(([method, amount]) => ({ method, amount }));
const recorded = (parts: Parts, iic: unknown = null) =>
  parts.map(([method, amount]) => ({
    method,
    amount,
    advancePaymentIic: method === 'ADVANCE' ? iic : null,
  }));

/** As many at 1 €, outside any rounding, paid in such parts. */
const item = (quantity: number) => ({
  name: 'Kafa',
  unitPrice: Math.sign(quantity),
  quantity,
  vat: { rate: 0 },
});
const saleOf = (parts: Parts, change: object = {}) =>
  cashInvoice({
    items: [item(parts.reduce((sum, [, amount]) => sum + amount, 0))],
    paymentMethod: parts[0]?.[0],
    payments: partsOf(parts),
    ...change,
  });
const back = (original: Body, quantity: number, parts: Parts | null = null) => ({
  ...correctiveOf(original, [item(-quantity)]),
  ...(parts && { payments: partsOf(parts) }),
});
const payMethodsIn = async (id: unknown): Promise<string[]> => {
  const [{ request }] = (await service.submissionsOf(id as string)) as [Body];
  return (request as string).match(/<PayMethod [^>]*>|TypeOfInv="[A-Z]+"/g) ?? [];
};

// The sound invoice comes to 9.66.
const CLAUSE = 'Extensions §2';
const paid = (parts: Parts, change: object = {}) => ({ payments: partsOf(parts), ...change });
const ACCEPTED: AcceptedRow[] = [
  {
    clause: `${CLAUSE}: the record always has payments`,
    change: {},
    record: { payments: recorded([['BANKNOTE', 9.66]]) },
  },
  {
    clause: `${CLAUSE}: several methods`,
    change: paid([
      ['BANKNOTE', 5],
      ['CARD', 4.66],
    ]),
    record: {
      payments: recorded([
        ['BANKNOTE', 5],
        ['CARD', 4.66],
      ]),
    },
  },
  {
    clause: `${CLAUSE}: equal methods are kept apart in the record`,
    change: paid([
      ['BANKNOTE', 5],
      ['BANKNOTE', 4.66],
    ]),
    record: {
      payments: recorded([
        ['BANKNOTE', 5],
        ['BANKNOTE', 4.66],
      ]),
    },
  },
  {
    clause: `${CLAUSE}: an advance named at the payment fills both fields, an unknown one warns`,
    change: {
      payments: [
        ...partsOf([['BANKNOTE', 5]]),
        { method: 'ADVANCE', amount: 4.66, advancePaymentIic: IIC },
      ],
    },
    record: {
      advancePaymentIic: IIC,
      payments: recorded(
        [
          ['BANKNOTE', 5],
          ['ADVANCE', 4.66],
        ],
        IIC,
      ),
      warnings: [
        'advancePaymentIic names no invoice of this company here, so that what is left of the advance is not known',
      ],
    },
  },
  {
    clause: `${CLAUSE}: a total of 0.00 has one payment of 0.00`,
    change: { items: [{ ...item(1), unitPrice: 0 }] },
    record: { payments: recorded([['BANKNOTE', 0]]) },
  },
];

const PAYMENTS = 'payments';
const refused = (
  what: string,
  payments: unknown,
  path: string,
  code: string,
  change = {},
): RefusedRow => ({
  clause: `${CLAUSE}: ${what}`,
  change: { payments, ...change },
  path,
  code,
});
const beside = (change: object) => [
  { method: 'BANKNOTE', amount: 5 },
  { method: 'CARD', amount: 4.66, ...change },
];
const REFUSED: RefusedRow[] = [
  refused('payments is a list', { method: 'CARD' }, PAYMENTS, 'FIELD_TYPE_INVALID'),
  refused('a payment is an object', ['CARD'], 'payments[0]', 'FIELD_TYPE_INVALID'),
  refused('a method is required', [{ amount: 9.66 }], 'payments[0].method', 'FIELD_REQUIRED'),
  refused('an amount is required', [{ method: 'CARD' }], 'payments[0].amount', 'FIELD_REQUIRED'),
  refused(
    'an amount is a number',
    beside({ amount: '466e-2' }),
    'payments[1].amount',
    'FIELD_TYPE_INVALID',
  ),
  refused(
    'an IIC is a text',
    beside({ method: 'ADVANCE', advancePaymentIic: 1 }),
    'payments[1].advancePaymentIic',
    'FIELD_TYPE_INVALID',
  ),
  refused('none', [], PAYMENTS, 'PAYMENTS_COUNT'),
  refused('eleven', Array(11).fill({ method: 'CARD', amount: 1 }), PAYMENTS, 'PAYMENTS_COUNT'),
  {
    ...refused('a cent less', beside({ amount: 4.65 }), PAYMENTS, 'PAYMENTS_DO_NOT_ADD_UP'),
    message: 'payments add up to 9.65, and the total is 9.66.',
  },
  refused('0', beside({ amount: 0 }), 'payments[1].amount', 'AMOUNT_ZERO'),
  refused('change', beside({ amount: -0.34 }), 'payments[1].amount', 'NEGATIVE_NOT_ALLOWED'),
  refused(
    'an exponent below a cent',
    beside({ amount: 466e-9 }),
    'payments[1].amount',
    'TOO_MANY_DECIMALS',
  ),
  refused(
    'an exponent above all amounts',
    beside({ amount: 1e10 }),
    'payments[1].amount',
    'AMOUNT_TOO_LARGE',
  ),
  refused(
    'a method in the wrong case',
    beside({ method: 'card' }),
    'payments[1].method',
    'PAYMENT_METHOD_NOT_ALLOWED',
  ),
  ...['COMPANY', 'SVOUCHER', 'ACCOUNT'].map((method) =>
    refused(
      `${method} beside cash`,
      beside({ method }),
      'payments[1].method',
      'PAYMENT_METHOD_NOT_ALLOWED',
    ),
  ),
  refused('paymentMethod is one of them', beside({}), 'paymentMethod', 'PAYMENT_METHOD_NOT_PAID', {
    paymentMethod: 'OTHER-CASH',
  }),
  refused(
    'an advance without its IIC',
    beside({ method: 'ADVANCE' }),
    'advancePaymentIic',
    'ADVANCE_PAYMENT_IIC_REQUIRED',
  ),
  refused(
    'two IICs of one advance',
    beside({ method: 'ADVANCE', advancePaymentIic: 'A'.repeat(32) }),
    'payments[1].advancePaymentIic',
    'ADVANCE_IIC_MISMATCH',
    { advancePaymentIic: IIC },
  ),
  refused(
    'the same IIC twice',
    [4.66, 5].map((amount) => ({ method: 'ADVANCE', amount, advancePaymentIic: IIC })),
    PAYMENTS,
    'ADVANCE_REPEATED',
    { paymentMethod: 'ADVANCE' },
  ),
];

describe('what a request may say', () => {
  testAccepted(ACCEPTED, shop.test);
  testRefused(REFUSED, shop.test);

  test('of a longer list no element is looked at, as of too many items', async () => {
    const { body } = await shop.test.draft(cashInvoice({ payments: Array(1000).fill(7) }));
    expect((body as Body).details).toMatchObject([{ code: 'PAYMENTS_COUNT', path: 'payments' }]);
    expect((body as Body).details).toHaveLength(1);
  });

  test('ORDER stands alone', async () => {
    const payments = partsOf([
      ['ORDER', 5],
      ['ACCOUNT', 4.66],
    ]);
    const { body } = await shop.test.draft(nonCashInvoice({ paymentMethod: 'ORDER', payments }));
    expect(body).toMatchObject({ code: 'ORDER_NOT_ALONE', details: [{ path: 'payments' }] });
  });

  test('all problems are reported at once, with both sums, and nothing is stored', async () => {
    const note = randomUUID();
    const payments = [
      ...partsOf([
        ['card', 4],
        ['BANKNOTE', 5.001],
      ]),
      7,
    ];
    const { status, body } = await shop.test.draft(
      cashInvoice({ note, payments, paymentMethod: 'CARD', orderNumber: -1 }),
    );
    expect([
      status,
      (body.details as Body[]).map(({ path, code }) => `${String(path)} ${String(code)}`),
    ]).toEqual([
      400,
      [
        'payments[2] FIELD_TYPE_INVALID',
        'orderNumber ORDER_NUMBER_OUT_OF_RANGE',
        'payments[0].method PAYMENT_METHOD_NOT_ALLOWED',
        'payments[1].amount TOO_MANY_DECIMALS',
      ],
    ]);
    const sums = await shop.test.draft(
      cashInvoice({ note, payments: beside({ amount: 1, method: 'cash' }) }),
    );
    expect((sums.body as Body).details).toMatchObject([
      { code: 'PAYMENT_METHOD_NOT_ALLOWED' },
      { code: 'PAYMENTS_DO_NOT_ADD_UP', sums: { payments: 6, total: 9.66 } },
    ]);
    expect(await service.query('select id from invoice where note = $1', [note])).toEqual([]);
  });
});

describe('an invoice that several methods pay', () => {
  test('is CASH where one is cash, and has each method once in its message', async () => {
    const parts: Parts = [
      ['BANKNOTE', 20],
      ['CARD', 15],
      ['BANKNOTE', 5],
    ];
    const sale = await shop.test.fiscalized(saleOf(parts));
    expect(sale.payments).toEqual(recorded(parts));
    expect(await payMethodsIn(sale.id)).toEqual([
      'TypeOfInv="CASH"',
      '<PayMethod Amt="25.00" Type="BANKNOTE">',
      '<PayMethod Amt="15.00" Type="CARD">',
    ]);
  });

  test('is delivered later with the same bytes, but for the header', async () => {
    await service.script({ type: 'drop' });
    const { body } = await shop.test.createAndPrint(
      saleOf([
        ['BANKNOTE', 2],
        ['CARD', 1],
      ]),
    );
    expect((body as Body).status).toBe('Offline');
    await service.deliverNow();
    await shop.test.until((body as Body).id as string, 'Fiscalized');
    const sent = await service.submissionsOf((body as Body).id as string);
    const [first, later] = sent.map(
      ({ request }) => /<Invoice .*<\/Invoice>/s.exec(request as string)?.[0],
    );
    expect([sent.length, later]).toEqual([2, first]);
  });

  test('is the same call again only with the same payments (extensions §9)', async () => {
    const externalId = randomUUID();
    const parts: Parts = [
      ['BANKNOTE', 2],
      ['CARD', 1],
    ];
    const first = (await shop.test.createAndPrint(saleOf(parts, { externalId }))).body as Body;
    const again = (await shop.test.createAndPrint(saleOf(parts, { externalId }))).body as Body;
    expect([first.status, again.id]).toEqual(['Fiscalized', first.id]);
    const other = await shop.test.createAndPrint(
      saleOf(
        [
          ['BANKNOTE', 1],
          ['CARD', 2],
        ],
        { externalId },
      ),
    );
    expect([other.status, (other.body as Body).differs]).toEqual([
      409,
      ['payments[0].amount', 'payments[1].amount'],
    ]);
  });

  test('is sent and read by the shipped client', async () => {
    const baseUrl = service.stack.apiUrl;
    const client = createFiscalClient({ baseUrl, apiKey: shop.test.key });
    const sold = await client.issueInvoice({
      externalId: randomUUID(),
      type: 'Invoice',
      orderNumber: 0,
      typeOfInvoice: 'Cash',
      paymentMethod: 'CARD',
      paymentDeadline: '2026-11-26T12:00:00Z',
      items: [{ name: 'Kafa', unitPrice: 3, quantity: 1, vat: { rate: 0 } }],
      payments: [
        { method: 'BANKNOTE', amount: 1 },
        { method: 'CARD', amount: 2 },
      ],
    });
    expect([sold.status, sold.payments.map(({ amount }) => amount)]).toEqual([
      'Fiscalized',
      [1, 2],
    ]);
  });

  test('says in a dry run how it would be paid', async () => {
    const parts: Parts = [
      ['BANKNOTE', 2],
      ['CARD', 1],
    ];
    const path = '/api/invoices/draft?dryRun=true';
    expect((await shop.test.post(path, saleOf(parts))).body).toMatchObject({
      payments: recorded(parts),
    });
  });
});

/** What the methods hold after the documents in force, from their messages' point of view. */
async function heldOf(caller: typeof shop.test, ids: unknown[]): Promise<Record<string, number>> {
  const held: Record<string, number> = {};
  for (const id of ids) {
    for (const { method, amount } of (await caller.read(id as string)).payments as Body[]) {
      const cents = Math.round(100 * (amount as number));
      held[method as string] = (held[method as string] ?? 0) + cents;
    }
  }
  return held;
}

describe('a corrective of it', () => {
  test('gives back in proportion, and the last one what is left of each', async () => {
    const sale = await strict.test.fiscalized(
      saleOf([
        ['BANKNOTE', 10],
        ['CARD', 20],
      ]),
    );
    const part = await strict.test.fiscalized(back(sale, 1));
    expect(part.payments).toEqual(
      recorded([
        ['BANKNOTE', -0.33],
        ['CARD', -0.67],
      ]),
    );
    expect(await payMethodsIn(part.id)).toEqual([
      'TypeOfInv="CASH"',
      '<PayMethod Amt="-0.33" Type="BANKNOTE">',
      '<PayMethod Amt="-0.67" Type="CARD">',
    ]);
    const items = { items: [{ index: 0, quantity: 7 }] };
    const returned = await strict.test.post(`/api/invoices/${String(sale.id)}/return`, items);
    const path = `/api/invoices/${String(sale.id)}/cancel`;
    const dryRun = (await strict.test.post(`${path}?dryRun=true`, {})).body as Body;
    const last = (await strict.test.post(path, {})).body as Body;
    expect([last.status, last.payments]).toEqual(['Fiscalized', dryRun.payments]);
    const ids = [sale, part, returned.body as Body, last].map(({ id }) => id);
    expect(await heldOf(strict.test, ids)).toEqual({ BANKNOTE: 0, CARD: 0 });
  });

  test('gives back what it says, by methods of the original', async () => {
    const sale = await strict.test.fiscalized(
      saleOf([
        ['CARD', 20],
        ['BUSINESSCARD', 5],
      ]),
    );
    const refusals = async (quantity: number, parts: Parts) =>
      ((await strict.test.draft(back(sale, quantity, parts))).body as Body).details;
    expect(
      await refusals(3, [
        ['CARD', -1],
        ['BANKNOTE', -2],
      ]),
    ).toMatchObject([{ code: 'PAYMENT_METHOD_NOT_ALLOWED', path: 'payments[1].method' }]);
    expect(await refusals(3, [['BUSINESSCARD', -3]])).toMatchObject([
      { code: 'PAYMENT_METHOD_NOT_ALLOWED', path: 'payments' },
    ]);
    expect(await refusals(3, [['CARD', -2.99]])).toMatchObject([
      { code: 'PAYMENTS_DO_NOT_ADD_UP', sums: { payments: -2.99, total: -3 } },
    ]);
    expect(
      await refusals(3, [
        ['CARD', -4],
        ['BUSINESSCARD', 1],
      ]),
    ).toMatchObject([{ code: 'SIGN_MISMATCH', path: 'payments[1].amount' }]);
    expect(
      await refusals(7, [
        ['CARD', -1],
        ['BUSINESSCARD', -6],
      ]),
    ).toMatchObject([{ code: 'MORE_THAN_PAID', path: 'payments', left: 5 }]);
    const given = await strict.test.fiscalized(back(sale, 3, [['CARD', -3]]));
    expect(given.payments).toEqual(recorded([['CARD', -3]]));
    // What it took is given back to the same method (FS 5.5).
    const reversed = await strict.test.post(`/api/invoices/${String(given.id)}/cancel`, {});
    expect((reversed.body as Body).payments).toEqual(recorded([['CARD', 3]]));
  });

  test('MORE_THAN_PAID is a warning where the company is not strict', async () => {
    const sale = await shop.test.fiscalized(
      saleOf([
        ['CARD', 20],
        ['BUSINESSCARD', 5],
      ]),
    );
    const parts: Parts = [
      ['CARD', -1],
      ['BUSINESSCARD', -6],
    ];
    expect(((await shop.test.draft(back(sale, 7, parts))).body as Body).warnings).toEqual([
      'The corrective gives back 6.00 by BUSINESSCARD, of which 5.00 is left',
    ]);
  });

  test('is CORRECTIVE_OUTDATED where another one has changed what the methods hold', async () => {
    const sale = await shop.test.fiscalized(
      saleOf([
        ['BANKNOTE', 10],
        ['CARD', 30],
      ]),
    );
    const draft = await shop.test.store(back(sale, 4));
    await shop.test.fiscalized(back(sale, 10, [['CARD', -10]]));
    const { status, body } = await shop.test.fiscalize(draft);
    expect([status, (body as Body).details]).toMatchObject([
      400,
      [
        {
          code: 'CORRECTIVE_OUTDATED',
          totals: { total: -4 },
          payments: [
            { method: 'BANKNOTE', amount: -1.33 },
            { method: 'CARD', amount: -2.67 },
          ],
        },
      ],
    ]);
    expect((await shop.test.read(draft)).payments).toEqual(
      recorded([
        ['BANKNOTE', -1],
        ['CARD', -3],
      ]),
    );
  });

  test('at once with others, over two APIs: no method gives back more than it holds', async () => {
    const sale = await strict.test.fiscalized(
      saleOf([
        ['BANKNOTE', 10],
        ['CARD', 90],
      ]),
    );
    const callers = [strict.test, elsewhere(strict.test.key)];
    const corrective = back(sale, 4, [
      ['BANKNOTE', -3],
      ['CARD', -1],
    ]);
    const drafts = await inParallel(Array(8), 8, () => strict.test.store(corrective));
    const results = await inParallel(Array(16).keys(), 8, async (index) => {
      const caller = callers[index % 2]!;
      const draft = drafts[index];
      return draft ? caller.fiscalize(draft) : caller.createAndPrint(corrective);
    });
    const done = results.filter(({ status }) => status === 200 || status === 201);
    const ids = [sale, ...done.map(({ body }) => body as Body)].map(({ id }) => id);
    expect([done.length, await heldOf(strict.test, ids)]).toEqual([
      3,
      { BANKNOTE: 100, CARD: 8700 },
    ]);
    const codes = new Set(
      results.filter((result) => !done.includes(result)).map(({ body }) => (body as Body).code),
    );
    expect([...codes]).toEqual(['MORE_THAN_PAID']);
  });
});

describe('an advance that pays a part', () => {
  const advanceOf = (caller: typeof shop.test, amount: number) =>
    caller.fiscalized(saleOf([['BANKNOTE', amount]], { type: 'Advance' }));
  const partly = (iic: unknown, parts: Parts) => saleOf(parts, { advancePaymentIic: iic });

  test('is used by the part alone, and gets its share back', async () => {
    const advance = await advanceOf(strict.test, 100);
    const sale = await strict.test.fiscalized(
      partly(advance.iic, [
        ['BANKNOTE', 20],
        ['ADVANCE', 40],
      ]),
    );
    const balance = async () => (await strict.test.read(advance.id as string)).advance as Body;
    expect(await balance()).toMatchObject({
      paid: 100,
      used: 40,
      left: 60,
      invoices: [{ amount: 40 }],
    });
    const part = await strict.test.fiscalized(back(sale, 6));
    expect(part.advancePaymentIic).toBe(advance.iic);
    expect(await payMethodsIn(part.id)).toEqual([
      'TypeOfInv="CASH"',
      '<PayMethod Amt="-2.00" Type="BANKNOTE">',
      `<PayMethod AdvIIC="${String(advance.iic)}" Amt="-4.00" Type="ADVANCE">`,
    ]);
    expect(await balance()).toMatchObject({ used: 36, left: 64, invoices: [{ amount: 36 }] });
    await strict.test.fiscalized(back(sale, 5, [['BANKNOTE', -5]]));
    expect(await balance()).toMatchObject({ used: 36, left: 64 });
    const corrected = await strict.test.fiscalized(back(advance, 100 - 36));
    const [{ request }] = (await service.submissionsOf(corrected.id as string)) as [Body];
    expect((request as string).match(/<IICRef [^>]*>/g)).toEqual([
      `<IICRef Amount="36.00" IIC="${String(sale.iic)}" IssueDateTime="${String(sale.fiscalizedAt)}">`,
    ]);
  });

  test('is exceeded by the part, not by the total; NOT_AN_ADVANCE and another company are as ever', async () => {
    const advance = await advanceOf(strict.test, 10);
    const refusalOf = async (parts: Parts, iic: unknown = advance.iic) =>
      (await strict.test.draft(partly(iic, parts))).body as Body;
    expect(
      await refusalOf([
        ['BANKNOTE', 50],
        ['ADVANCE', 11],
      ]),
    ).toMatchObject({
      code: 'ADVANCE_EXCEEDED',
      details: [{ left: 10 }],
    });
    expect(
      await refusalOf([
        ['BANKNOTE', 50],
        ['ADVANCE', 10],
      ]),
    ).toMatchObject({ status: 'Draft', warnings: [] });
    const sale = await strict.test.fiscalized(saleOf([['BANKNOTE', 1]]));
    expect(
      (
        await refusalOf(
          [
            ['BANKNOTE', 5],
            ['ADVANCE', 1],
          ],
          sale.iic,
        )
      ).code,
    ).toBe('NOT_AN_ADVANCE');
    const theirs = await advanceOf(foreign.test, 10);
    expect(
      (
        await refusalOf(
          [
            ['BANKNOTE', 5],
            ['ADVANCE', 1],
          ],
          theirs.iic,
        )
      ).warnings,
    ).toEqual([expect.stringContaining('advancePaymentIic names no invoice of this company here')]);
  });

  test('is taken from again by what reverses a corrective, though that names no IIC', async () => {
    const advance = await advanceOf(strict.test, 10);
    const mixed = partly(advance.iic, [
      ['BANKNOTE', 1],
      ['ADVANCE', 10],
    ]);
    const given = await strict.test.fiscalized(back(await strict.test.fiscalized(mixed), 11));
    await strict.test.fiscalized(mixed);
    const reversal = await strict.test.post(`/api/invoices/${String(given.id)}/cancel`, {});
    expect([reversal.status, reversal.body]).toMatchObject([
      400,
      { code: 'ADVANCE_EXCEEDED', details: [{ left: 0 }] },
    ]);
  });

  test('at once with others, over two APIs: no more than it has', async () => {
    const advance = await advanceOf(strict.test, 10);
    const callers = [strict.test, elsewhere(strict.test.key)];
    const sale = partly(advance.iic, [
      ['BANKNOTE', 1],
      ['ADVANCE', 3],
    ]);
    const drafts = await inParallel(Array(6), 6, () => strict.test.store(sale));
    const results = await inParallel(Array(12).keys(), 6, async (index) => {
      const caller = callers[index % 2]!;
      const draft = drafts[index];
      return draft ? caller.fiscalize(draft) : caller.createAndPrint(sale);
    });
    expect(results.filter(({ status }) => status === 200 || status === 201)).toHaveLength(3);
    expect((await strict.test.read(advance.id as string)).advance).toMatchObject({
      used: 9,
      left: 1,
    });
  });
});

testNothingFound(service);
