import { updateSeededCompany } from '@fiscal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { cashInvoice, createShop, startApi } from './testing/running-api.ts';
import type { RunningApi } from './testing/running-api.ts';

let api: RunningApi;
let shop: Awaited<ReturnType<typeof createShop>>;

beforeAll(async () => {
  api = await startApi();
  shop = await createShop(api.db);
});
afterAll(() => api.close());

function draft(body: object, key = shop.testKey) {
  return request(api.app)
    .post('/api/invoices/draft')
    .set('Authorization', `Bearer ${key}`)
    .send(body);
}
function get(path: string, key = shop.testKey) {
  return request(api.app).get(path).set('Authorization', `Bearer ${key}`);
}

describe('who may call', () => {
  test('a call without a key, or with a mistyped one, is answered 401', async () => {
    for (const header of [undefined, 'Bearer', 'Bearer key_test_x', `Basic ${shop.testKey}`]) {
      const call = request(api.app).get('/api/invoices/1');
      const response = await (header === undefined ? call : call.set('Authorization', header));
      expect(response.status).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(response.body).toEqual({
        error: 'Invalid API key.',
        code: 'INVALID_API_KEY',
        requestId: response.headers['x-request-id'],
      });
    }
  });

  test('a paused company is answered 403, before its environment is looked at', async () => {
    const paused = await createShop(api.db, { environment: 'test' });
    await updateSeededCompany(api.db, paused.companyId, { status: 'paused' });
    const response = await draft(cashInvoice(), paused.liveKey);
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ error: 'Company is paused.', code: 'COMPANY_PAUSED' });
  });

  test('a live key of a company in the test environment is answered 403', async () => {
    const testing = await createShop(api.db, { environment: 'test' });
    const response = await draft(cashInvoice(), testing.liveKey);
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ error: 'Key does not match the environment.' });
    expect((await draft(cashInvoice(), testing.testKey)).status).toBe(201);
  });

  test("another company's invoice, or the other environment's, is not there", async () => {
    const { body } = await draft(cashInvoice());
    const other = await createShop(api.db);
    const path = `/api/invoices/${String(body.id)}`;
    expect((await get(path)).status).toBe(200);
    expect((await get(path, shop.liveKey)).status).toBe(404);
    expect((await get(path, other.testKey)).status).toBe(404);
    expect((await get('/api/invoices/not-an-id')).status).toBe(404);
  });
});

describe('a draft', () => {
  test('is answered 201 with the whole record and its location', async () => {
    const response = await draft(cashInvoice({ note: 'Narudžba 17' }));
    expect(response.status).toBe(201);
    expect(response.headers.location).toBe(`/api/invoices/${String(response.body.id)}`);
    expect(response.body).toMatchObject({
      status: 'Draft',
      iic: null,
      fic: null,
      invoiceNumber: null,
      fiscalizedAt: null,
      buyer: null,
      note: 'Narudžba 17',
      environment: 'test',
      invoiceData: { items: [{ name: 'Čaj', unitPrice: 2.5, quantity: 2, vat: { rate: 21 } }] },
      totals: { withoutVat: 5, vat: 1.05, total: 6.05 },
      vatBreakdown: [{ rate: 21, items: 1, base: 5, vat: 1.05 }],
      correctives: [],
      warnings: [],
    });
    expect(response.body).not.toHaveProperty('errorMessage');
  });

  test('with many mistakes gets all of them at once, the first one readable', async () => {
    const response = await draft({
      type: 'Invoice',
      typeOfInvoice: 'NonCash',
      paymentMethod: 'CARD',
      paymentDeadline: 'tomorrow',
      items: [{ name: '', unitPrice: -1, quantity: 'two', vat: { rate: 20 } }],
    });
    expect(response.status).toBe(400);
    const paths = (response.body.details as { path: string }[]).map(({ path }) => path);
    expect(new Set(paths)).toEqual(
      new Set([
        'orderNumber',
        'items[0].quantity',
        'paymentMethod',
        'paymentDeadline',
        'items[0].name',
        'items[0].unitPrice',
        'items[0].vat.rate',
      ]),
    );
    expect(response.body.error).toBe('orderNumber is required.');
  });

  test('names the unknown fields that it ignored', async () => {
    const items = [{ name: 'A', unitPrice: 1, quantity: 1, vat: { rate: 7 }, rebatePercentge: 5 }];
    const response = await draft(cashInvoice({ items }));
    expect(response.status).toBe(201);
    expect(response.body.warnings).toEqual([
      'items[0].rebatePercentge is not a known field and was ignored',
    ]);
  });

  test('in a corrective without an original is told what is missing', async () => {
    const response = await draft(cashInvoice({ type: 'Corrective' }));
    expect(response.status).toBe(400);
    const messages = (response.body.details as { message: string }[]).map((d) => d.message);
    expect(messages).toContain('IIC and issue date of the original are required.');
  });
});

describe('a body that cannot be read', () => {
  const post = (body: string, type = 'application/json') =>
    request(api.app)
      .post('/api/invoices/draft')
      .set('Authorization', `Bearer ${shop.testKey}`)
      .set('Content-Type', type)
      .send(body);

  test.each([
    { what: 'broken JSON', body: '{"type":', status: 400, code: 'MALFORMED_JSON' },
    { what: 'an array', body: '[]', status: 400, code: 'BODY_NOT_AN_OBJECT' },
    { what: 'a text', body: '"text"', status: 400, code: 'BODY_NOT_AN_OBJECT' },
    {
      what: 'a form',
      body: 'type=Invoice',
      type: 'application/x-www-form-urlencoded',
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
    {
      what: 'more than 1 MiB',
      body: `"${'x'.repeat(1024 * 1024)}"`,
      status: 413,
      code: 'BODY_TOO_LARGE',
    },
  ])('$what is answered $status $code', async ({ body, type, status, code }) => {
    const response = await post(body, type);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code, requestId: expect.any(String) });
  });

  test('unknown paths are answered 404 and wrong methods 405 with Allow', async () => {
    expect((await get('/api/nothing')).status).toBe(404);
    const call = request(api.app).delete('/api/invoices/1');
    const response = await call.set('Authorization', `Bearer ${shop.testKey}`);
    expect(response.status).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD');
  });
});

describe('before anything is fiscalized', () => {
  test('fiscalize answers 202 and keeps answering it without a second job', async () => {
    const { body } = await draft(cashInvoice());
    const path = `/api/invoices/${String(body.id)}/fiscalize`;
    const fiscalize = () =>
      request(api.app).post(path).set('Authorization', `Bearer ${shop.testKey}`);
    for (const response of await Promise.all([fiscalize(), fiscalize(), fiscalize()])) {
      expect(response.status).toBe(202);
      expect(response.headers['retry-after']).toBe('1');
      expect(response.body).toMatchObject({ id: body.id, status: 'Pending' });
    }
  });

  test('create-and-print answers 202 when its time is up, and refuses non-cash', async () => {
    const oneStep = (body: object) =>
      request(api.app)
        .post('/api/invoices/cash/create-and-print')
        .set('Authorization', `Bearer ${shop.testKey}`)
        .send(body);
    const waiting = await oneStep(cashInvoice());
    expect(waiting.status).toBe(202);
    expect(waiting.body.status).toBe('Pending');
    const refused = await oneStep(
      cashInvoice({ typeOfInvoice: 'NonCash', paymentMethod: 'ACCOUNT' }),
    );
    expect(refused.status).toBe(400);
    expect(refused.body.code).toBe('TYPE_OF_INVOICE_NOT_CASH');
  });

  test('a draft has no PDF yet', async () => {
    const { body } = await draft(cashInvoice());
    const response = await get(`/api/invoices/${String(body.id)}/pdf`);
    expect(response.status).toBe(409);
    expect(response.body.code).toBe('PDF_NOT_AVAILABLE');
  });

  test('the cash path knows only cash invoices', async () => {
    const nonCash = cashInvoice({ typeOfInvoice: 'NonCash', paymentMethod: 'ACCOUNT' });
    const { body } = await draft(nonCash);
    expect((await get(`/api/invoices/cash/${String(body.id)}`)).status).toBe(404);
    expect((await get(`/api/invoices/${String(body.id)}`)).status).toBe(200);
  });

  test('health needs no key', async () => {
    expect((await request(api.app).get('/health/live')).status).toBe(200);
    const ready = await request(api.app).get('/health/ready');
    // The parts by name and the metrics are on a port of their own.
    expect(ready.body).toEqual({ status: 'ok' });
    expect((await request(api.app).get('/metrics')).status).toBe(404);
  });
});

describe('the list', () => {
  test('is paged by a cursor, newest first, without gap or repetition', async () => {
    const lister = await createShop(api.db);
    const made: string[] = [];
    for (const note of ['a', 'b', 'c', 'd', 'e']) {
      made.unshift(String((await draft(cashInvoice({ note }), lister.testKey)).body.id));
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await get(`/api/invoices?limit=2${from}`, lister.testKey);
      seen.push(...(body.invoices as { id: string }[]).map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(made);
    const found = await get('/api/invoices?note=c&status=Draft', lister.testKey);
    expect(found.body.invoices).toHaveLength(1);
    expect(found.body.invoices[0]).toMatchObject({ note: 'c', id: made[2] });
  });

  test('refuses a query that it does not understand, with all problems', async () => {
    const response = await get('/api/invoices?status=Done&limit=0&from=yesterday&cursor=x&stat=1');
    expect(response.status).toBe(400);
    const paths = (response.body.details as { path: string }[]).map(({ path }) => path);
    expect(paths.sort()).toEqual(['', 'cursor', 'from', 'limit', 'status']);
  });
});
