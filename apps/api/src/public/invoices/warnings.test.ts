import { MOST_WARNINGS } from '@fiscal/domain';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cashInvoice, createShop, startApi } from '../../testing/running-api.ts';
import { IDEMPOTENCY_KEY_IGNORED } from './issuing-endpoints.ts';

const api = await startApi();
afterAll(() => api.close());
const { get, post, draft } = (await createShop(api)).test;

const unknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 1]));

describe('the warnings of a record', () => {
  test('name the first unknown fields and count the rest, however many were sent', async () => {
    const count = 100_000;
    const response = await draft(unknown(count));
    expect(response.status).toBe(201);
    const warnings = response.body.warnings as string[];
    expect(warnings).toHaveLength(MOST_WARNINGS + 1);
    expect(warnings[0]).toBe('0 is not a known field and was ignored');
    expect(warnings.at(-1)).toBe(`${count - MOST_WARNINGS} more warnings are not listed`);
    expect(response.text.length).toBeLessThan(4_000);
    const read = await get(`/api/invoices/${String(response.body.id)}`);
    expect(read.body.warnings).toEqual(warnings);
  });

  test('do not send back the name of a field that is as long as a body', async () => {
    const response = await draft({ ['x'.repeat(900_000)]: 1 });
    expect(response.status).toBe(201);
    expect(response.body.warnings).toEqual([
      `${'x'.repeat(100)}… is not a known field and was ignored`,
    ]);
  });

  test('say first how an invoice is registered, before they name unknown fields', async () => {
    const card = { paymentMethod: 'BUSINESSCARD', ...unknown(MOST_WARNINGS + 5) };
    const response = await draft(card);
    const warnings = response.body.warnings as string[];
    expect(warnings[0]).toContain('registered and printed as NonCash');
    expect(warnings.at(-1)).toBe('6 more warnings are not listed');
  });

  test('that were stored by the thousand are read as few, and a list of them ends in time', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => draft({ note: 'many' })));
    const drafts = many.map(({ body }) => String(body.id));
    const stored = Array.from({ length: 30_000 }, (_, i) => `f${i} is not a known field and …`);
    // Contents are never changed: the guard is taken away as only their owner can.
    const guard = (to: string) =>
      api.db.pool.query(`alter table invoice_content ${to} trigger invoice_content_protect`);
    await guard('disable');
    await api.db.pool.query('update invoice_content set warnings = $1 where invoice_id = any($2)', [
      JSON.stringify(stored),
      drafts,
    ]);
    await guard('enable');
    api.records.clear();
    const read = await get(`/api/invoices/${drafts[0]!}`);
    expect(read.body.warnings).toEqual([
      ...stored.slice(0, MOST_WARNINGS),
      `${stored.length - MOST_WARNINGS} more warnings are not listed`,
    ]);
    // Each is a megabyte in the database: a page is shorter than it was asked for, and none is
    // lost.
    const listed: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await get(`/api/invoices?note=many&limit=200${cursor && `&cursor=${cursor}`}`);
      expect(page.status).toBe(200);
      const { invoices, nextCursor } = page.body as {
        invoices: { id: string }[];
        nextCursor: string | null;
      };
      sizes.push(invoices.length);
      listed.push(...invoices.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect(listed.toSorted()).toEqual(drafts.toSorted());
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (path: string, body: object) => post(path, body).set('Idempotency-Key', 'order-1');

  test.each(['/api/invoices/draft', '/api/invoices/cash/create-and-print'])(
    'on %s is said to have no effect, in the record and for good',
    async (path) => {
      const first = await keyed(path, cashInvoice());
      const second = await keyed(path, cashInvoice());
      for (const { body } of [first, second]) {
        expect(body.warnings).toEqual([IDEMPOTENCY_KEY_IGNORED]);
        const read = await get(`/api/invoices/${String(body.id)}`);
        expect(read.body.warnings).toEqual([IDEMPOTENCY_KEY_IGNORED]);
      }
      // It is so: the second call has made another invoice.
      expect(second.body.id).not.toBe(first.body.id);
    },
  );

  test('on fiscalize is said to have no effect in the response', async () => {
    const { body } = await draft();
    const path = `/api/invoices/${String(body.id)}`;
    const response = await keyed(`${path}/fiscalize`, {});
    expect(response.status).toBe(202);
    expect(response.body.warnings).toEqual([IDEMPOTENCY_KEY_IGNORED]);
    expect((await get(path)).body.warnings).toEqual([]);
  });

  test('that is not sent is not named', async () => {
    expect((await draft()).body.warnings).toEqual([]);
  });
});
