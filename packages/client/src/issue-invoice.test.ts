import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createFiscalClient } from './client.ts';
import { FiscalApiError, FiscalTimeoutError } from './errors.ts';
import type { InvoiceRequest } from './generated/api.ts';
import type { IssueOptions } from './issue-invoice.ts';

const ID = '01a1fc55-2af3-773d-a66b-45a24cfcd927';
const REQUEST: InvoiceRequest = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'NonCash',
  paymentMethod: 'ACCOUNT',
  paymentDeadline: '2026-12-05T00:00:00Z',
  items: [{ name: 'Knjiga', unitPrice: 14, quantity: 1, vat: { rate: 7 } }],
};
const DRAFT = 'POST /api/invoices/draft';
const FISCALIZE = `POST /api/invoices/${ID}/fiscalize`;
const READ = `GET /api/invoices/${ID}`;
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

/** One response of the service; `drop` closes the connection without a word. */
type ScriptedResponse =
  'drop' | { status: number; body?: object | string; headers?: Record<string, string> };

interface SeenCall {
  call: string;
  prefer: unknown;
  authorization: string | undefined;
  atMs: number;
}

/**
 * A service that responds as the script says, one response a call; calls beyond it get 599.
 */
async function startScriptedService(script: ScriptedResponse[]) {
  const seen: SeenCall[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const { prefer, authorization } = headers;
    seen.push({ call: `${method} ${url}`, prefer, authorization, atMs: Date.now() });
    const scripted = script.shift() ?? { status: 599 };
    if (scripted === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status, body = {}, headers: more } = scripted;
    response.writeHead(status, { 'Content-Type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { baseUrl: `http://127.0.0.1:${port}`, seen, close };
}

let service: Awaited<ReturnType<typeof startScriptedService>>;
afterEach(() => service.close());

async function issue(script: ScriptedResponse[], options: IssueOptions = {}) {
  service = await startScriptedService(script);
  const client = createFiscalClient({ baseUrl: service.baseUrl, apiKey: 'key_test_x' });
  return client.issueInvoice(REQUEST, { firstPauseMs: 20, longestPauseMs: 40, ...options });
}
const calls = () => service.seen.map(({ call }) => call);

describe('the outcome', () => {
  test.each(['Fiscalized', 'Offline', 'Failed'])('ends the waiting: %s', async (status) => {
    const invoice = await issue([draft, pending, found('Pending'), found(status)]);
    expect(invoice.status).toBe(status);
    expect(calls()).toEqual([DRAFT, FISCALIZE, READ, READ]);
  });

  test('of a call that waited is returned without another read', async () => {
    expect((await issue([draft, found('Fiscalized')])).status).toBe('Fiscalized');
    expect(calls()).toEqual([DRAFT, FISCALIZE]);
    expect(service.seen[1]).toMatchObject({
      prefer: 'wait=10',
      authorization: 'Bearer key_test_x',
    });
  });

  test('of a failed fiscalization is the record', async () => {
    const failure = { error: 'Refused.', code: 'EFI_REFUSED', invoiceId: ID, requestId: ID };
    const script = [draft, { status: 400, body: failure }, found('Failed')];
    expect((await issue(script)).status).toBe('Failed');
    expect(calls()).toEqual([DRAFT, FISCALIZE, READ]);
  });
});

describe('the invoice is created once', () => {
  test('although the response of fiscalize is lost: its status is read first', async () => {
    const script: ScriptedResponse[] = [draft, 'drop', found('Draft'), found('Fiscalized')];
    await issue(script);
    expect(calls()).toEqual([DRAFT, FISCALIZE, READ, FISCALIZE]);
  });

  test('although a proxy responds in between', async () => {
    const script = [draft, { status: 502, body: '<html>' }, found('Pending'), found('Fiscalized')];
    await issue(script);
    expect(calls()).toEqual([DRAFT, FISCALIZE, READ, READ]);
  });

  test.each<ScriptedResponse>(['drop', { status: 504, body: '' }])(
    'a lost response of the creation is not repeated: %j',
    async (lost) => {
      const error = await issue([lost]).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FiscalTimeoutError);
      expect(error).toMatchObject({
        invoiceId: null,
        message: expect.stringContaining('before you create it again'),
      });
      expect(calls()).toEqual([DRAFT]);
    },
  );

  test('although the service could not store it at first, and said so', async () => {
    await issue([away('no'), away('no'), draft, found('Fiscalized')]);
    expect(calls()).toEqual([DRAFT, DRAFT, DRAFT, FISCALIZE]);
  });

  test('and not again as long as the service cannot say whether it is stored', async () => {
    const unknown = away('unknown');
    const script = [unknown, ...Array.from({ length: 200 }, () => unknown)];
    const error = await issue(script, { timeoutMs: 400 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FiscalTimeoutError);
    expect(error).toMatchObject({
      invoiceId: ID,
      cause: { body: { stored: 'unknown', invoiceId: ID } },
    });
    expect(new Set(calls().slice(1))).toEqual(new Set([READ]));
    expect(calls()[0]).toBe(DRAFT);
  });

  test('and not again where it is found to be stored', async () => {
    const script: ScriptedResponse[] = [away('unknown'), 'drop', away('unknown'), found('Draft')];
    expect((await issue([...script, found('Fiscalized')])).status).toBe('Fiscalized');
    expect(calls()).toEqual([DRAFT, READ, READ, READ, FISCALIZE]);
  });

  test('and again once the service says that it is not stored and never will be', async () => {
    const gone = { error: 'None.', code: 'NOT_FOUND', requestId: ID };
    await issue([away('unknown'), { status: 404, body: gone }, draft, found('Fiscalized')]);
    expect(calls()).toEqual([DRAFT, READ, DRAFT, FISCALIZE]);
  });

  test('although the storage goes away while it is fiscalized', async () => {
    await issue([draft, away('unknown'), away('no'), found('Draft'), found('Fiscalized')]);
    expect(calls()).toEqual([DRAFT, FISCALIZE, READ, READ, FISCALIZE]);
  });

  test('and a refused one is an error with everything that is wrong', async () => {
    const details = [
      { code: 'ITEMS_REQUIRED', path: 'items', message: 'One.' },
      { code: 'VALUE_UNKNOWN', path: 'type', message: 'Two.' },
    ];
    const body = { error: 'One.', code: 'ITEMS_REQUIRED', details, requestId: ID };
    const error = await issue([{ status: 400, body }]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FiscalApiError);
    expect(error).toMatchObject({ status: 400, body, message: 'One. Two.' });
  });
});

describe('patience', () => {
  test('waits as long as Retry-After asks, also above the pause', async () => {
    const busy = { status: 429, body: RATE_LIMITED, headers: { 'Retry-After': '1' } };
    await issue([busy, draft, pending, found('Fiscalized')]);
    expect(calls()).toEqual([DRAFT, DRAFT, FISCALIZE, READ]);
    expect(service.seen[1]!.atMs - service.seen[0]!.atMs).toBeGreaterThanOrEqual(990);
  });

  test('grows between two reads', async () => {
    const reads = [found('Pending'), found('Pending'), found('Pending'), found('Fiscalized')];
    await issue([draft, pending, ...reads], { firstPauseMs: 40, longestPauseMs: 90 });
    const times = service.seen.slice(1).map(({ atMs }) => atMs);
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    [40, 60, 90, 90].forEach((least, index) => {
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 2);
    });
  });

  test('ends with an error that asks to check the status before anything is repeated', async () => {
    const script = [draft, pending, ...Array.from({ length: 50 }, () => found('Pending'))];
    const error = await issue(script, { timeoutMs: 100 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FiscalTimeoutError);
    expect(error).toMatchObject({
      invoiceId: ID,
      message: expect.stringMatching(/Check its status .* never create it again/),
    });
  });

  test('ends at once when the caller aborts, with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('closing');
    const options = { signal: controller.signal, firstPauseMs: 10_000, longestPauseMs: 10_000 };
    setTimeout(() => controller.abort(reason), 150);
    await expect(issue([draft, pending], options)).rejects.toBe(reason);
  });
});

test('the id is given away before anything is issued', async () => {
  let callsBefore: string[] = [];
  await issue([draft, found('Fiscalized')], {
    onDraft: ({ id }) => {
      expect(id).toBe(ID);
      callsBefore = calls();
    },
  });
  expect(callsBefore).toEqual([DRAFT]);
});
