// Spec, payload orderNumber; decisions §4, §6: who gives the number of an invoice, and what
// follows.

import { beforeEach, describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';

let shop: Shop;
const service = await startService();
beforeEach(async () => {
  shop = await openShop(service);
});

const sell = (orderNumber: number) => shop.test.fiscalized(nonCashInvoice({ orderNumber }));

describe('orderNumber', () => {
  test('Spec, payload: 0 means the system assigns it: 1, 2, 3 …', async () => {
    const numbers = [];
    for (let sale = 0; sale < 3; sale += 1) numbers.push((await sell(0)).orderNumber);
    expect(numbers).toEqual([1, 2, 3]);
  });

  test('Decisions §4: above 0 it is taken, and stands in the invoice number', async () => {
    const record = await sell(40);
    const year = String(record.fiscalizedAt).slice(0, 4);
    expect(record.orderNumber).toBe(40);
    expect(String(record.invoiceNumber).split('/').slice(1, 3)).toEqual(['40', year]);
  });

  test('Decisions §4: the sequence goes on after the highest used', async () => {
    await sell(40);
    expect((await sell(0)).orderNumber).toBe(41);
    expect((await sell(7)).orderNumber).toBe(7);
    expect((await sell(0)).orderNumber).toBe(42);
  });

  test('Decisions §4: taken by a signed invoice: 400 at draft and at create-and-print', async () => {
    await sell(5);
    const before = await service.query('select count(*) as n from invoice');
    for (const path of ['draft', 'cash/create-and-print']) {
      const sent = cashInvoice({ orderNumber: 5 });
      const { status, body } = await shop.test.post(`/api/invoices/${path}`, sent);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'ORDER_NUMBER_TAKEN' });
    }
    expect(await service.query('select count(*) as n from invoice')).toEqual(before);
  });

  test('Decisions §4: taken between draft and fiscalize: Failed, 400, and no number is used', async () => {
    const { body: late } = await shop.test.draft(nonCashInvoice({ orderNumber: 5 }));
    await sell(5);
    const { status, body } = await shop.test.fiscalize(late.id);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'ORDER_NUMBER_TAKEN', invoiceId: late.id });
    expect((await sell(0)).orderNumber).toBe(6);
  });

  test('Decisions §4: too far beyond the highest in use: 400 at draft and create-and-print', async () => {
    await sell(7);
    const before = await service.query('select count(*) as n from invoice');
    for (const orderNumber of [1_000_008, 2_147_483_647]) {
      for (const path of ['draft', 'cash/create-and-print']) {
        const sent = cashInvoice({ orderNumber });
        const { status, body } = await shop.test.post(`/api/invoices/${path}`, sent);
        expect({ status, code: body.code }).toEqual({ status: 400, code: 'ORDER_NUMBER_TOO_FAR' });
        expect(body.error).toContain('at most 1000007');
      }
    }
    expect(await service.query('select count(*) as n from invoice')).toEqual(before);
    expect((await sell(0)).orderNumber).toBe(8);
  });

  test.each([1_000_002, 999_999_999_999_999])(
    'Decisions §4: a draft with number %p, stored when it was allowed: Failed, 400',
    async (orderNumber) => {
      const { body: draft } = await shop.test.draft(nonCashInvoice({ orderNumber: 2 }));
      await service.query('update invoice set order_number = $2 where id = $1', [
        draft.id,
        orderNumber,
      ]);
      await sell(1);
      const { status, body } = await shop.test.fiscalize(draft.id);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'ORDER_NUMBER_TOO_FAR', invoiceId: draft.id });
      expect(body.error).toContain('at most 1000001');
      expect((await sell(0)).orderNumber).toBe(2);
    },
  );

  test('Decisions §4: a row that has reached its top goes on with the lowest free number', async () => {
    await sell(1);
    await sell(3);
    const top = 2_147_483_647;
    const near = 'update number_sequence set last_ordinal = $2 where tcr_code = $1';
    await service.query(near, [shop.tcrCodes.test, top - 1_000_000]);
    expect((await sell(top)).orderNumber).toBe(top);
    expect((await sell(0)).orderNumber).toBe(2);
    expect((await sell(0)).orderNumber).toBe(4);
    expect((await sell(5)).orderNumber).toBe(5);
    expect((await sell(0)).orderNumber).toBe(6);
  });

  test('Decisions §4: free on another cash register, and in the other environment', async () => {
    const other = await openShop(service);
    await sell(5);
    expect((await other.test.fiscalized(nonCashInvoice({ orderNumber: 5 }))).orderNumber).toBe(5);
    expect((await shop.live.fiscalized(nonCashInvoice({ orderNumber: 5 }))).orderNumber).toBe(5);
  });

  test('Decisions §6: a refused invoice gives its number back', async () => {
    const behaviour = { type: 'fault', code: 11, message: 'refused' };
    await service.script(behaviour);
    const refused = await shop.test.draft(nonCashInvoice());
    expect((await shop.test.fiscalize(refused.body.id)).status).toBe(400);
    expect((await sell(0)).orderNumber).toBe(1);
    const repeated = await shop.test.fiscalize(refused.body.id);
    expect(repeated.body).toMatchObject({ status: 'Fiscalized', orderNumber: 2 });
  });

  test('Decisions §6: many sales at once: no number twice, none left out', async () => {
    const records = await Promise.all(Array.from({ length: 12 }, () => sell(0)));
    const numbers = records.map(({ orderNumber }) => Number(orderNumber)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });
});
