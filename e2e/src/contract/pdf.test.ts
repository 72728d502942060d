// Spec, Endpoints (GET …/pdf); decisions §2: the printed invoice over HTTP.

import { createHash } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { PAPERS } from '@fiscal/domain';
import { eventually } from '@fiscal/testbed';
import { readPdf } from '@fiscal/testbed/pdf-reader';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import { openShop, startOtherApi } from './shop.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

const service = await startService();
const atOther = await startOtherApi(service);
const shop = await openShop(service);
const cash = await shop.test.fiscalized(cashInvoice());
afterEach(() => service.resetAuthority());

const pdf = (id: unknown, kind = '', headers = {}) =>
  shop.test.pdf(`/api/invoices/${kind}${String(id)}/pdf`, headers);
/** FICs of the stored versions, the first one first. */
const versionsOf = async (id: unknown) =>
  (
    await service.query('select fic from document where invoice_id = $1 order by created_at', [id])
  ).map(({ fic }) => fic as string | null);
const waitingPrints = (id: unknown) =>
  service.query(`select from work where subject_id = $1 and kind::text like 'print%'`, [id]);

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
  const unchanged = await pdf(cash.id, '', { 'If-None-Match': String(headers.etag) });
  expect(unchanged.status).toBe(304);
  // The fetch of Node adds `Cache-Control: no-cache` by itself.
  const again = await fetch(`${service.stack.apiUrl}/api/invoices/${String(cash.id)}/pdf`, {
    headers: { Authorization: `Bearer ${shop.test.key}`, 'If-None-Match': String(headers.etag) },
  });
  expect(again.status).toBe(304);
});

test('Decisions §2: it is made at its first request, and served again byte for byte', async () => {
  const sold = await shop.test.fiscalized();
  expect(await waitingPrints(sold.id)).toEqual([]);
  expect(await versionsOf(sold.id)).toEqual([]);
  const first = await Promise.all(Array.from({ length: 8 }, () => pdf(sold.id)));
  const again = await pdf(sold.id);
  for (const { status, headers, body } of first) {
    expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: again.headers.etag });
    expect((body as Buffer).equals(again.body as Buffer)).toBe(true);
  }
  expect(await versionsOf(sold.id)).toEqual([sold.fic]);
  expect(await waitingPrints(sold.id)).toEqual([]);
});

test('a print whose wake-up got lost is made all the same', async () => {
  const { id, fic } = await shop.test.fiscalized(cashInvoice());
  // As a call leaves it that dies between its row and its wake-up.
  await service.query(
    `insert into work (subject_id, kind, company_id, environment, scheduled_at)
     select id, 'print', company_id, environment, now() from invoice where id = $1`,
    [id],
  );
  expect(
    await eventually(
      () => versionsOf(id),
      ({ length }) => length > 0,
    ),
  ).toEqual([fic]);
});

test('Decisions §2: a company can choose to have it made at once', async () => {
  const prompt = await openShop(service, { printsAtOnce: true });
  const { id, fic } = await prompt.test.fiscalized(cashInvoice());
  expect(
    await eventually(
      () => versionsOf(id),
      ({ length }) => length > 0,
    ),
  ).toEqual([fic]);
});

const onPaper = (id: unknown, paper: string, kind = '', headers = {}) =>
  shop.test.pdf(`/api/invoices/${kind}${String(id)}/pdf?paper=${paper}`, headers);
const printsOf = (id: unknown) =>
  service.query(
    'select paper, sha256 from printed_document where invoice_id = $1 order by created_at',
    [id],
  );

test.each(['', 'cash/'])(
  'GET /api/invoices/%s{id}/pdf?paper=80mm, and each ETag is of its paper',
  async (kind) => {
    const sold = await shop.test.fiscalized(cashInvoice());
    const strip = await onPaper(sold.id, '80mm', kind);
    expect(strip.status).toBe(200);
    const name = String(sold.invoiceNumber).replaceAll('/', '-');
    expect(strip.headers['content-disposition']).toBe(`inline; filename="${name}-80mm.pdf"`);
    const { size, pages } = await readPdf(strip.body as Buffer);
    expect([Math.round((size.width / 72) * 25.4), pages.length]).toEqual([80, 1]);
    // It was printed first, so that it is what the shop hands out.
    const byDefault = await pdf(sold.id, kind);
    expect((byDefault.body as Buffer).equals(strip.body as Buffer)).toBe(true);
    const a4 = await onPaper(sold.id, 'a4', kind);
    expect(a4.headers['content-disposition']).toBe(`inline; filename="${name}.pdf"`);
    expect(Math.round((await readPdf(a4.body as Buffer)).size.width)).toBe(595);
    expect((await pdf(sold.id, kind)).headers.etag).toBe(strip.headers.etag);
    for (const [paper, own, other] of [
      ['80mm', strip, a4],
      ['a4', a4, strip],
    ] as const) {
      const again = (etag: unknown) =>
        onPaper(sold.id, paper, kind, { 'If-None-Match': String(etag) });
      expect((await again(own.headers.etag)).status).toBe(304);
      const served = await again(other.headers.etag);
      expect([served.status, served.headers.etag]).toEqual([200, own.headers.etag]);
      expect((served.body as Buffer).equals(own.body as Buffer)).toBe(true);
    }
  },
);

test.each(['', 'A4', '80MM', '58mm', 'a4&paper=80mm'])('paper=%s gets 400', async (paper) => {
  const { status, body } = await onPaper(cash.id, paper);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'QUERY_INVALID' });
  expect(body.details).toMatchObject([{ path: 'paper' }]);
});

test('two APIs that are asked for both papers at once have one document of each', async () => {
  const other = atOther(shop.test.key);
  const sold = await shop.test.fiscalized(cashInvoice());
  const calls = Array.from({ length: 24 }, (_, index) => {
    const paper = PAPERS[index % 2]!;
    const path = `/api/invoices/${String(sold.id)}/pdf?paper=${paper}`;
    const by = index % 4 < 2 ? shop.test : other;
    return by.pdf(path).then(({ status, headers }) => ({
      status,
      paper,
      sha256: JSON.parse(String(headers.etag)) as unknown,
    }));
  });
  const read = await Promise.all(calls);
  const stored = await printsOf(sold.id);
  expect(stored.map(({ paper }) => paper).toSorted()).toEqual(['80mm', 'a4']);
  for (const { status, paper, sha256 } of read) {
    expect(status).toBe(200);
    expect(stored).toContainEqual({ paper, sha256 });
  }
  expect(await waitingPrints(sold.id)).toEqual([]);
});

test('a company can choose the strip for what was never printed', async () => {
  const strips = await openShop(service, { printsAtOnce: true });
  const { fic: first, id: before } = await strips.test.fiscalized(cashInvoice());
  await eventually(
    () => versionsOf(before),
    ({ length }) => length > 0,
  );
  await service.query(`update company set paper = '80mm' where id = $1`, [strips.companyId]);
  const { id } = await strips.test.fiscalized(cashInvoice());
  const prints = await eventually(
    () => printsOf(id),
    ({ length }) => length > 0,
  );
  expect(prints).toMatchObject([{ paper: '80mm' }]);
  const get = (of: unknown) => strips.test.pdf(`/api/invoices/${String(of)}/pdf`);
  expect((await get(id)).headers.etag).toBe(`"${String(prints[0]?.sha256)}"`);
  await get(before);
  expect([await versionsOf(before), (await printsOf(before)).length]).toEqual([[first], 1]);
});

test('Decisions §2: a Draft has none: 409 PDF_NOT_AVAILABLE', async () => {
  const draft = await shop.test.draft(nonCashInvoice());
  const { status, body } = await pdf(draft.body.id);
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'PDF_NOT_AVAILABLE' });
});

test('Decisions §2: a Pending and a Failed one have none: 409', async () => {
  await service.script({ type: 'fault', code: 11, message: 'refused' });
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
  const { body: offline } = await shop.test.createAndPrint();
  expect(offline.status).toBe('Offline');
  const first = await pdf(offline.id);
  expect(first.status).toBe(200);
  await service.releaseAuthority();
  await service.deliverNow();
  await shop.test.get(`/api/invoices/${offline.id}`).set('Prefer', 'wait=20');
  // Its delivery prints nothing by itself.
  expect(await waitingPrints(offline.id)).toEqual([]);
  expect(await versionsOf(offline.id)).toEqual([null]);
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
  const { body: offline } = await shop.test.createAndPrint();
  expect(offline.status).toBe('Offline');
  const handedOut = await pdf(offline.id);
  expect(handedOut.status).toBe(200);

  await service.script({ type: 'fault', code: 44, message: 'Not in VAT' });
  await service.releaseAuthority();
  await service.deliverNow();
  const read = () => shop.test.read(offline.id);
  await eventually(read, ({ status }) => status !== 'Offline');
  expect(await read()).toMatchObject({ status: 'Failed', iic: offline.iic, fic: null });
  await service.resetAuthority();
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

test('Decisions §2: an unknown one: 404', async () => {
  expect((await pdf(UNKNOWN_ID)).status).toBe(404);
  expect((await pdf('no-uuid')).status).toBe(404);
});
