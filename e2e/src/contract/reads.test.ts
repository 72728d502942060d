// Spec, Endpoints (GET); decisions §2, §3: reads, waiting, caching, the PDF and the record.

import { describe, expect, test } from '@jest/globals';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openShop } from './shop.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

const service = await startService();
const shop = await openShop(service);
const cash = await shop.test.fiscalized(cashInvoice());
const nonCash = await shop.test.fiscalized();

const since = (start: number) => Math.round(performance.now() - start);

describe('reading an invoice', () => {
  test('Spec, Endpoints: GET /api/invoices/{id} serves every invoice of the key', async () => {
    for (const { id } of [cash, nonCash]) {
      const { status, body } = await shop.test.get(`/api/invoices/${String(id)}`);
      expect({ status, id: body.id }).toEqual({ status: 200, id });
    }
  });

  test('Decisions §3: the items are exactly those that were sent', () => {
    expect(cash.invoiceData).toEqual({ items: cashInvoice().items });
  });

  test('Decisions §2: GET /api/invoices/cash/{id} serves only cash invoices', async () => {
    expect((await shop.test.get(`/api/invoices/cash/${String(cash.id)}`)).body).toEqual(
      await shop.test.read(cash.id),
    );
    for (const path of [nonCash.id, `${String(nonCash.id)}/pdf`]) {
      expect((await shop.test.get(`/api/invoices/cash/${String(path)}`)).status).toBe(404);
    }
  });

  test.each([UNKNOWN_ID, 'no-uuid', '%00', '../x', "'; drop table invoice"])(
    'Decisions §2: an unknown id: 404 (%s)',
    async (id) => {
      const path = encodeURIComponent(decodeURIComponent(id));
      const { status, body } = await shop.test.get(`/api/invoices/${path}`);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    },
  );

  test('Decisions §2: a read carries an ETag, and If-None-Match gets 304', async () => {
    const path = `/api/invoices/${String(nonCash.id)}`;
    const { etag } = (await shop.test.get(path)).headers;
    expect(etag).toBeTruthy();
    const unchanged = await shop.test.get(path).set('If-None-Match', String(etag));
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    expect((await shop.test.get(path).set('If-None-Match', '"other"')).status).toBe(200);
  });

  test('Decisions §2: the ETag changes with the invoice', async () => {
    const { body, headers } = await shop.test.draft(nonCashInvoice());
    await shop.test.fiscalize(body.id);
    const path = `/api/invoices/${String(body.id)}`;
    const { status } = await shop.test.get(path).set('If-None-Match', String(headers.etag));
    expect(status).toBe(200);
  });

  test('Decisions §2: every response has its own X-Request-Id', async () => {
    const path = `/api/invoices/${String(nonCash.id)}`;
    const ids = [await shop.test.get(path), await shop.test.get(path)].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('Prefer: wait', () => {
  test('Decisions §2: a read that waits returns at the status change', async () => {
    const { body } = await shop.test.draft(nonCashInvoice());
    const responses: Body[] = [];
    const reading = await service.whileWorkerRests(async () => {
      await shop.test.post(`/api/invoices/${String(body.id)}/fiscalize`);
      const waiting = shop.test.get(`/api/invoices/${body.id}`).set('Prefer', 'wait=30');
      const ended = waiting.then((response) => responses.push(response as Body));
      // A second read, that waits for a shorter time, ends while the first one goes on waiting.
      await shop.test.get(`/api/invoices/${body.id}`).set('Prefer', 'wait=1');
      expect(responses).toEqual([]);
      return { ended };
    });
    await reading.ended;
    expect(responses[0]).toMatchObject({ status: 200, body: { status: 'Fiscalized' } });
    expect(responses[0]?.headers['preference-applied']).toBe('wait=30');
  });

  test('Decisions §2: a read that waits in vain returns the record when the time is up', async () => {
    const { body } = await shop.test.draft(nonCashInvoice());
    const start = performance.now();
    const read = await shop.test.get(`/api/invoices/${body.id}`).set('Prefer', 'wait=1');
    expect(read.body).toEqual(body);
    expect(since(start)).toBeGreaterThanOrEqual(990);
  });

  test('Decisions §2: a final status is returned at once', async () => {
    const start = performance.now();
    await shop.test.get(`/api/invoices/${String(nonCash.id)}`).set('Prefer', 'wait=30');
    expect(since(start)).toBeLessThan(30_000);
  });

  test('Decisions §2: fiscalize with Prefer: wait returns 202 when the time is up', async () => {
    const slow = await shop.test.draft(nonCashInvoice());
    const path = `/api/invoices/${String(slow.body.id)}/fiscalize`;
    const { status, body, headers } = await service.whileWorkerRests(() =>
      shop.test.post(path).set('Prefer', 'wait=1'),
    );
    expect(status).toBe(202);
    expect(body.status).toBe('Pending');
    expect(headers).toMatchObject({ 'retry-after': '1', 'preference-applied': 'wait=1' });
    expect((await shop.test.fiscalize(slow.body.id)).body.status).toBe('Fiscalized');
  });

  test('Decisions §2: N is at most 30', async () => {
    const { headers } = await shop.test
      .get(`/api/invoices/${String(nonCash.id)}`)
      .set('Prefer', 'respond-async, wait=600');
    expect(headers['preference-applied']).toBe('wait=30');
  });

  test.each(['wait', 'wait=', 'wait=x', 'wait=-1', ''])(
    'Decisions §2: a preference that says nothing (%s) waits for nothing',
    async (preference) => {
      const { status, headers } = await shop.test
        .get(`/api/invoices/${String(nonCash.id)}`)
        .set('Prefer', preference);
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('preference-applied');
    },
  );
});

describe('the record', () => {
  const FIELDS = (
    'id status type iic fic invoiceNumber orderNumber fiscalizedAt typeOfInvoice paymentMethod ' +
    'paymentDeadline buyer note operatorName discountAmount advancePaymentIic original externalId invoiceData ' +
    'totals vatBreakdown verificationUrl correctives correctable advance environment createdAt updatedAt attempts ' +
    'nextAttemptAt deliverBefore warnings taxPeriod replaces payments placeOfIssue'
  ).split(' ');

  test('Decisions §3: has every field, null where there is nothing, and no other', async () => {
    const { body: draft } = await shop.test.draft(cashInvoice());
    for (const record of [draft, cash, nonCash]) {
      expect(Object.keys(record as Body).sort()).toEqual([...FIELDS].sort());
      expect(Object.values(record as Body)).not.toContain(undefined);
    }
  });

  test('Spec, Invoice record: invoiceData.items has name, code, unit, price, quantity, VAT', () => {
    expect(cash.invoiceData.items[1]).toMatchObject({
      name: 'Knjiga',
      code: 'K-7',
      unit: 'kom',
      unitPrice: 3.374,
      quantity: 1,
      vat: { rate: 7 },
    });
  });

  test('Decisions §3: fiscalizedAt is the issue time of the message, in Podgorica', async () => {
    const [sent] = await service.submissionsOf(cash.id);
    expect(cash.fiscalizedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/);
    expect(sent?.request).toContain(`IssueDateTime="${String(cash.fiscalizedAt)}"`);
  });

  test('Decisions §3: verificationUrl has the exact texts of the message, in their order', () => {
    const [unit, ordinal, , tcr] = String(cash.invoiceNumber).split('/');
    expect(cash.verificationUrl).toMatch(
      new RegExp(
        `^${service.stack.simulatorUrl}/ic/#/verify\\?iic=${cash.iic}&tin=${shop.tin}&crtd=${String(cash.fiscalizedAt).replace('+', '\\+')}` +
          `&ord=${ordinal}&bu=${unit}&cr=${tcr}&sw=[a-z0-9]{10}&prc=9\\.66$`,
      ),
    );
  });

  test('Decisions §3: correctives lists ids and IICs', async () => {
    const corrective = await shop.test.fiscalized(cancellationOf(nonCash));
    const { correctives } = await shop.test.read(nonCash.id);
    expect(correctives).toEqual([{ id: corrective.id, iic: corrective.iic }]);
  });
});
