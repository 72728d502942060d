import { afterEach, describe, expect, test } from '@jest/globals';
import { createFiscalClient } from './client.ts';
import type { NamedInvoice } from './client.ts';
import { FiscalApiError, FiscalTimeoutError } from './errors.ts';
import type { RepeatOptions } from './repeat.ts';
import { startScriptedService } from './testing/scripted-service.ts';
import type { ScriptedResponse } from './testing/scripted-service.ts';

const ID = '01a1fc55-2af3-773d-a66b-45a24cfcd927';
const REQUEST: NamedInvoice = {
  externalId: 'K1-17',
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'NonCash',
  paymentMethod: 'ACCOUNT',
  paymentDeadline: '2026-12-05T00:00:00Z',
  items: [{ name: 'Knjiga', unitPrice: 14, quantity: 1, vat: { rate: 7 } }],
};
const DRAFT = 'POST /api/invoices/draft';
const ONE_STEP = 'POST /api/invoices/cash/create-and-print';
const FISCALIZE = `POST /api/invoices/${ID}/fiscalize`;
const RATE_LIMITED = { error: 'Rate limit.', code: 'RATE_LIMITED', requestId: ID };

/** The storage went away; `stored` says what is known. */
const away = (stored: 'no' | 'unknown') => {
  const known = stored === 'no' ? {} : { invoiceId: ID };
  const body = { error: 'Away.', code: 'STORAGE_UNAVAILABLE', requestId: ID, stored, ...known };
  return { status: 503, body, headers: { 'Retry-After': '0' } };
};
const record = (status: string) => ({ id: ID, status });
const draft = { status: 201, body: record('Draft') };
const pending = { status: 202, body: record('Pending') };
const found = (status: string) => ({ status: 200, body: record(status) });

let service: Awaited<ReturnType<typeof startScriptedService>>;
afterEach(() => service.close());

async function issue(script: ScriptedResponse[], options: RepeatOptions = {}, change = {}) {
  service = await startScriptedService(script);
  const client = createFiscalClient({ baseUrl: service.baseUrl, apiKey: 'key_test_x' });
  const pauses = { firstPauseMs: 20, longestPauseMs: 40 };
  return client.issueInvoice({ ...REQUEST, ...change }, { ...pauses, ...options });
}
const sell = (script: ScriptedResponse[], options?: RepeatOptions) =>
  issue(script, options, { typeOfInvoice: 'Cash', paymentMethod: 'CARD' });
const calls = () => service.seen.map(({ call }) => call);
const failed = (status: number, retryable: boolean) => {
  const failure = { error: 'Refused.', code: 'EFI_REFUSED', tcrCode: null, efiCode: 53 };
  const more = { efiMessage: 'no', retryable, remedy: 'Register it.', invoiceId: ID };
  return { status, body: { ...failure, ...more, requestId: ID } };
};
const thrownBy = (issued: Promise<unknown>) => issued.catch((thrown: unknown) => thrown);

describe('a cash sale is sent', () => {
  test.each(['Fiscalized', 'Offline'])('once where it is %s at once', async (status) => {
    const sold = await sell([{ status: 201, body: record(status) }]);
    expect(sold.status).toBe(status);
    expect(calls()).toEqual([ONE_STEP]);
    expect(service.seen[0]!.authorization).toBe('Bearer key_test_x');
  });

  test.each<[string, ScriptedResponse]>([
    ['no response', 'drop'],
    ['a page of a proxy', { status: 502, body: '<html>' }],
    ['a response that breaks off', { status: 201, body: '{"id":' }],
    ['a limit', { status: 429, body: RATE_LIMITED }],
    ['a storage that did not take it', away('no')],
    ['a storage that does not say whether it took it', away('unknown')],
    ['an outcome that is still to come', pending],
    ['a failure that may pass', failed(500, true)],
    ['a server that waited too long for the body', { status: 408, body: '' }],
  ])('again after %s, byte for byte', async (_name, first) => {
    const sold = await sell([first, first, found('Fiscalized')]);
    expect(sold.status).toBe('Fiscalized');
    expect(calls()).toEqual([ONE_STEP, ONE_STEP, ONE_STEP]);
    expect(new Set(service.seen.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(service.seen[0]!.body)).toMatchObject({ externalId: 'K1-17' });
  });

  test.each<[string, ScriptedResponse & object]>([
    ['a failure that needs somebody', failed(400, false)],
    ['a mistake of the service', failed(500, false)],
    [
      'an id that another call has',
      { status: 409, body: { error: 'Taken.', code: 'EXTERNAL_ID_TAKEN', invoiceId: ID } },
    ],
    ['a bad key', { status: 401, body: { error: 'No key.', code: 'INVALID_API_KEY' } }],
  ])('never again after %s', async (_name, last) => {
    const error = await thrownBy(sell(['drop', last]));
    expect(error).toBeInstanceOf(FiscalApiError);
    expect(error).toMatchObject({ status: last.status, body: last.body });
    expect(calls()).toEqual([ONE_STEP, ONE_STEP]);
  });

  test('never again where it is refused, with everything that is wrong', async () => {
    const details = [
      { code: 'ITEMS_REQUIRED', path: 'items', message: 'One.' },
      { code: 'VALUE_UNKNOWN', path: 'type', message: 'Two.' },
    ];
    const body = { error: 'One.', code: 'ITEMS_REQUIRED', details, requestId: ID };
    const error = await thrownBy(sell([{ status: 400, body }]));
    expect(error).toMatchObject({ status: 400, body, message: 'One. Two.' });
  });
});

describe('a withdrawal is sent', () => {
  const outcome = (status: string, http = 200) => ({ status: http, body: record(status) });
  const CALL = { externalId: 'K1-W1', cashAmount: 150.5, note: 'To the bank' };
  const withdraw = async (script: ScriptedResponse[]) => {
    service = await startScriptedService(script);
    const client = createFiscalClient({ baseUrl: service.baseUrl, apiKey: 'key_test_x' });
    return client.withdraw(CALL, { firstPauseMs: 20, longestPauseMs: 40 });
  };

  test.each([
    ['Registered', 200],
    ['Offline', 202],
  ])('once where it is %s at once', async (status, http) => {
    expect((await withdraw([outcome(status, http)])).status).toBe(status);
    expect(calls()).toEqual(['POST /api/cashdeposit/withdraw']);
  });

  test('again while it is not known, byte for byte with the same externalId', async () => {
    const open: ScriptedResponse[] = ['drop', away('unknown'), outcome('Pending', 202)];
    expect((await withdraw([...open, outcome('Registered')])).status).toBe('Registered');
    expect(service.seen).toHaveLength(4);
    expect(new Set(service.seen.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(service.seen[0]!.body)).toEqual(CALL);
  });

  test('never again where it is refused', async () => {
    const failure = { error: 'Refused.', code: 'WITHDRAWAL_REFUSED', retryable: false };
    const error = await thrownBy(withdraw(['drop', { status: 400, body: failure }]));
    expect(error).toBeInstanceOf(FiscalApiError);
    expect(error).toMatchObject({ status: 400, body: failure });
    expect(service.seen).toHaveLength(2);
  });
});

describe('a non-cash invoice', () => {
  test('is stored and fiscalized, and waits for the outcome', async () => {
    expect((await issue([draft, found('Fiscalized')])).status).toBe('Fiscalized');
    expect(calls()).toEqual([DRAFT, FISCALIZE]);
    expect(service.seen[1]!.prefer).toBe('wait=10');
  });

  test('begins with the draft again, which finds the first one', async () => {
    const script: ScriptedResponse[] = ['drop', draft, 'drop', found('Draft'), pending];
    await issue([...script, found('Pending'), found('Offline')]);
    expect(calls()).toEqual([DRAFT, DRAFT, FISCALIZE, DRAFT, FISCALIZE, DRAFT, FISCALIZE]);
  });
});

test('a non-cash invoice that failed for good is not taken up again by the same call', async () => {
  const error = { error: 'Refused.', code: 'EFI_REFUSED', retryable: false, remedy: 'Wait.' };
  const stored = { status: 200, body: { id: ID, status: 'Failed', error } };
  const thrown = await thrownBy(issue([stored]));
  expect(thrown).toBeInstanceOf(FiscalApiError);
  expect(thrown).toMatchObject({ message: 'Refused.', body: { ...error, invoiceId: ID } });
  expect(calls()).toEqual([DRAFT]);
});

describe('the pauses', () => {
  test('are as long as Retry-After asks, also above the longest', async () => {
    const busy = { status: 429, body: RATE_LIMITED, headers: { 'Retry-After': '1' } };
    await sell([busy, found('Fiscalized')]);
    expect(service.seen[1]!.atMs - service.seen[0]!.atMs).toBeGreaterThanOrEqual(990);
  });

  test('double up to the longest', async () => {
    const lost: ScriptedResponse[] = ['drop', 'drop', 'drop', 'drop'];
    await sell([...lost, found('Fiscalized')], { firstPauseMs: 40, longestPauseMs: 90 });
    const times = service.seen.map(({ atMs }) => atMs);
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    [40, 80, 90, 90].forEach((least, index) => {
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 2);
    });
  });

  test('end when the time is up, with an error that asks for the same call again', async () => {
    const script = Array.from({ length: 50 }, () => away('unknown'));
    const error = await thrownBy(sell(script, { timeoutMs: 100 }));
    expect(error).toBeInstanceOf(FiscalTimeoutError);
    expect(error).toMatchObject({
      message: expect.stringContaining('with the same externalId'),
      cause: { body: { stored: 'unknown', invoiceId: ID } },
    });
  });

  test('end at once when the caller aborts, with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('closing');
    const options = { signal: controller.signal, firstPauseMs: 10_000, longestPauseMs: 10_000 };
    setTimeout(() => controller.abort(reason), 150);
    await expect(sell([pending], options)).rejects.toBe(reason);
  });
});
