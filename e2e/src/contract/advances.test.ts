// Decisions §4: what the corrective of an advance names in its message.

import { inParallel } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { cancellationOf, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { expectRefusal, testNothingFound } from './rows.ts';
import { openShop, startOtherApi } from './shop.ts';

const service = await startService();
const elsewhere = await startOtherApi(service);
const shop = await openShop(service);
const strict = await openShop(service, { strictCorrectives: true });

const ofPrice = (unitPrice: number, change: object = {}) =>
  nonCashInvoice({
    items: [{ name: 'Kafa', unitPrice, quantity: 1, vat: { rate: 0 } }],
    ...change,
  });
const advanceOf = (amount: number) => shop.test.fiscalized(ofPrice(amount, { type: 'Advance' }));
const paidBy = ({ iic }: Body, amount: number) =>
  shop.test.fiscalized(ofPrice(amount, { paymentMethod: 'ADVANCE', advancePaymentIic: iic }));

/**
 * What the messages of an invoice name, each IICRef as it is written, one list for each message.
 */
async function namedIn({ id }: Body): Promise<string[][]> {
  const sent = await service.submissionsOf(id);
  return sent.map(({ request }) => (request as string).match(/<IICRef [^>]*>/g) ?? []);
}

const reference = ({ iic, fiscalizedAt }: Body, amount: string) =>
  `<IICRef Amount="${amount}" IIC="${String(iic)}" IssueDateTime="${String(fiscalizedAt)}">`;

describe('Decisions §4: the corrective of an advance', () => {
  test('names the invoices that were paid with it, each with the part paid by it', async () => {
    const advance = await advanceOf(100);
    const [first, second] = [await paidBy(advance, 60), await paidBy(advance, 30.5)];
    await paidBy(await advanceOf(7), 7);
    const corrective = await shop.test.fiscalized(cancellationOf(advance));
    expect(await namedIn(corrective)).toEqual([
      [reference(first, '60.00'), reference(second, '30.50')],
    ]);
  });

  test('names the advance itself with the amount taken back where it has paid nothing', async () => {
    const advance = await advanceOf(100);
    const [item] = advance.invoiceData.items as Body[];
    const items = [{ ...item, unitPrice: -40, quantity: -1 }];
    const corrective = await shop.test.fiscalized({ ...cancellationOf(advance), items });
    expect(await namedIn(corrective)).toEqual([[reference(advance, '40.00')]]);
  });

  test('names of an invoice what its own correctives have left, and none that is cancelled', async () => {
    const advance = await advanceOf(100);
    const [reduced, cancelled] = [await paidBy(advance, 60), await paidBy(advance, 30)];
    const change = { advancePaymentIic: advance.iic };
    await shop.test.fiscalized({ ...cancellationOf(cancelled), ...change });
    const [item] = reduced.invoiceData.items as Body[];
    const items = [
      { ...item, unitPrice: -60, quantity: -1 },
      { ...item, unitPrice: 45 },
    ];
    await shop.test.fiscalized({ ...cancellationOf(reduced), ...change, items });
    const corrective = await shop.test.fiscalized(cancellationOf(advance));
    expect(await namedIn(corrective)).toEqual([[reference(reduced, '45.00')]]);
  });

  test('names the same in every message, whatever was paid with the advance in between', async () => {
    const advance = await advanceOf(100);
    const first = await paidBy(advance, 60);
    const stored = await shop.test.store(cancellationOf(advance));
    await service.script({ type: 'drop' });
    const offline = await shop.test.fiscalize(stored);
    expect(offline.body.status).toBe('Offline');
    await paidBy(advance, 40);
    await service.deliverNow();
    await shop.test.until(offline.body.id, 'Fiscalized');
    const named = [reference(first, '60.00')];
    expect(await namedIn(offline.body)).toEqual([named, named]);
  });

  test('a second one names what no corrective in force has named yet, and takes back no more', async () => {
    const advance = await advanceOf(121);
    const [first, second] = [await paidBy(advance, 48.4), await paidBy(advance, 48.4)];
    const [item] = advance.invoiceData.items as Body[];
    const back = (amount: number) => ({
      ...cancellationOf(advance),
      items: [{ ...item, unitPrice: -amount, quantity: -1 }],
    });
    const one = await shop.test.fiscalized(back(60));
    expect(await namedIn(one)).toEqual([[reference(first, '48.40'), reference(second, '11.60')]]);
    const two = await shop.test.fiscalized(back(36.8));
    expect(await namedIn(two)).toEqual([[reference(second, '36.80')]]);
    expect((await shop.test.read(advance.id as string)).advance).toMatchObject({ left: 24.2 });
    const rest = await shop.test.fiscalized(back(24.2));
    expect(await namedIn(rest)).toEqual([[reference(advance, '24.20')]]);
    expect((await shop.test.read(advance.id as string)).advance).toMatchObject({ left: 0 });
  });

  test('names what is registered when it becomes Pending, not when it is a draft', async () => {
    const advance = await advanceOf(100);
    const stored = await shop.test.store(cancellationOf(advance));
    const sale = await paidBy(advance, 100);
    const corrective = (await shop.test.fiscalize(stored)).body as Body;
    expect(await namedIn(corrective)).toEqual([[reference(sale, '100.00')]]);
  });

  test('any other corrective names nothing', async () => {
    const corrective = await shop.test.fiscalized(
      cancellationOf(await shop.test.fiscalized(ofPrice(5))),
    );
    expect(await namedIn(corrective)).toEqual([[]]);
  });
});

describe('Extensions §1: what is left of an advance', () => {
  test('is in its record, whose ETag follows what is paid with it', async () => {
    const advance = await advanceOf(100);
    const path = `/api/invoices/${advance.id}`;
    const before = await shop.test.get(path);
    expect(before.body.advance).toEqual({ paid: 100, used: 0, left: 100, invoices: [] });
    const sale = await paidBy(advance, 60);
    const after = await shop.test.get(path).set('If-None-Match', String(before.headers.etag));
    expect(after.body.advance).toEqual({
      paid: 100,
      used: 60,
      left: 40,
      invoices: [{ id: sale.id, iic: sale.iic, amount: 60 }],
    });
    await shop.test.fiscalized({ ...cancellationOf(sale), advancePaymentIic: advance.iic });
    const last = await shop.test.get(path).set('If-None-Match', String(after.headers.etag));
    expect(last.body.advance).toEqual({ paid: 100, used: 0, left: 100, invoices: [] });
    expect(sale.advance).toBeNull();
  });

  test('a named invoice that is cancelled later is a warning in the record of the advance', async () => {
    const advance = await advanceOf(100);
    const sale = await paidBy(advance, 60);
    await shop.test.fiscalized(cancellationOf(advance));
    await shop.test.fiscalized({ ...cancellationOf(sale), advancePaymentIic: advance.iic });
    expect((await shop.test.read(advance.id as string)).warnings).toEqual([
      `a corrective of this advance names the invoice ${sale.iic} with 60.00, of which the advance ` +
        'pays 0.00 by now',
    ]);
  });

  test('more paid out of it is a warning, and refused where the company is strict', async () => {
    const take = (iic: unknown, amount: number) =>
      ofPrice(amount, { paymentMethod: 'ADVANCE', advancePaymentIic: iic });
    const advance = await advanceOf(121);
    const sentence = 'The invoice takes 193.60 out of the advance, of which 121.00 is left';
    const { body } = await shop.test.draft(take(advance.iic, 193.6));
    expect(body.warnings).toEqual([sentence]);
    const ofStrict = await strict.test.fiscalized(ofPrice(121, { type: 'Advance' }));
    const refused = await strict.test.draft(take(ofStrict.iic, 193.6));
    expectRefusal(refused, {
      path: 'advancePaymentIic',
      code: 'ADVANCE_EXCEEDED',
      message: `${sentence}.`,
    });
    expect(refused.body.details).toMatchObject([{ left: 121 }]);
  });

  test('of many sales at once that it can pay one of, exactly one is registered', async () => {
    const other = elsewhere(strict.test.key);
    const advance = await strict.test.fiscalized(ofPrice(50, { type: 'Advance' }));
    const sale = ofPrice(50, {
      typeOfInvoice: 'Cash',
      paymentMethod: 'ADVANCE',
      advancePaymentIic: advance.iic,
    });
    const ids = await inParallel(Array(10).keys(), 10, () => strict.test.store(sale));
    const results = await Promise.all([
      ...ids.map((id, index) => [strict.test, other][index % 2]!.fiscalize(id)),
      ...ids.map((_, index) => [other, strict.test][index % 2]!.createAndPrint(sale)),
    ]);
    const refusals = results.filter(({ body }) => body.code === 'ADVANCE_EXCEEDED');
    expect(refusals).toHaveLength(19);
    expect((await strict.test.read(advance.id as string)).advance).toMatchObject({ left: 0 });
  });

  test('a document that is no advance is refused, and one that is not here a warning', async () => {
    const sale = await shop.test.fiscalized(ofPrice(5));
    const payment = { paymentMethod: 'ADVANCE', advancePaymentIic: sale.iic };
    expectRefusal(await shop.test.draft(ofPrice(5, payment)), {
      path: 'advancePaymentIic',
      code: 'NOT_AN_ADVANCE',
    });
    const unknown = { ...payment, advancePaymentIic: 'A'.repeat(32) };
    const { body } = await shop.test.draft(ofPrice(5, unknown));
    expect(body.warnings).toEqual([expect.stringContaining('names no invoice of this company')]);
  });
});

testNothingFound(service);
