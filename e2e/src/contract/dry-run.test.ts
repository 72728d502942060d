// Extensions §11: `?dryRun=true` says what a call would come to, by the same rules. Nothing is
// stored, no number is used, and nothing is waited for.

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { correctiveOf, kafa, sir, takenBack } from './corrective-items.ts';
import { expectRefusal } from './rows.ts';
import { openShop } from './shop.ts';

const service = await startService();
const shop = await openShop(service);
const sold = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir], discountAmount: 1 }));
await shop.test.fiscalized({ ...correctiveOf(sold, [takenBack(kafa, 1)]), discountAmount: 0.14 });

const CREATE_AND_PRINT = '/api/invoices/cash/create-and-print';
const DRAFT = '/api/invoices/draft';
const CANCEL = `/api/invoices/${sold.id}/cancel`;
const RETURN = `/api/invoices/${sold.id}/return`;
const odd = { ...kafa, unitPrice: 0.3333, quantity: 1.117, rebatePercentage: 12.3456 };

/** What of the database a call would change, with its numbers. */
async function stored(): Promise<Body[]> {
  const tables = ['invoice', 'invoice_content', 'invoice_search', 'work', 'submission', 'document'];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  return service.query(
    `select ${counts.join(', ')}, (select json_agg(s order by s) from (
       select to_jsonb(n) as s from number_sequence n) as sequences) as numbers`,
  );
}

describe('a call with dryRun', () => {
  test.each([
    ['a draft', DRAFT, nonCashInvoice({ items: [odd, sir], discountAmount: 0.77 })],
    ['a draft of a corrective', DRAFT, correctiveOf(sold, [takenBack(sir)])],
    ['a sale in one step', CREATE_AND_PRINT, cashInvoice({ surprise: true, items: [odd, kafa] })],
    ['a return', RETURN, { items: [{ index: 1, quantity: 0.333 }], note: 'x' }],
    ['a cancellation', CANCEL, undefined],
  ])('stores nothing, and says what the call comes to: %s', async (_case, path, body) => {
    const before = await stored();
    const tried = await shop.test.post(`${path}?dryRun=true`, body);
    expect(tried.status).toBe(200);
    expect(await stored()).toEqual(before);
    const real = await shop.test.post(path, body);
    expect(real.status).toBe(201);
    const { discountAmount, invoiceData, totals, vatBreakdown, payments } = real.body as Body;
    // Warnings that follow from documents are the record's own.
    const { warnings } = tried.body as Body;
    const expected = { discountAmount, invoiceData, totals, vatBreakdown, warnings, payments };
    expect(tried.text).toBe(JSON.stringify(expected));
    expect(real.body.warnings).toEqual(warnings);
  });

  test('gives the errors of the real call', async () => {
    const cases: [string, object][] = [
      [DRAFT, nonCashInvoice({ paymentMethod: 'CARD', items: [{ ...kafa, quantity: 0 }] })],
      [CREATE_AND_PRINT, nonCashInvoice()],
      [CREATE_AND_PRINT, cashInvoice({ externalId: ' ' })],
      [RETURN, { items: [{ index: 9, quantity: 1 }, {}] }],
      [CANCEL, { note: 'a\u0007b' }],
    ];
    for (const [path, body] of cases) {
      const [tried, real] = [
        await shop.test.post(`${path}?dryRun=true`, body),
        await shop.test.post(path, body),
      ];
      expect(real.status).toBe(400);
      expect({ ...tried.body, requestId: '' }).toEqual({ ...real.body, requestId: '' });
    }
    const unknown = `/api/invoices/${randomUUID()}/cancel?dryRun=true`;
    expect((await shop.test.post(unknown)).status).toBe(404);
  });

  test('ignores an externalId, also one that is taken', async () => {
    const call = nonCashInvoice({ externalId: `D-${randomUUID()}` });
    await shop.test.draft(call);
    const tried = await shop.test.post(`${DRAFT}?dryRun=true`, { ...call, note: 'another' });
    expect([tried.status, tried.headers['idempotent-replayed']]).toEqual([200, undefined]);
    const fresh = nonCashInvoice({ externalId: `D-${randomUUID()}` });
    await shop.test.post(`${DRAFT}?dryRun=true`, fresh);
    expect((await shop.test.draft(fresh)).status).toBe(201);
  });

  test('waits for no lock of the original', async () => {
    const original = await shop.test.fiscalized(cashInvoice());
    const held = service.query(
      `with held as materialized (select id from invoice where id = $1 for update)
       select pg_sleep(4) from held`,
      [original.id],
    );
    await service.query('select pg_sleep(0.5)');
    const path = `/api/invoices/${original.id}/cancel`;
    expect((await shop.test.post(`${path}?dryRun=true`)).status).toBe(200);
    const byHand = await shop.test.post(
      `${CREATE_AND_PRINT}?dryRun=true`,
      cancellationOf(original),
    );
    expect(byHand.status).toBe(200);
    // The lock was held all the while.
    expect((await shop.test.post(path)).status).toBe(503);
    await held;
  });

  test.each(['1', 'yes', '', 'TRUE'])('and the value %j is refused', async (value) => {
    for (const path of [DRAFT, CREATE_AND_PRINT, CANCEL]) {
      expectRefusal(await shop.test.post(`${path}?dryRun=${value}`, cashInvoice()), {
        path: 'dryRun',
        code: 'QUERY_INVALID',
      });
    }
  });

  test('in another spelling is refused, and with false it is the call itself', async () => {
    for (const query of ['dryrun=true', 'dry_run=true', 'dryRun=true&dryRun=true']) {
      expectRefusal(await shop.test.post(`${DRAFT}?${query}`, cashInvoice()), {
        path: 'dryRun',
        code: 'QUERY_INVALID',
      });
    }
    expect((await shop.test.post(`${DRAFT}?dryRun=false`, cashInvoice())).status).toBe(201);
  });

  test('counts as a write', async () => {
    const few = await openShop(service);
    await service.query('update company set writes_per_minute = 2 where id = $1', [few.companyId]);
    const statuses: number[] = [];
    for (let calls = 0; calls < 3; calls += 1) {
      const tried = await few.test.post(`${DRAFT}?dryRun=true`, cashInvoice());
      statuses.push(tried.status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});
