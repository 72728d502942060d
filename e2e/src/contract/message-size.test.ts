// Decisions §4: what the authority's schema limits is refused before it is stored, and an invoice
// that was accepted never fails for the form of its message.

import { beforeEach, describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';

let shop: Shop;
const service = await startService();
beforeEach(async () => {
  shop = await openShop(service);
});

const lines = (count: number, name: string) =>
  Array.from({ length: count }, () => ({
    name,
    code: '3850012345678',
    unit: 'kom',
    unitPrice: 10.1234,
    quantity: 1.5,
    vat: { rate: 21 },
  }));

/** As a draft of an earlier version of the service, which computed and accepted other things. */
async function storedBefore(change: string): Promise<string> {
  const { body } = await shop.test.draft(nonCashInvoice({ items: lines(2, 'Kafa') }));
  // Contents are never changed: the guard is taken away as only their owner can.
  await service.query('alter table invoice_content disable trigger invoice_content_protect');
  await service.query(`update invoice_content set computed = ${change} where invoice_id = $1`, [
    body.id,
  ]);
  await service.query('alter table invoice_content enable trigger invoice_content_protect');
  return String(body.id);
}

describe('an invoice that makes a message above 150 000 bytes', () => {
  test('is refused at draft and at create-and-print, with its size and what to do', async () => {
    const before = await service.query('select count(*) as n from invoice');
    const items = lines(1000, 'Toaletni papir troslojni 10/1 sa mirisom kamilice');
    for (const path of ['draft', 'cash/create-and-print']) {
      const sent = cashInvoice({ items });
      const { status, body } = await shop.test.post(`/api/invoices/${path}`, sent);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'MESSAGE_TOO_LARGE' });
      const [, bytes] = /up to (\d+) bytes, .* 150000: split the invoice\.$/.exec(body.error) ?? [];
      expect(Number(bytes)).toBeGreaterThan(150_000);
      expect(body.details).toMatchObject([{ path: 'items', code: 'MESSAGE_TOO_LARGE' }]);
    }
    expect(await service.query('select count(*) as n from invoice')).toEqual(before);
  });

  test('is refused together with everything else that has to be looked up', async () => {
    const items = lines(1000, 'Toaletni papir troslojni 10/1 sa mirisom kamilice');
    const { body } = await shop.test.draft(cashInvoice({ items, orderNumber: 2_147_483_647 }));
    const codes = (body.details as { code: string }[]).map(({ code }) => code);
    expect(codes).toEqual(['ORDER_NUMBER_TOO_FAR', 'MESSAGE_TOO_LARGE']);
  });

  test('stored by an earlier version is a 400 of its own, and uses no number', async () => {
    const long = 'x'.repeat(50);
    const id = await storedBefore(
      `jsonb_set(computed::jsonb, '{lines}', (
         select jsonb_agg(line) from (
           select jsonb_set(computed::jsonb -> 'lines' -> 0, '{name}', '"${long}"') as line
           from generate_series(1, 1000)) made))`,
    );
    const { status, body } = await shop.test.fiscalize(id);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'MESSAGE_TOO_LARGE', invoiceId: id, retryable: false });
    expect(body.error).toContain('split the invoice');
    expect((await shop.test.fiscalized(cashInvoice())).orderNumber).toBe(1);
  });
});

test('a thousand short lines are accepted and fiscalized', async () => {
  const items = lines(1000, 'Kafa').map(({ name, unitPrice, vat }) => ({
    name,
    unitPrice,
    vat,
    quantity: 1,
  }));
  const sale = await shop.test.fiscalized(nonCashInvoice({ items }));
  expect(sale.invoiceData.items).toHaveLength(1000);
});

test('a message that our own schema refuses is reported without a word of the schema', async () => {
  const negative = `jsonb_set(computed::jsonb, '{lines,0,unitPriceBeforeVat}', '"-1.0000"')`;
  const id = await storedBefore(negative);
  const { status, body } = await shop.test.fiscalize(id);
  expect(status).toBe(500);
  expect(body.code).toBe('REQUEST_NOT_VALID');
  expect(body.error).toBe(
    'The message could not be written as the tax authority asks for it. Nothing was sent.',
  );
  const record = await shop.test.read(id);
  expect(record.errorMessage).toBe(body.error);
  expect(JSON.stringify(record.error)).not.toMatch(/schema|attribute|UPB|atomic|facet/);
});
