// PostgreSQL goes away under the running service: every endpoint says so with 503 and with what was
// stored, and serves again when it is back, without a restart of anything else.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, eventually, startStack } from '@fiscal/testbed';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type request from 'supertest';
import type { Endpoint } from '../../../apps/api/src/http/endpoint.ts';
import { PANEL_ENDPOINTS } from '../../../apps/api/src/panel/panel-endpoints.ts';
import { PUBLIC_ENDPOINTS } from '../../../apps/api/src/public/public-endpoints.ts';
import { BODIES, pathOf } from '../../../apps/api/src/testing/route-walk.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { callerOf } from '../service/caller.ts';
import { cashInvoice, nonCashInvoice } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';

const directory = mkdtempSync(join(tmpdir(), 'fiscal-storage-away-'));
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});
const stack = await startStack({
  directory,
  isDurable: false,
  isWithoutRedis: true,
  isProxied: true,
  environment: {
    LOG_LEVEL: 'error',
    CREATE_AND_PRINT_WAIT_MS: '8000',
    // A sale whose worker lost its storage is taken up again soon, and delivered soon.
    EFI_ONLINE_BUDGET_MS: '5000',
    LEASE_MS: '10500',
    DELIVERY_AFTER_MS: '300',
  },
});
const shop = callerOf({ stack }, stack.demo.testKey);
const { body: sold } = await shop.createAndPrint();
const draft = await shop.store();
const panel = await openPanel({ stack });

/** Every endpoint that a shop or a person calls, with what it stores. */
const ENDPOINTS: Record<string, () => request.Test> = {
  draft: () => shop.draft(nonCashInvoice()),
  'create-and-print': () => shop.createAndPrint(),
  fiscalize: () => shop.post(`/api/invoices/${draft}/fiscalize`),
  'fiscalize and wait': () => shop.fiscalize(draft),
  read: () => shop.get(`/api/invoices/${sold.id}`),
  'read and wait': () => shop.get(`/api/invoices/${sold.id}`).set('Prefer', 'wait=5'),
  'read cash': () => shop.get(`/api/invoices/cash/${sold.id}`),
  list: () => shop.get('/api/invoices'),
  statuses: () => shop.post('/api/invoices/status', { ids: [sold.id] }),
  cancel: () => shop.post(`/api/invoices/${sold.id}/cancel`),
  state: () => shop.get('/api/reports/state'),
  journal: () => shop.get('/api/reports/journal?from=2026-07-01&to=2026-07-02'),
  events: () => shop.get('/api/events?from=now').set('Prefer', 'wait=5'),
  pdf: () => shop.get(`/api/invoices/${sold.id}/pdf`),
  'cash pdf': () => shop.get(`/api/invoices/cash/${sold.id}/pdf`),
  'tcr/register': () => shop.post('/api/tcr/register', {}),
  'cashdeposit/initial': () => shop.post('/api/cashdeposit/initial', { cashAmount: 0 }),
  'cashdeposit/withdraw': () => shop.post('/api/cashdeposit/withdraw', { cashAmount: 1 }),
  cashdeposit: () => shop.get('/api/cashdeposit'),
  'a page of the panel': () => panel.get('/companies'),
  'a change in the panel': () => panel.post('/companies', { name: 'Nova' }),
};

/** They look for one invoice, of which nothing is known then. */
const LOOK_UPS = ['read', 'read and wait', 'read cash', 'pdf', 'cash pdf', 'statuses'];

/**
 * Of the calls of a key, which the API may know from shortly before: only a sound body gets to the
 * storage.
 */
const SOUND: Readonly<Record<string, object>> = {
  createDraft: nonCashInvoice(),
  createAndPrint: cashInvoice(),
  registerInitialDeposit: { cashAmount: 0 },
  withdraw: { cashAmount: 1 },
  readStatuses: { ids: [sold.id] },
};
const RANGE = '?from=2026-07-01&to=2026-07-02';
const SOUND_QUERIES: Readonly<Record<string, string>> = {
  readEvents: '?from=now',
  readDay: '?date=2026-07-01',
  readPeriod: RANGE,
  readJournal: RANGE,
  readOfflineJournal: RANGE,
  readCorrectiveJournal: RANGE,
};

async function saysThatItIsAway(): Promise<void> {
  for (const [name, call] of Object.entries(ENDPOINTS)) {
    const { status, body, headers } = await call();
    const { code, stored, invoiceId } = body as Body;
    const known = LOOK_UPS.includes(name)
      ? { stored: 'unknown', ...(name !== 'statuses' && { invoiceId: sold.id as string }) }
      : { stored: 'no' };
    expect({ name, status, code, stored, invoiceId, retryAfter: headers['retry-after'] }).toEqual({
      name,
      status: 503,
      code: 'STORAGE_UNAVAILABLE',
      ...known,
      retryAfter: '2',
    });
    expect(body.error).toContain(
      LOOK_UPS.includes(name) ? 'again after the seconds of Retry-After' : 'Nothing was stored',
    );
  }
  // A balancer asks the first, so that callers get these responses.
  const health = ['/health/live', '/health/ready'].map((path) => fetch(`${stack.apiUrl}${path}`));
  expect((await Promise.all(health)).map(({ status }) => status)).toEqual([200, 503]);
}

async function servesAgain(): Promise<void> {
  const back = await eventually(
    async () => (await shop.createAndPrint()).body as Body,
    ({ status }) => status === 'Fiscalized',
  );
  expect((await shop.pdf(`/api/invoices/${String(back.id)}/pdf`)).status).toBe(200);
  expect((await shop.get('/api/invoices')).status).toBe(200);
  expect((await panel.get('/companies')).status).toBe(200);
}

/** How many invoices there are. */
const count = () => query<{ count: string }>('select count(*) from invoice').then(([row]) => row);

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

test('PostgreSQL is stopped: every endpoint says 503 and what was stored; then all is as before', async () => {
  const before = await count();
  await stack.processes.get('postgres')?.stop();
  await saysThatItIsAway();
  await stack.restart('postgres');
  expect(await count()).toEqual(before);
  await servesAgain();
});

test('every endpoint of both APIs says so, and none breaks', async () => {
  const signedIn = { Cookie: panel.cookie, 'X-CSRF-Token': panel.csrfToken, 'If-Match': '*' };
  const withKey = { Authorization: `Bearer ${shop.key}` };
  await stack.processes.get('postgres')?.stop();
  const callOf = async (endpoint: Endpoint, base: string, headers: Record<string, string>) => {
    const { method, operationId } = endpoint;
    const isRead = method === 'get';
    const path = `${pathOf(endpoint, {})}${SOUND_QUERIES[operationId] ?? ''}`;
    const response = await fetch(`${stack.apiUrl}${base}${path}`, {
      method: method.toUpperCase(),
      headers: { ...headers, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
      ...(isRead ? {} : { body: JSON.stringify(SOUND[operationId] ?? BODIES[operationId] ?? {}) }),
    });
    await response.body?.cancel();
    return {
      operationId,
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
    };
  };
  const responses = [
    ...(await Promise.all(PANEL_ENDPOINTS.map((each) => callOf(each, '/admin/api', signedIn)))),
    ...(await Promise.all(PUBLIC_ENDPOINTS.map((each) => callOf(each, '/api', withKey)))),
  ];
  await stack.restart('postgres');
  const others = responses.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '2');
  expect(others).toEqual([]);
  await servesAgain();
});

test('the pool is exhausted: calls that get no connection say so within its time, until its holder is ended', async () => {
  const holder = new pg.Client({ connectionString: stack.databaseUrl });
  const ended = new Promise((resolve) => holder.on('error', resolve));
  await holder.connect();
  await holder.query('begin; lock table invoice in access exclusive mode');
  const drafts = Array.from({ length: 40 }, () => shop.draft(nonCashInvoice()));
  const reads = Array.from({ length: 40 }, () => shop.get(`/api/invoices/${sold.id}/pdf`));
  const lists = Array.from({ length: 40 }, () => shop.get('/api/invoices'));
  const responses = await Promise.all([...drafts, ...reads]);
  const ofLists = await Promise.all(lists);
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'
     order by xact_start limit 1`,
  );
  await ended;
  const kinds = responses.map(({ status, headers }) => `${status} ${headers['retry-after']}`);
  // Written in one statement, or cancelled by PostgreSQL: nothing is stored either way.
  expect([...new Set(kinds)]).toEqual(['503 2']);
  // One list of a company is in progress; those that wait behind it are not kept waiting.
  for (const { status } of ofLists) expect([429, 503]).toContain(status);
  await servesAgain();
});

test('what breaks on our side is 500, and the log says what it is beside the id of the call', async () => {
  await query('alter view printed_document rename to documents_elsewhere');
  const { status, body } = await shop.get(`/api/invoices/${sold.id}/pdf`);
  await query('alter view documents_elsewhere rename to printed_document');
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'INTERNAL_ERROR' });
  const log = readFileSync(stack.processes.get('api')!.logFile, 'utf8').split('\n');
  const lines = log.filter((line) => line.includes(String(body.requestId)));
  expect(lines.join('\n')).toContain('relation \\"printed_document\\" does not exist');
  await servesAgain();
});

test('a key is not called wrong while PostgreSQL cannot be asked', async () => {
  await stack.proxies?.postgres.setMode('refuse');
  const { status } = await callerOf({ stack }, `${shop.key.slice(0, -8)}AAAAAAAA`).get(
    '/api/invoices',
  );
  // Its checksum is wrong: that needs no storage.
  expect(status).toBe(401);
  const { body } = await callerOf({ stack }, stack.demo.liveKey).get('/api/invoices');
  expect(body).toMatchObject({ code: 'STORAGE_UNAVAILABLE', stored: 'no' });
  await stack.proxies?.postgres.setMode('pass');
  await servesAgain();
});

describe('the line breaks', () => {
  let holder: pg.Client;
  beforeEach(async () => {
    holder = new pg.Client({ connectionString: stack.databaseUrl });
    await holder.connect();
  });
  afterEach(() => holder.end());

  /** Holds up every write of an invoice, calls, cuts the line in mid-statement, and lets go. */
  async function cutUnder(call: () => PromiseLike<{ status: number; body: Body }>) {
    await holder.query('begin; lock table invoice in share mode');
    const waiting = Promise.resolve(call());
    await eventually(
      () =>
        query(`select 1 from pg_stat_activity where application_name = 'fiscal-api'
                   and wait_event_type = 'Lock' and query like '%invoice%'`),
      (rows) => rows.length > 0,
    );
    stack.proxies?.postgres.cut();
    const response = await waiting;
    await holder.query('rollback');
    return response;
  }

  test('under a draft: the outcome is unknown, and the id shows it afterwards', async () => {
    const { status, body } = await cutUnder(() => shop.draft(nonCashInvoice()));
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        error: expect.stringContaining(`GET /api/invoices/${String(body.invoiceId)}`),
        code: 'STORAGE_UNAVAILABLE',
        stored: 'unknown',
        invoiceId: expect.any(String),
        requestId: expect.any(String),
      },
    });
    const stored = await eventually(
      () => query('select 1 from invoice where id = $1', [body.invoiceId]),
      (rows) => rows.length === 1,
    );
    expect(stored).toHaveLength(1);
    const read = await eventually(
      () => shop.get(`/api/invoices/${String(body.invoiceId)}`),
      ({ status }) => status !== 503,
    );
    expect(read.body).toMatchObject({ id: body.invoiceId, status: 'Draft' });
  });

  test('under create-and-print: the outcome is unknown, and what was stored is fiscalized once', async () => {
    const { status, body } = await cutUnder(() => shop.createAndPrint());
    expect({ status, stored: body.stored }).toEqual({ status: 503, stored: 'unknown' });
    expect(await shop.until(body.invoiceId, 'Fiscalized')).toMatchObject({ id: body.invoiceId });
  });

  test('under fiscalize: it may be repeated, and is not begun twice', async () => {
    const id = await shop.store();
    const { status, body } = await cutUnder(() => shop.fiscalize(id));
    expect({ status, stored: body.stored, invoiceId: body.invoiceId }).toEqual({
      status: 503,
      stored: 'unknown',
      invoiceId: id,
    });
    expect(body.error).toContain('call fiscalize again');
    const again = await eventually(
      () => shop.fiscalize(id),
      ({ status }) => status !== 503,
    );
    expect(again.body).toMatchObject({
      id,
      status: expect.stringMatching(/^(Fiscalized|Offline)$/),
    });
  });

  test('while create-and-print waits for its outcome: the invoice is stored, and is said to be', async () => {
    const behaviour = { type: 'delay', ms: 7_000 };
    const replies = [{ match: { kind: 'invoice' }, behaviour }];
    await controlOf(stack.simulatorUrl)('POST', '/script', { replies });
    const before = Number((await count())?.count);
    const waiting = Promise.resolve(shop.createAndPrint());
    await eventually(count, (row) => Number(row?.count) > before);
    await stack.proxies?.postgres.setMode('refuse');
    const { status, body } = await waiting;
    await stack.proxies?.postgres.setMode('pass');
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'STORAGE_UNAVAILABLE', stored: 'yes', invoiceId: expect.any(String) },
    });
    expect(body.error).toContain('do not create it again');
    const record = await eventually(
      async () => (await shop.get(`/api/invoices/${String(body.invoiceId)}`)).body as Body,
      ({ status: now }) => now === 'Fiscalized' || now === 'Offline',
    );
    expect(record.id).toBe(body.invoiceId);
  });
});
