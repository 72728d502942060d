// A create of which it is not known what became: its transaction is open, and what is read says so.

import { afterAll, afterEach, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { cashInvoice, createShop, startApi } from '../../testing/running-api.ts';

const api = await startApi();
const shop = await createShop(api);
/** The connection of another process. */
const creator = await api.db.pool.connect();
afterEach(() => creator.query('rollback'));
afterAll(async () => {
  creator.release();
  await api.close();
});

/** Leaves a create open. */
async function beginCreate(): Promise<string> {
  const id = uuidv7();
  await creator.query('begin');
  await creator.query(
    `insert into invoice_content (invoice_id, request, computed, warnings, seller)
     values ($1, 'null', 'null', 'null', 'null')`,
    [id],
  );
  return id;
}

const READS: Record<string, (id: string) => PromiseLike<{ status: number; body: object }>> = {
  read: (id) => shop.test.get(`/api/invoices/${id}`),
  'read cash': (id) => shop.test.get(`/api/invoices/cash/${id}`),
  pdf: (id) => shop.test.get(`/api/invoices/${id}/pdf`),
  fiscalize: (id) => shop.test.post(`/api/invoices/${id}/fiscalize`, {}),
};

test.each(Object.keys(READS))('%s: 503 while it is open, 404 once it has ended', async (name) => {
  const id = await beginCreate();
  const { status, body } = await READS[name]!(id);
  expect({ status, body }).toMatchObject({
    status: 503,
    body: {
      error: expect.stringContaining(`read GET /api/invoices/${id} again`),
      code: 'STORAGE_UNAVAILABLE',
      stored: 'unknown',
      invoiceId: id,
    },
  });
  await creator.query('rollback');
  expect((await READS[name]!(id)).status).toBe(404);
});

test.each(['cancel', 'return'])(
  '%s: 503 while it is open, and nothing was stored',
  async (name) => {
    const id = await beginCreate();
    const takeBack = () =>
      shop.test.post(`/api/invoices/${id}/${name}`, { items: [{ index: 0, quantity: 1 }] });
    const { status, body } = await takeBack();
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        error: expect.stringContaining('Nothing was stored or changed: repeat the call as it is.'),
        code: 'STORAGE_UNAVAILABLE',
        stored: 'no',
        requestId: expect.any(String),
      },
    });
    await creator.query('rollback');
    expect((await takeBack()).status).toBe(404);
  },
);

test.each(['note=Order%2013', 'orderNumber=13'])(
  'a search for %s that finds nothing: 503 while it is open',
  async (query) => {
    const search = () => shop.test.get(`/api/invoices?${query}`);
    await beginCreate();
    const { status, body } = await search();
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'STORAGE_UNAVAILABLE', stored: 'unknown' },
    });
    await creator.query('rollback');
    expect((await search()).body).toMatchObject({ invoices: [] });
  },
);

test('what is found is returned all the same', async () => {
  const created = await shop.test.post('/api/invoices/draft', cashInvoice({ note: 'Order 14' }));
  await creator.query('begin');
  await creator.query('lock table invoice_content in row exclusive mode');
  await shop.test.get(`/api/invoices/${created.body.id}`).expect(200);
  const { body } = await shop.test.get('/api/invoices?note=Order%2014').expect(200);
  expect(body.invoices).toHaveLength(1);
  await creator.query('rollback');
});
