// Spec, Endpoints (GET …/pdf); decisions §2: the printed invoice over HTTP.

import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../eventually.ts';
import { cashInvoice, nonCashInvoice, QUEUE, startService } from '../running-service.ts';
import type { Body, RunningService } from '../running-service.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';

let service: RunningService;
let shop: Shop;
let cash: Body;
beforeAll(async () => {
  service = await startService({ queue: QUEUE, environment: { DELIVERY_AFTER_MS: '300' } });
  shop = await openShop(service);
  cash = await shop.test.fiscalized(cashInvoice());
});
afterAll(() => service.close());
afterEach(async () => {
  await service.control('DELETE', '/script');
  await service.letAuthorityAnswer();
});

const script = (behaviour: object) =>
  service.control('POST', '/script', { replies: [{ match: { kind: 'invoice' }, behaviour }] });
const pdf = (id: unknown, kind = '') =>
  shop.test.get(`/api/invoices/${kind}${String(id)}/pdf`).buffer(true);

test.each(['', 'cash/'])('Spec, Endpoints: GET /api/invoices/%s{id}/pdf', async (kind) => {
  const { status, headers, body } = await pdf(cash.id, kind);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
  const name = String(cash.invoiceNumber).replaceAll('/', '-');
  expect(headers['content-disposition']).toBe(`inline; filename="${name}.pdf"`);
});

test('Decisions §2: a strong ETag, and If-None-Match gets 304', async () => {
  const { headers, body } = await pdf(cash.id);
  const sha256 = createHash('sha256')
    .update(body as Buffer)
    .digest('hex');
  expect(headers.etag).toBe(`"${sha256}"`);
  const unchanged = await pdf(cash.id).set('If-None-Match', String(headers.etag));
  expect(unchanged.status).toBe(304);
  // The fetch of Node adds `Cache-Control: no-cache` by itself.
  const again = await fetch(`${service.stack.apiUrl}/api/invoices/${String(cash.id)}/pdf`, {
    headers: { Authorization: `Bearer ${shop.test.key}`, 'If-None-Match': String(headers.etag) },
  });
  expect(again.status).toBe(304);
});

test('Decisions §2: a Draft has none: 409 PDF_NOT_AVAILABLE', async () => {
  const draft = await shop.test.draft(nonCashInvoice());
  const { status, body } = await pdf(draft.body.id);
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'PDF_NOT_AVAILABLE' });
});

test('Decisions §2: a Pending and a Failed one have none: 409', async () => {
  await script({ type: 'fault', code: 11, message: 'refused' });
  const refused = await shop.test.draft(nonCashInvoice());
  await shop.test.fiscalize(refused.body.id);
  expect((await pdf(refused.body.id)).status).toBe(409);
  const slow = await shop.test.draft(nonCashInvoice());
  await service.whileWorkerRests(async () => {
    await shop.test.post(`/api/invoices/${String(slow.body.id)}/fiscalize`);
    expect((await pdf(slow.body.id)).status).toBe(409);
  });
  await shop.test.fiscalize(slow.body.id);
});

test('Decisions §2: an Offline one has a PDF, and another one once its FIC has come', async () => {
  await service.holdAuthority();
  const { body: offline } = await shop.test.createAndPrint(cashInvoice());
  expect(offline.status).toBe('Offline');
  const first = await pdf(offline.id);
  expect(first.status).toBe(200);
  await service.letAuthorityAnswer();
  await shop.test.get(`/api/invoices/${offline.id}`).set('Prefer', 'wait=20');
  const second = await pdf(offline.id);
  expect(second.headers.etag).not.toBe(first.headers.etag);
  const kept = await service.query(
    'select sha256 from document where invoice_id = $1 order by created_at',
    [offline.id],
  );
  expect(kept.map(({ sha256 }) => `"${String(sha256)}"`)).toEqual([
    first.headers.etag,
    second.headers.etag,
  ]);
});

test('a refused one that was handed out Offline keeps the paper that the customer has', async () => {
  await service.holdAuthority();
  const { body: offline } = await shop.test.createAndPrint(cashInvoice());
  expect(offline.status).toBe('Offline');
  const handedOut = await pdf(offline.id);
  expect(handedOut.status).toBe(200);

  await script({ type: 'fault', code: 44, message: 'Not in VAT' });
  await service.letAuthorityAnswer();
  const read = () => shop.test.read(offline.id);
  await eventually(read, ({ status }) => status !== 'Offline');
  expect(await read()).toMatchObject({ status: 'Failed', iic: offline.iic, fic: null });
  for (const kind of ['', 'cash/']) {
    const kept = await pdf(offline.id, kind);
    expect(kept.status).toBe(200);
    expect(kept.headers.etag).toBe(handedOut.headers.etag);
    expect((handedOut.body as Buffer).equals(kept.body as Buffer)).toBe(true);
    expect(kept.headers['content-disposition']).toBe(handedOut.headers['content-disposition']);
  }

  // Tried again, it has its paper while it is Pending, and then one with the FIC.
  await service.whileWorkerRests(async () => {
    await shop.test.post(`/api/invoices/${offline.id}/fiscalize`);
    expect((await pdf(offline.id)).headers.etag).toBe(handedOut.headers.etag);
  });
  await eventually(read, ({ status }) => status === 'Fiscalized');
  expect((await pdf(offline.id)).headers.etag).not.toBe(handedOut.headers.etag);
});

test('Decisions §2: one that nobody has: 404', async () => {
  expect((await pdf(NOBODY)).status).toBe(404);
  expect((await pdf('no-uuid')).status).toBe(404);
});
