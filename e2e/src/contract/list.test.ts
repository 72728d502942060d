// Decisions §2: GET /api/invoices, by which a client that lost a response finds its invoice.

import { describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openShop } from './shop.ts';

const encode = (text: unknown) => encodeURIComponent(String(text));
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

const service = await startService();
const shop = await openShop(service);
const first = await shop.test.fiscalized(cashInvoice({ note: 'Narudžba 1' }));
const second = await shop.test.fiscalized(nonCashInvoice({ note: 'Narudžba 2' }));
const drafts: Body[] = [];
for (const orderNumber of [0, 900, 0]) {
  drafts.push((await shop.test.draft(nonCashInvoice({ orderNumber, note: null }))).body as Body);
}
const stored = [first, second, ...drafts].reverse();

const list = (query: string) => shop.test.get(`/api/invoices${query}`);
const ids = (records: readonly Body[]) => records.map(({ id }) => String(id));

describe('the list', () => {
  test('Decisions §2: holds the key’s invoices as records, newest first', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(body.invoices).toEqual(stored);
    expect(body.nextCursor).toBeNull();
  });

  test.each([
    ['status=Draft', (record: Body) => record.status === 'Draft'],
    ['status=Failed', () => false],
    ['typeOfInvoice=Cash', (record: Body) => record.typeOfInvoice === 'Cash'],
    ['orderNumber=900', (record: Body) => record.orderNumber === 900],
    ['orderNumber=1', (record: Body) => record.orderNumber === 1],
    [`note=${encode('Narudžba 2')}`, (record: Body) => record.note === 'Narudžba 2'],
    ['note=Naru', () => false],
    [`note=${encode('Narudz\u030cba 2')}`, (record: Body) => record.note === 'Narudžba 2'],
    ['status=Fiscalized&typeOfInvoice=NonCash', (record: Body) => record.note === 'Narudžba 2'],
  ])('Decisions §2: filter %s', async (query, holds) => {
    const { body } = await list(`?${query}`);
    expect(ids(body.invoices)).toEqual(ids(stored.filter(holds)));
  });

  test('Decisions §2: filter iic', async () => {
    const wanted = stored.find(({ iic }) => iic !== null);
    const { body } = await list(`?iic=${String(wanted?.iic)}`);
    expect(ids(body.invoices)).toEqual([wanted?.id]);
  });

  test('Decisions §2: filters from and to', async () => {
    const middle = stored[2]!;
    const at = encode(middle.createdAt);
    const { body: from } = await list(`?from=${at}`);
    expect(ids(from.invoices)).toEqual(ids(stored.slice(0, 3)));
    const { body: to } = await list(`?to=${at}`);
    expect(ids(to.invoices)).toEqual(ids(stored.slice(3)));
  });

  test('Decisions §2: a cursor leads through all of them, each once', async () => {
    const seen: string[] = [];
    let query = '?limit=2';
    for (let page = 0; page < 4; page += 1) {
      const { body } = await list(query);
      seen.push(...ids(body.invoices));
      if (body.nextCursor === null) break;
      query = `?limit=2&cursor=${encode(body.nextCursor)}`;
    }
    expect(seen).toEqual(ids(stored));
  });

  test.each([
    'status=Lost',
    'typeOfInvoice=cash',
    'from=yesterday',
    'to=2026-13-01T00:00:00Z',
    'orderNumber=-1',
    'orderNumber=x',
    'iic=abc',
    'limit=0',
    'limit=1000',
    'cursor=nonsense',
    // A place before any calendar, in the form of a cursor.
    `cursor=${Buffer.from(`-271821-04-20T00:00:00.000Z ${UNKNOWN_ID}`).toString('base64url')}`,
    'note=%00',
    'colour=red',
    'status=Draft&status=Failed',
  ])('Decisions §2: a query that cannot be right is refused: %s', async (query) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.details).toHaveLength(1);
    expect(body.error).toBe(body.details[0].message);
  });
});
