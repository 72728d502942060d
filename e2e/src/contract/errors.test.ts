// Spec, Errors: every row of the two tables; decisions §2: the bodies. Rows about keys and
// companies are in authentication.test.ts, rows about payloads in payload and payment-methods.

import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { expectRefusal } from './rows.ts';
import { openShop } from './shop.ts';

const service = await startService();
const shop = await openShop(service);
afterEach(() => service.resetAuthority());

const script = (kind: string, code: number, times = 1, message = `authority says ${code}`) =>
  service.script({ type: 'fault', code, message }, { kind }, times);
const raw = (body: string | Buffer, type = 'application/json', path = '/api/invoices/draft') =>
  request(service.stack.apiUrl)
    .post(path)
    .set('Authorization', `Bearer ${shop.test.key}`)
    .set('Content-Type', type)
    // As it is: a Buffer would be sent as JSON that describes it.
    .serialize((sent) => sent as string)
    .send(body);
const hasShape = (response: { body: Body; headers: Record<string, string> }) => {
  expect(response.body).toMatchObject({
    error: expect.stringMatching(/^\S.*\S$/),
    code: expect.stringMatching(/^[A-Z][A-Z_]+$/),
  });
  expect(response.body.requestId).toBe(response.headers['x-request-id']);
};

describe('what is sent', () => {
  test.each([
    ['cut off', '{"type":"Invoice"'],
    ['not JSON', 'type=Invoice'],
    ['empty braces of another language', '{type: "Invoice"}'],
  ])('Spec, Errors: invalid JSON (%s): 400', async (_case, sent) => {
    const response = await raw(sent);
    expect(response.status).toBe(400);
    hasShape(response);
  });

  // What an old till writes; the payloads are sound but for their bytes.
  const encoded = (letters: string, bytes: readonly number[]) => {
    const [before, after] = JSON.stringify(cashInvoice({ note: letters })).split(letters);
    return Buffer.concat([Buffer.from(before!), Buffer.from(bytes), Buffer.from(after!)]);
  };
  const NOT_UTF8: [string, Buffer][] = [
    ['Windows-1250', encoded('Čevapi', [0xc8, 0x65, 0x76, 0x61, 0x70, 0x69])],
    ['Windows-1251', encoded('Кафа', [0xca, 0xe0, 0xf4, 0xe0])],
    ['a letter that is cut off', encoded('č', [0xc4])],
    ['an overlong form', encoded('/', [0xc0, 0xaf])],
    ['half of a surrogate pair', encoded('x', [0xed, 0xa0, 0xbd])],
  ];
  test.each(NOT_UTF8)(
    'Decisions §2: bytes that are not UTF-8 (%s) are refused, never repaired',
    async (_case, sent) => {
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        const response = await raw(sent, type);
        expect(response).toMatchObject({ status: 400, body: { code: 'MALFORMED_JSON' } });
        expect(response.body.error).toContain('UTF-8');
        hasShape(response);
      }
    },
  );

  test.each(['[]', '"text"', '17', 'null', 'true'])(
    'Spec, Errors: JSON that is no object (%s): 400',
    async (sent) => {
      const response = await raw(sent);
      expect(response.status).toBe(400);
      hasShape(response);
    },
  );

  test('Spec, Errors: field validation: 400 with a field validation message', async () => {
    const response = await shop.test.draft(cashInvoice({ items: undefined }));
    expectRefusal(response, { path: 'items', code: 'FIELD_REQUIRED' });
    expect(response.body.error).toContain('items');
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
    'Decisions §2: wrong content type %s: 415',
    async (type) => {
      const response = await raw('{"type":"Invoice"}', type);
      expect(response.status).toBe(415);
      hasShape(response);
    },
  );

  test.each(['utf-8', 'UTF-8', 'utf8', 'UTF8', '"utf8"'])(
    'Decisions §2: application/json with the charset %s is JSON in UTF-8',
    async (charset) => {
      const type = `application/json; charset=${charset}`;
      const response = await raw(JSON.stringify(cashInvoice({ note: 'Čevapi' })), type);
      expect(response).toMatchObject({ status: 201, body: { note: 'Čevapi' } });
    },
  );

  test.each(['windows-1250', 'iso-8859-2', 'utf-16', 'utf-16le', 'utf-7', 'us-ascii'])(
    'Decisions §2: the charset %s is another: 415',
    async (charset) => {
      const type = `application/json; charset=${charset}`;
      const response = await raw(JSON.stringify(cashInvoice()), type);
      expect(response).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
      hasShape(response);
    },
  );

  test('Decisions §2: a body above 1 MiB: 413', async () => {
    const response = await raw(JSON.stringify({ note: 'n'.repeat(1024 * 1024) }));
    expect(response.status).toBe(413);
    hasShape(response);
  });

  test.each(['/api/nothing', '/api/invoices/x/y/z', '/nothing'])(
    'Decisions §2: unknown path %s: 404',
    async (path) => {
      const response = await shop.test.get(path);
      expect(response.status).toBe(404);
      hasShape(response);
    },
  );

  test('Spec, Errors: create-and-print takes typeOfInvoice Cash only: 400', async () => {
    const response = await shop.test.createAndPrint(nonCashInvoice());
    expectRefusal(response, { path: 'typeOfInvoice', code: 'TYPE_OF_INVOICE_NOT_CASH' });
  });
});

describe('what the authority refuses', () => {
  test('Spec, Errors: initial deposit failed: 400 with error, code and tcrCode', async () => {
    const fresh = await openShop(service);
    await script('cash-deposit', 11);
    const { status, body } = await fresh.test.createAndPrint();
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: expect.any(String),
      code: 'INITIAL_DEPOSIT_FAILED',
      tcrCode: fresh.tcrCodes.test,
    });
  });

  const WRONG_ENU = 'Wrong ENU in the admin panel, or the TCR is not active.';
  const CORRECT_DATA =
    "Correct in the till what the authority's words name, issue the invoice anew, and dismiss this " +
    'one in the admin panel.';
  const REFUSALS: [number, string, string][] = [
    [
      53,
      'TCR is not registered',
      'Call POST /api/tcr/register with {} and check the ENU in the admin panel.',
    ],
    [11, 'TCR is not valid', WRONG_ENU],
    [11, 'Total VAT amount is wrong', CORRECT_DATA],
    // Decisions §6: of words that no pattern knows the specification's remedy comes first.
    [11, 'authority says 11', `${WRONG_ENU} If neither is the case, c${CORRECT_DATA.slice(1)}`],
  ];
  test.each(REFUSALS)(
    'Spec, EFI codes: %d "%s" is 400 with its remedy and the authority’s own words',
    async (code, words, remedy) => {
      await script('invoice', code, 1, words);
      const { status, body, headers } = await shop.test.createAndPrint();
      expect(status).toBe(400);
      hasShape({ body, headers });
      expect(body).toMatchObject({
        tcrCode: shop.tcrCodes.test,
        efiCode: code,
        efiMessage: words,
        retryable: false,
        remedy,
        invoiceId: expect.any(String),
      });
      const failed = await shop.test.read(body.invoiceId);
      expect(failed).toMatchObject({ status: 'Failed', errorMessage: body.error });
      const { requestId, invoiceId, ...failure } = body as Body;
      expect([typeof requestId, typeof invoiceId]).toEqual(['string', 'string']);
      expect(failed.error).toEqual(failure);
    },
  );

  test('Spec, EFI codes: 56 on the deposit: fiscalization continues', async () => {
    await script('cash-deposit', 56);
    const { status, body } = await shop.test.post('/api/cashdeposit/initial', { cashAmount: 0 });
    expect(status).toBe(200);
    expect(body.alreadyRegistered).toBe(true);
    expect((await shop.test.createAndPrint()).body.status).toBe('Fiscalized');
  });

  test('Spec, EFI codes: 58: the deposit is registered and the sale sent again, by itself', async () => {
    await script('invoice', 58);
    const { status, body } = await shop.test.createAndPrint();
    expect(status).toBe(201);
    expect(body.status).toBe('Fiscalized');
  });

  test('Spec, EFI codes: 58 again: Failed, with the remedy, and fiscalize can be repeated', async () => {
    await script('invoice', 58, 2);
    const { status, body } = await shop.test.createAndPrint();
    expect(status).toBe(400);
    expect(body).toMatchObject({
      efiCode: 58,
      remedy: 'Repeat fiscalize or call POST /api/cashdeposit/initial.',
    });
    await service.control('DELETE', '/script');
    expect((await shop.test.fiscalize(body.invoiceId)).body.status).toBe('Fiscalized');
  });
});

describe('what fails on our side or theirs', () => {
  test('Spec, Errors: tax-service failure: 500, and the status is Failed', async () => {
    const online = await openShop(service, { offlineIssuing: false });
    await online.test.post('/api/cashdeposit/initial', { cashAmount: 0 });
    await service.control('PUT', '/mode', { service: { type: 'http', status: 503 } });
    const response = await online.test.createAndPrint();
    expect(response.status).toBe(500);
    hasShape(response);
    expect(response.body).toMatchObject({ code: 'EFI_UNAVAILABLE', retryable: true });
    expect(await online.test.read(response.body.invoiceId)).toMatchObject({ status: 'Failed' });
    await service.control('DELETE', '/mode');
    const again = await online.test.fiscalize(response.body.invoiceId);
    expect(again.body).toMatchObject({ status: 'Fiscalized' });
  });

  test('Spec, Errors: certificate failure: 500, and the status is Failed', async () => {
    const fresh = await openShop(service);
    await service.query('update certificate set is_active = false where company_id = $1', [
      fresh.companyId,
    ]);
    const response = await fresh.test.createAndPrint();
    expect(response.status).toBe(500);
    hasShape(response);
    expect(response.body).toMatchObject({ code: 'CERTIFICATE_ERROR', efiCode: null });
    expect(await fresh.test.read(response.body.invoiceId)).toMatchObject({
      status: 'Failed',
      invoiceNumber: null,
      errorMessage: response.body.error,
    });
  });
});

describe('the onboarding calls', () => {
  test('Spec, Endpoints: POST /api/tcr/register with {} returns the tcrCode', async () => {
    const { status, body } = await shop.test.post('/api/tcr/register', {});
    expect(status).toBe(200);
    expect(body.tcrCode).toMatch(/^[a-z]{2}\d{3}[a-z]{2}\d{3}$/);
  });

  test('Spec, Errors: EFI TCR errors on POST /api/tcr/register: 400', async () => {
    await script('tcr', 43);
    const response = await shop.test.post('/api/tcr/register', {});
    expect(response.status).toBe(400);
    hasShape(response);
    expect(response.body.efiCode).toBe(43);
  });

  test('Spec, Endpoints: POST /api/cashdeposit/initial with { cashAmount: 0 }', async () => {
    const fresh = await openShop(service);
    const { status, body } = await fresh.test.post('/api/cashdeposit/initial', { cashAmount: 0 });
    expect(status).toBe(200);
    expect(body).toEqual({
      fcdc: expect.stringMatching(/^[0-9a-f-]{36}$/),
      cashAmount: 0,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      tcrCode: fresh.tcrCodes.test,
      alreadyRegistered: false,
    });
  });

  test.each([
    [{}, 'FIELD_REQUIRED'],
    [{ cashAmount: '0' }, 'FIELD_TYPE_INVALID'],
    [{ cashAmount: null }, 'FIELD_TYPE_INVALID'],
    [{ cashAmount: -0.01 }, 'NEGATIVE_NOT_ALLOWED'],
    [{ cashAmount: 0.001 }, 'TOO_MANY_DECIMALS'],
    [{ cashAmount: 1e10 }, 'AMOUNT_TOO_LARGE'],
  ])(
    'Decisions §2: cashAmount is a number ≥ 0 with at most 2 decimals, not %j',
    async (sent, code) => {
      const response = await shop.test.post('/api/cashdeposit/initial', sent);
      expectRefusal(response, { path: 'cashAmount', code });
    },
  );
});
