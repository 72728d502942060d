// Extensions §11: cancel and return in one call. What they register is what the caller could have
// sent, by the same rules, and what is left is decided where nothing else can change it.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import type { Caller } from '../service/caller.ts';
import { correctiveOf, kafa, sir, takenBack } from './corrective-items.ts';
import { expectRefusal, testNothingFound } from './rows.ts';
import { addRegister, openShop, startOtherApi } from './shop.ts';
import type { Shop } from './shop.ts';

const service = await startService();
const elsewhere = await startOtherApi(service);
const shop = await openShop(service);
const gross = await openShop(service, { pricesIncludeVat: true });
const strict = await openShop(service, { strictCorrectives: true });
afterEach(() => service.resetAuthority());

const cancel = (caller: Caller, { id }: Body, body?: object) =>
  caller.post(`/api/invoices/${id}/cancel`, body);
const giveBack = (caller: Caller, { id }: Body, items: object[], change: object = {}) =>
  caller.post(`/api/invoices/${id}/return`, { items, ...change });

/** The record of what was taken back at once. */
async function taken(call: ReturnType<typeof cancel>): Promise<Body> {
  const { status, body, text } = await call;
  if (status !== 201 || body.status !== 'Fiscalized') throw new Error(`not taken back: ${text}`);
  return body as Body;
}

/** The message of an invoice, without what is its own: times, numbers, codes and signatures. */
async function messageOf({ id }: Body, original: Body): Promise<string> {
  const [{ request } = {}] = await service.submissionsOf(id as string);
  const named = `IICRef="${original.iic}" IssueDateTime="${original.fiscalizedAt}"`;
  expect(request).toContain(named);
  return String(request)
    .replace(named, '')
    .replaceAll(
      /(UUID|SendDateTime|IssueDateTime|IIC|IICSignature|InvNum|InvOrdNum)="[^"]*"/g,
      '$1=""',
    )
    .replace(/<Signature .*<\/Signature>/s, '');
}

/** A record without what is its own. */
function recordOf(record: Body, original: Body): object {
  const { correctable, ...rest } = record;
  const items = correctable.items as Body[];
  const own = { id: '', iic: '', fic: '', invoiceNumber: '', orderNumber: 0, fiscalizedAt: '' };
  const times = { createdAt: '', updatedAt: '', verificationUrl: '', paymentDeadline: '' };
  return {
    ...rest,
    ...own,
    ...times,
    original: { id: record.original.id === original.iic },
    correctable: { ...correctable, items: items.map(({ index, quantity }) => [index, quantity]) },
  };
}

/** Two equal sales: one is cancelled as the guide does it by hand, one in a call. */
async function expectEqual(
  of: Shop,
  sale: object,
  prepare = (record: Body) => Promise.resolve(record),
) {
  const [byHand, inOneCall] = [
    await prepare(await of.test.fiscalized(sale)),
    await prepare(await of.test.fiscalized(sale)),
  ];
  const paymentDeadline = new Date().toISOString();
  const expected = await of.test.fiscalized({ ...cancellationOf(byHand), paymentDeadline });
  const corrective = await taken(cancel(of.test, inOneCall));
  expect(recordOf(corrective, inOneCall)).toEqual(recordOf(expected, byHand));
  expect(await messageOf(corrective, inOneCall)).toBe(await messageOf(expected, byHand));
  expect(corrective.totals.total).toBe(inOneCall.totals.total === 0 ? 0 : -inOneCall.totals.total);
  expect(corrective.note).toBeNull();
  return corrective;
}

const rebated = {
  ...kafa,
  unitPrice: 3.3333,
  quantity: 1.117,
  rebatePercentage: 7.77,
  rebateReducingBase: false,
};
const free = { ...kafa, name: 'Voda', code: 'V', unitPrice: 0 };

describe('cancel equals, attribute by attribute, the corrective that the guide builds by hand', () => {
  test.each([
    ['of a cash sale', shop, cashInvoice()],
    ['of a sale to a company', shop, nonCashInvoice()],
    [
      'with rebates, a free line and a discount',
      shop,
      cashInvoice({ items: [rebated, free, sir], discountAmount: 0.77 }),
    ],
    ['with equal lines', shop, cashInvoice({ items: [kafa, sir, kafa] })],
    [
      'where prices include VAT',
      gross,
      nonCashInvoice({ items: [rebated, sir], discountAmount: 1.5 }),
    ],
    ['of an advance', shop, nonCashInvoice({ type: 'Advance' })],
  ])('%s', async (_case, of, sale) => {
    await expectEqual(of, sale);
  });

  test('of a sale that is paid by an advance', async () => {
    const advance = await shop.test.fiscalized(nonCashInvoice({ type: 'Advance' }));
    const payment = { paymentMethod: 'ADVANCE', advancePaymentIic: advance.iic };
    const sale = await shop.test.fiscalized(nonCashInvoice({ items: [sir], ...payment }));
    const corrective = await taken(cancel(shop.test, sale));
    expect(corrective).toMatchObject({ ...payment, warnings: [] });
    expect((await shop.test.read(advance.id as string)).advance).toMatchObject({ used: 0 });
  });

  test('of an advance that has paid something, with its IICRefs', async () => {
    const advance = await shop.test.fiscalized(nonCashInvoice({ type: 'Advance' }));
    const payment = { paymentMethod: 'ADVANCE', advancePaymentIic: advance.iic };
    const sale = await shop.test.fiscalized(nonCashInvoice({ items: [kafa], ...payment }));
    const corrective = await taken(cancel(shop.test, advance));
    const [{ request } = {}] = await service.submissionsOf(corrective.id as string);
    expect(String(request).match(/<IICRef [^>]*>/g)).toEqual([
      `<IICRef Amount="4.84" IIC="${sale.iic}" IssueDateTime="${sale.fiscalizedAt}">`,
    ]);
  });

  test('of a corrective, which is its full reversal', async () => {
    const correct = async (record: Body) =>
      shop.test.fiscalized(correctiveOf(record, [takenBack(kafa, 1), { ...sir, unitPrice: 9 }]));
    const corrective = await expectEqual(shop, nonCashInvoice({ items: [kafa, sir] }), correct);
    expect(corrective.correctable.total).toBe(15.54);
  });

  test('says of itself what the call says, and nothing else', async () => {
    const sale = await shop.test.fiscalized(nonCashInvoice({ operatorName: 'Ana' }));
    const said = { note: 'Pogrešan sto', operatorName: 'Marko' };
    expect(await taken(cancel(shop.test, sale, said))).toMatchObject({ ...said, warnings: [] });
    const again = await shop.test.fiscalized(nonCashInvoice({ operatorName: 'Ana' }));
    const silent = { note: null, operatorName: null, externalId: null };
    expect(await taken(cancel(shop.test, again))).toMatchObject(silent);
  });
});

describe('cancel takes back everything that is left', () => {
  test('re-issued lines included, also at a rate that the original does not have', async () => {
    const sale = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
    const book = { name: 'Knjiga', unitPrice: 12.5, quantity: 1, vat: { rate: 0 } };
    await shop.test.fiscalized(correctiveOf(sale, [takenBack(kafa, 1.5), takenBack(sir), book]));
    const corrective = await taken(cancel(shop.test, sale));
    const items = corrective.invoiceData.items as Body[];
    expect(items.map(({ name, quantity, unitPrice }) => [name, quantity, unitPrice])).toEqual([
      ['Kafa', -0.5, -2],
      ['Knjiga', -1, -12.5],
    ]);
    expect(corrective.correctable).toEqual({ total: 0, items: [] });
  });

  test('with what is left of the discount', async () => {
    const sale = await strict.test.fiscalized(
      nonCashInvoice({ items: [kafa, sir], discountAmount: 1.4 }),
    );
    const part = { ...correctiveOf(sale, [takenBack(kafa, 1)]), discountAmount: 0.2 };
    await strict.test.fiscalized(part);
    const corrective = await taken(cancel(strict.test, sale));
    expect(corrective).toMatchObject({ discountAmount: 1.2, warnings: [] });
    expect(corrective.correctable.total).toBe(0);
  });

  test('of a corrective that was reversed in part: the rest of it', async () => {
    const sale = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
    const corrective = await shop.test.fiscalized(cancellationOf(sale));
    await shop.test.fiscalized(correctiveOf(corrective, [{ ...kafa, quantity: 1 }]));
    const reversal = await taken(cancel(shop.test, corrective));
    expect(reversal.totals.total).toBe(13.12);
    expect(reversal.correctable.total).toBe(sale.totals.total);
    expectRefusal(await cancel(shop.test, corrective), {
      path: 'original.id',
      code: 'ALREADY_CANCELLED',
    });
  });

  test('once: the second is ALREADY_CANCELLED, with the corrective that did it', async () => {
    const sale = await shop.test.fiscalized(cashInvoice());
    const { id } = await taken(cancel(shop.test, sale));
    const second = await cancel(shop.test, sale);
    expectRefusal(second, { path: 'original.id', code: 'ALREADY_CANCELLED' });
    expect(second.body.details).toMatchObject([{ correctives: [id] }]);
  });

  test('once, of many at once over two API processes; nothing is stored of the others', async () => {
    const sale = await shop.test.fiscalized(cashInvoice());
    const callers = [shop.test, elsewhere(shop.test.key)];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => cancel(callers[index % 2]!, sale)),
    );
    const codes = results.map(({ status, body }) => (status === 201 ? 201 : body.code));
    expect(codes.toSorted()).toEqual([201, ...Array(19).fill('ALREADY_CANCELLED')]);
    const stored = await service.query(`select id from invoice where original_id = $1`, [sale.id]);
    expect(stored).toHaveLength(1);
  });
});

test('a corrective of an original that another program has issued is reversed, too', async () => {
  const other = await openShop(service, { originalsFromElsewhere: true });
  const sale = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
  const corrective = await other.test.fiscalized(correctiveOf(sale, [takenBack(kafa, 1)]));
  expect((await taken(cancel(other.test, corrective))).totals.total).toBe(2.42);
});

describe('return takes back a part', () => {
  test('by index or by document and line, until nothing is left', async () => {
    const sale = await strict.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
    const first = await taken(giveBack(strict.test, sale, [{ index: 0, quantity: 1.5 }]));
    expect(first.totals.total).toBe(-3.63);
    const [left, all] = first.correctable.items as Body[];
    expect(left).toMatchObject({ index: 0, quantity: 0.5 });
    const { invoiceId, line } = all!;
    // An item of correctable may be sent as it is.
    const last = await taken(
      giveBack(strict.test, sale, [left!, { invoiceId, line, quantity: 1 }]),
    );
    expect(last.warnings).toEqual([]);
    expect(last.correctable).toEqual({ total: 0, items: [] });
    expectRefusal(await giveBack(strict.test, sale, [{ index: 0, quantity: 1 }]), {
      path: 'items[0]',
      code: 'NOTHING_LEFT',
    });
  });

  test('of what a corrective has re-issued', async () => {
    const sale = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
    const { id: invoiceId } = await shop.test.fiscalized(
      correctiveOf(sale, [takenBack(sir), { ...sir, unitPrice: 9 }]),
    );
    const back = await taken(giveBack(shop.test, sale, [{ invoiceId, line: 1, quantity: 1 }]));
    expect(back.totals.total).toBe(-9.63);
    expect(back.original.id).toBe(sale.iic);
  });

  test('with its share of the discount in cents; the last one takes the rest', async () => {
    const items = [
      { ...kafa, quantity: 3 },
      { ...sir, quantity: 2 },
    ];
    const sale = await strict.test.fiscalized(nonCashInvoice({ items, discountAmount: 1 }));
    const shares = [];
    const totals = [sale.totals.total];
    for (const [index, quantity] of [
      [0, 1],
      [1, 1],
      [0, 2],
      [1, 1],
    ] as const) {
      const back = await taken(giveBack(strict.test, sale, [{ index, quantity }]));
      expect(back.warnings).toEqual([]);
      shares.push(back.discountAmount);
      totals.push(back.totals.total);
    }
    // 2 and 10 of 26 without VAT; of the rest of Kafa 0.15 is left, of all 0.39.
    expect(shares).toEqual([0.08, 0.38, 0.15, 0.39]);
    expect(totals.reduce((sum, total) => sum + Math.round(100 * total), 0)).toBe(0);
  });

  test('of two at once over two API processes that together take more than is left: one', async () => {
    const sale = await shop.test.fiscalized(cashInvoice({ items: [kafa] }));
    const callers = [shop.test, elsewhere(shop.test.key)];
    const results = await Promise.all(
      callers.map((caller) => giveBack(caller, sale, [{ index: 0, quantity: 1.5 }])),
    );
    const codes = results.map(({ status, body }) => (status === 201 ? 201 : body.code));
    expect(codes.toSorted()).toEqual([201, 'MORE_THAN_SOLD']);
    expect((await shop.test.read(sale.id as string)).correctable.items).toMatchObject([
      { quantity: 0.5 },
    ]);
  });

  test('says everything that is wrong with it at once', async () => {
    const sale = await shop.test.fiscalized(cashInvoice({ items: [kafa, sir] }));
    const { status, body } = await giveBack(
      shop.test,
      sale,
      [
        { index: 0, quantity: 3 },
        { index: 1, quantity: 0 },
        { index: 0, quantity: 1 },
        { index: 7, quantity: 1.0001 },
        { invoiceId: randomUUID(), line: 0, quantity: 1 },
        { quantity: 1 },
        { index: 'x', quantity: 1 },
        { index: 0, invoiceId: sale.id, line: 1, quantity: 1 },
        {},
      ],
      { note: 'a\u0007b' },
    );
    expect(status).toBe(400);
    const details = body.details as Body[];
    expect(details.map(({ code, path }) => `${path} ${code}`)).toEqual([
      'items[6].index FIELD_TYPE_INVALID',
      'items[8].quantity FIELD_REQUIRED',
      'items[0].quantity MORE_THAN_SOLD',
      'items[1].quantity QUANTITY_NOT_POSITIVE',
      'items[2] LINE_REPEATED',
      'items[3].quantity TOO_MANY_DECIMALS',
      'items[3] NOTHING_LEFT',
      'items[4] NOTHING_LEFT',
      'items[5] NOTHING_LEFT',
      'items[7] NOTHING_LEFT',
      'note CONTROL_CHARACTER',
    ]);
    expect(details[2]?.left).toBe(2);
    const stored = await service.query(`select id from invoice where original_id = $1`, [sale.id]);
    expect(stored).toEqual([]);
  });

  test.each([
    ['nothing', [], 'items', 'ITEMS_REQUIRED'],
    ['too many lines', Array(1001).fill({ index: 0, quantity: 1 }), 'items', 'TOO_MANY_ITEMS'],
  ])('refuses %s', async (_case, items, path, code) => {
    const sale = await shop.test.fiscalized(cashInvoice());
    expectRefusal(await giveBack(shop.test, sale, items as object[]), { path, code });
  });

  test('of a corrective is refused (RETURN_OF_CORRECTIVE)', async () => {
    const sale = await shop.test.fiscalized(cashInvoice());
    const corrective = await taken(cancel(shop.test, sale));
    expectRefusal(await giveBack(shop.test, corrective, [{ index: 0, quantity: 1 }]), {
      path: '',
      code: 'RETURN_OF_CORRECTIVE',
    });
  });

  test.each([
    ['the sale', 1, null, -3.63],
    ['the corrective that re-issues', null, 1, -2.42],
  ])(
    'of lines of several documents is refused where there is a discount (RETURN_MIXED): of %s',
    async (_whose, ofSale, ofCorrective, total) => {
      const sale = await shop.test.fiscalized(
        nonCashInvoice({ items: [kafa, sir], discountAmount: ofSale }),
      );
      const { id: invoiceId } = await shop.test.fiscalized({
        ...correctiveOf(sale, [{ ...kafa, unitPrice: 3, quantity: 1 }]),
        discountAmount: ofCorrective,
      });
      const reissued = { invoiceId, line: 0, quantity: 1 };
      const mixed = [{ index: 0, quantity: 1 }, reissued];
      const refused = { path: 'items[1]', code: 'RETURN_MIXED' };
      expectRefusal(await giveBack(shop.test, sale, mixed), refused);
      const alone = await taken(giveBack(shop.test, sale, [reissued]));
      expect(alone).toMatchObject({ discountAmount: ofCorrective, totals: { total } });
    },
  );

  test('of lines of several documents goes in one call where there is no discount', async () => {
    const sale = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
    const { id: invoiceId } = await shop.test.fiscalized(
      correctiveOf(sale, [{ ...kafa, unitPrice: 3, quantity: 1 }]),
    );
    const mixed = [
      { index: 0, quantity: 1 },
      { invoiceId, line: 0, quantity: 1 },
    ];
    expect((await taken(giveBack(shop.test, sale, mixed))).totals.total).toBe(-6.05);
  });
});

describe('what cannot be taken back', () => {
  test('a draft, a failed and an offline invoice: ORIGINAL_NOT_FISCALIZED', async () => {
    const id = await shop.test.store();
    await service.script({ type: 'fault', code: 11, message: 'TCR is not valid' });
    const failed = await shop.test.createAndPrint();
    await service.script({ type: 'drop' });
    const offline = await shop.test.createAndPrint();
    expect(offline.body.status).toBe('Offline');
    for (const original of [id, failed.body.invoiceId, offline.body.id] as string[]) {
      for (const call of [
        cancel(shop.test, { id: original }),
        giveBack(shop.test, { id: original }, [{ index: 0, quantity: 1 }]),
      ]) {
        const refused = { path: 'original.id', code: 'ORIGINAL_NOT_FISCALIZED' };
        expectRefusal(await call, refused);
      }
    }
    await service.deliverNow();
    await shop.test.until(offline.body.id as string, 'Fiscalized');
    await taken(cancel(shop.test, offline.body as Body));
  });

  test('an unknown one, one of another company, and one of the other environment: 404', async () => {
    const sale = await shop.test.fiscalized();
    for (const [caller, id] of [
      [shop.test, randomUUID()],
      [strict.test, sale.id],
      [shop.live, sale.id],
    ] as const) {
      expect((await cancel(caller, { id })).status).toBe(404);
      expect((await giveBack(caller, { id }, [{ index: 0, quantity: 1 }])).status).toBe(404);
    }
  });

  test('a body that is no object, and one without items', async () => {
    const sale = await shop.test.fiscalized();
    expect((await cancel(shop.test, sale, [])).body.code).toBe('BODY_NOT_AN_OBJECT');
    expect((await shop.test.post(`/api/invoices/${sale.id}/return`)).status).toBe(400);
    expectRefusal(await shop.test.post(`/api/invoices/${sale.id}/return`, {}), {
      path: 'items',
      code: 'FIELD_REQUIRED',
    });
  });
});

describe('how it is issued', () => {
  test('live keys issue live correctives', async () => {
    const sale = await shop.live.fiscalized();
    expect(await taken(cancel(shop.live, sale))).toMatchObject({ environment: 'live' });
  });

  test('waits as long as Prefer says: 202, and the outcome is read', async () => {
    const [sale, other] = [await shop.test.fiscalized(), await shop.test.fiscalized()];
    let isOtherOver = false;
    const { pending, waiting } = await service.whileWorkerRests(async () => {
      const waiting = cancel(shop.test, other).then((response) => {
        isOtherOver = true;
        return response;
      });
      const pending = await cancel(shop.test, sale).set('Prefer', 'wait=0');
      expect(isOtherOver).toBe(false);
      return { pending, waiting };
    });
    expect([pending.status, pending.body.status]).toEqual([202, 'Pending']);
    expect(pending.headers['preference-applied']).toBe('wait=0');
    expect(pending.headers.location).toBe(`/api/invoices/${pending.body.id}`);
    expect((await waiting).body.status).toBe('Fiscalized');
    await shop.test.until(pending.body.id as string, 'Fiscalized');
  });

  test('that fails gives the failure body, and leaves the sale as it was', async () => {
    const sale = await shop.test.fiscalized();
    await service.script({ type: 'fault', code: 11, message: 'TCR is not valid' });
    const failed = await cancel(shop.test, sale);
    expect([failed.status, failed.body.retryable]).toEqual([400, false]);
    expect(await shop.test.read(failed.body.invoiceId as string)).toMatchObject({
      status: 'Failed',
      original: { id: sale.iic },
    });
    await taken(cancel(shop.test, sale));
  });

  test('fields that are not known are named in its warnings', async () => {
    const sale = await shop.test.fiscalized();
    const { warnings } = await taken(cancel(shop.test, sale, { reason: 'x' }));
    expect(warnings).toEqual(['reason is not a known field and was ignored']);
  });
});

describe('Extensions §9: the same call again', () => {
  const named = () => ({ externalId: `R-${randomUUID()}` });

  test('is found instead of its own ALREADY_CANCELLED, over another API process too', async () => {
    const sale = await shop.test.fiscalized();
    const call = named();
    const first = await cancel(shop.test, sale, call);
    expect(first.body.externalId).toBe(call.externalId);
    for (const caller of [shop.test, elsewhere(shop.test.key)]) {
      const again = await cancel(caller, sale, call);
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(again.body).toEqual(first.body);
    }
  });

  test('of a return, while something is left and when nothing is', async () => {
    const sale = await shop.test.fiscalized(cashInvoice({ items: [kafa] }));
    const [one, two] = [named(), named()];
    const items = [{ index: 0, quantity: 1 }];
    const first = await giveBack(shop.test, sale, items, one);
    await taken(giveBack(shop.test, sale, items, two));
    const again = await giveBack(shop.test, sale, items, one);
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  });

  test('100 equal calls over two APIs: one corrective, and one record', async () => {
    const sale = await shop.test.fiscalized();
    const call = named();
    const callers = [shop.test, elsewhere(shop.test.key)];
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => cancel(callers[index % 2]!, sale, call)),
    );
    expect(results.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(results.map(({ status }) => status).filter((status) => status > 201)).toEqual([]);
    expect(new Set(results.map(({ body }) => body.id)).size).toBe(1);
  });

  test('of one that failed gives its failure, and is tried again where that can help', async () => {
    const sale = await shop.test.fiscalized();
    const call = named();
    await service.script({ type: 'fault', code: 11, message: 'TCR is not valid' });
    const failed = await cancel(shop.test, sale, call);
    const again = await cancel(shop.test, sale, call);
    expect([again.status, again.body.invoiceId]).toEqual([400, failed.body.invoiceId]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await service.query(
      `update invoice set failure = (failure::jsonb || '{"retryable": true}')::json where id = $1`,
      [failed.body.invoiceId],
    );
    const retried = await cancel(shop.test, sale, call);
    expect([retried.status, retried.body.id]).toEqual([200, failed.body.invoiceId]);
  });

  test('another call with the id is refused, and says where they differ', async () => {
    const [sale, elsewhereSold] = [await shop.test.fiscalized(), await shop.test.fiscalized()];
    const call = named();
    const { id: invoiceId } = await taken(cancel(shop.test, sale, call));
    for (const [other, differs] of [
      [cancel(shop.test, sale, { ...call, note: 'x' }), ['note']],
      [cancel(shop.test, elsewhereSold, call), ['id']],
      [giveBack(shop.test, sale, [{ index: 0, quantity: 1 }], call), ['items']],
    ] as const) {
      const { status, body } = await other;
      expect([status, body.code]).toEqual([409, 'EXTERNAL_ID_TAKEN']);
      expect(body).toMatchObject({ invoiceId, differs });
    }
    const corrective = await shop.test.read(invoiceId as string);
    const byHand = {
      ...cancellationOf(sale),
      paymentDeadline: corrective.paymentDeadline,
      ...call,
    };
    const { body } = await shop.test.draft(byHand);
    expect(body).toMatchObject({ code: 'EXTERNAL_ID_TAKEN', differs: ['items'] });
  });

  test('supersedes a draft with the id', async () => {
    const sale = await shop.test.fiscalized();
    const call = named();
    const draft = await shop.test.store({ ...nonCashInvoice(), ...call });
    const corrective = await taken(cancel(shop.test, sale, call));
    expect(corrective.warnings).toEqual([expect.stringContaining(draft)]);
    expect((await shop.test.fiscalize(draft)).body).toMatchObject({
      code: 'SUPERSEDED',
      invoiceId: corrective.id,
    });
  });

  test('from another cash register of the company is another call', async () => {
    const two = await openShop(service);
    const second = await addRegister(service, two);
    const sale = await two.test.fiscalized();
    const call = named();
    await taken(cancel(two.test, sale, call));
    const { status, body } = await cancel(second, sale, call);
    expect([status, body.differs]).toEqual([409, ['cashRegister']]);
  });
});

testNothingFound(service);
