// Spec, What the service does, States and transitions; decisions §2: every status, every transition
// and what else happens with it.

import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@fiscal/testbed';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';

/** Settings of the API at its next start. */
let waits: Record<string, string> = {};
const service = await startService({
  prints: true,
  environment: { DELIVERY_AFTER_MS: '300' },
  environmentOf: (name) => (name === 'api' ? waits : {}),
});
const shop = await openShop(service);
afterEach(() => service.resetAuthority());

const script = (kind: string, behaviour: object) => service.script(behaviour, { kind });
const fault = (code: number) => ({ type: 'fault', code, message: `refused with ${code}` });
const messagesOf = async (of: Shop): Promise<Body[]> => {
  const ledger = await service.control('GET', `/ledger?tcrCode=${of.tcrCodes.test}`);
  return ledger.messages as Body[];
};

describe('Draft', () => {
  test('Spec, Transitions: (none) → Draft by POST /api/invoices/draft, with its id', async () => {
    const { status, body, headers } = await shop.test.draft(nonCashInvoice());
    expect(status).toBe(201);
    expect(body.status).toBe('Draft');
    expect(body.id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(headers.location).toBe(`/api/invoices/${String(body.id)}`);
    expect(await shop.test.read(body.id)).toEqual(body);
  });

  test('Spec, Statuses: a Draft is not fiscalized: no iic, fic, number or time', async () => {
    const { body } = await shop.test.draft(nonCashInvoice());
    const nothing = { iic: null, fic: null, invoiceNumber: null, fiscalizedAt: null };
    expect(body).toMatchObject({ ...nothing, verificationUrl: null, attempts: 0 });
  });

  test('Spec, Transitions: Draft → Pending: 202, Location and Retry-After', async () => {
    const { body: draft } = await shop.test.draft(nonCashInvoice());
    await service.whileWorkerRests(async () => {
      const { status, body, headers } = await shop.test.post(`/api/invoices/${draft.id}/fiscalize`);
      expect(status).toBe(202);
      expect(body).toMatchObject({ id: draft.id, status: 'Pending' });
      expect(headers.location).toBe(`/api/invoices/${draft.id}`);
      expect(headers['retry-after']).toBe('1');
      const pending = await shop.test.get(`/api/invoices/${draft.id}`);
      expect(pending.body.status).toBe('Pending');
      expect(pending.headers['retry-after']).toBe('1');
    });
    const done = await shop.test.get(`/api/invoices/${draft.id}`).set('Prefer', 'wait=10');
    expect(done.body.status).toBe('Fiscalized');
    expect(done.headers['retry-after']).toBeUndefined();
  });

  test('Spec, Transitions: Draft → Fiscalized when processing completes in the call', async () => {
    const { body: draft } = await shop.test.draft(nonCashInvoice());
    const { status, body } = await shop.test.fiscalize(draft.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Fiscalized', attempts: 1 });
    expect(body.iic).toMatch(/^[0-9A-F]{32}$/);
    expect(body.fic).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.invoiceNumber).toMatch(/^[a-z0-9]{10}\/\d+\/\d{4}\/[a-z0-9]{10}$/);
    const pdf = await shop.test.pdf(`/api/invoices/${draft.id}/pdf`);
    expect(pdf.status).toBe(200);
  });

  test('Decisions §2: on an invoice already Pending: the same 202, and no second job', async () => {
    const { body: draft } = await shop.test.draft(nonCashInvoice());
    const calls = await service.whileWorkerRests(() =>
      Promise.all(
        Array.from({ length: 8 }, () => shop.test.post(`/api/invoices/${draft.id}/fiscalize`)),
      ),
    );
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 202));
    const { body } = await shop.test.fiscalize(draft.id);
    const ledger = await service.control('GET', `/ledger?iic=${String(body.iic)}`);
    expect(ledger.invoices).toHaveLength(1);
    expect(ledger.messages).toHaveLength(1);
  });
});

describe('Pending', () => {
  test('Spec, Transitions: Pending → Failed: errorMessage set, in the call the failure body', async () => {
    await script('invoice', fault(11));
    const { body: draft } = await shop.test.draft(nonCashInvoice());
    const { status, body } = await shop.test.fiscalize(draft.id);
    expect(status).toBe(400);
    expect(body).toMatchObject({ invoiceId: draft.id, efiCode: 11, tcrCode: shop.tcrCodes.test });
    const failed = await shop.test.read(draft.id);
    expect(failed).toMatchObject({ status: 'Failed', errorMessage: body.error });
    expect(failed.error).toMatchObject({ code: body.code, efiMessage: 'refused with 11' });
  });

  test('Spec, Transitions: Pending → Failed is seen by polling, without Prefer', async () => {
    await script('invoice', fault(11));
    const { body: draft } = await shop.test.draft(nonCashInvoice());
    await shop.test.post(`/api/invoices/${draft.id}/fiscalize`);
    const record = await eventually(
      () => shop.test.read(draft.id),
      ({ status }) => status !== 'Pending',
    );
    expect(record).toMatchObject({ status: 'Failed', errorMessage: expect.any(String) });
  });

  test('Decisions §2: create-and-print whose time is up: 202, the Pending record, nothing lost', async () => {
    waits = { CREATE_AND_PRINT_WAIT_MS: '1000' };
    await service.stack.restart('api');
    await service.stack.processes.get('worker')?.stop();
    const { status, body, headers } = await shop.test.createAndPrint();
    waits = {};
    await service.stack.restart('api');
    const fiscalize = await shop.test.post(`/api/invoices/${String(body.id)}/fiscalize`);
    await service.stack.restart('worker');
    expect(status).toBe(202);
    expect(body.status).toBe('Pending');
    expect(headers).toMatchObject({ location: `/api/invoices/${body.id}`, 'retry-after': '1' });
    expect(fiscalize.status).toBe(202);
    const done = await shop.test.get(`/api/invoices/${body.id}`).set('Prefer', 'wait=20');
    expect(done.body.status).toBe('Fiscalized');
  });
});

describe('Failed', () => {
  test('Decisions §2: Failed goes to Pending again by fiscalize, and errorMessage is gone', async () => {
    await script('invoice', fault(53));
    const { body: draft } = await shop.test.draft(nonCashInvoice());
    expect((await shop.test.fiscalize(draft.id)).status).toBe(400);
    const { status, body } = await shop.test.fiscalize(draft.id);
    expect(status).toBe(200);
    expect(body.status).toBe('Fiscalized');
    expect(body).not.toHaveProperty('errorMessage');
    expect(body).not.toHaveProperty('error');
  });

  test('Decisions §2: a failed create-and-print is repeated by fiscalize with its invoiceId', async () => {
    await script('invoice', fault(53));
    const refused = await shop.test.createAndPrint();
    expect(refused.status).toBe(400);
    const { status, body } = await shop.test.fiscalize(refused.body.invoiceId);
    expect(status).toBe(200);
    expect(body.id).toBe(refused.body.invoiceId);
  });
});

describe('Fiscalized', () => {
  test('Decisions §2: fiscalize on a Fiscalized invoice is 200 with the same record', async () => {
    const record = await shop.test.fiscalized();
    const { status, body } = await shop.test.post(`/api/invoices/${record.id}/fiscalize`);
    expect(status).toBe(200);
    expect(body).toEqual(record);
  });

  test.each(['DELETE', 'PUT', 'PATCH'])(
    'Spec, What the service does: a fiscalized invoice is never deleted or edited: no %s',
    async (method) => {
      const record = await shop.test.fiscalized();
      const url = `${service.stack.apiUrl}/api/invoices/${String(record.id)}`;
      const headers = { Authorization: `Bearer ${shop.test.key}` };
      const response = await fetch(url, { method, headers });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(await shop.test.read(record.id)).toEqual(record);
    },
  );
});

describe('Offline', () => {
  test('Spec, Statuses: Offline is signed, has no FIC, and is synchronised later', async () => {
    await service.holdAuthority();
    const { status, body } = await shop.test.createAndPrint();
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'Offline', fic: null, iic: expect.any(String) });
    expect(Date.parse(body.deliverBefore) - Date.parse(body.fiscalizedAt)).toBe(48 * 3_600_000);
    const again = await shop.test.post(`/api/invoices/${String(body.id)}/fiscalize`);
    expect(again.status).toBe(200);
    await service.releaseAuthority();
    const waited = await shop.test.get(`/api/invoices/${body.id}`).set('Prefer', 'wait=20');
    expect(waited.body).toMatchObject({
      status: 'Fiscalized',
      iic: body.iic,
      invoiceNumber: body.invoiceNumber,
      fiscalizedAt: body.fiscalizedAt,
      deliverBefore: null,
    });
  });
});

describe('the deposit of the day', () => {
  test.each([
    ['POST …/create-and-print', (of: Shop) => of.test.createAndPrint()],
    [
      'POST …/fiscalize',
      async (of: Shop) => of.test.fiscalize((await of.test.draft(cashInvoice())).body.id),
    ],
  ])('Spec, States rule 3: %s registers an INITIAL deposit of 0.00 first', async (_call, sell) => {
    const fresh = await openShop(service);
    expect((await sell(fresh)).body.status).toBe('Fiscalized');
    expect((await messagesOf(fresh)).map(({ kind }) => kind)).toEqual(['cash-deposit', 'invoice']);
    const ledger = await service.control('GET', `/ledger?tcrCode=${fresh.tcrCodes.test}`);
    expect(ledger.deposits).toMatchObject([{ operation: 'INITIAL', amount: '0.00' }]);
  });

  test('Spec, States rule 6: one deposit a day is enough, also for many sales at once', async () => {
    const fresh = await openShop(service);
    const sales = await Promise.all(Array.from({ length: 6 }, () => fresh.test.createAndPrint()));
    expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 201));
    const kinds = (await messagesOf(fresh)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'cash-deposit')).toHaveLength(1);
  });

  test('Spec, What the service does: a non-cash invoice needs no deposit', async () => {
    const fresh = await openShop(service);
    await fresh.test.fiscalized();
    expect((await messagesOf(fresh)).map(({ kind }) => kind)).toEqual(['invoice']);
  });

  test('Spec, States rule 4: 56 (registered already today): fiscalization continues', async () => {
    const fresh = await openShop(service);
    await fresh.test.post('/api/cashdeposit/initial', { cashAmount: 0 });
    // As if another program had registered it: the service has no row that says so.
    await service.query(
      `update cash_deposit set status = 'refused', failure = '{}' where tcr_code = $1`,
      [fresh.tcrCodes.test],
    );
    await script('cash-deposit', fault(56));
    const { status, body } = await fresh.test.createAndPrint();
    expect(status).toBe(201);
    expect(body.status).toBe('Fiscalized');
  });

  test.each([
    ['POST …/create-and-print', (of: Shop) => of.test.createAndPrint()],
    [
      'POST …/fiscalize that waits',
      async (of: Shop) => of.test.fiscalize((await of.test.draft(cashInvoice())).body.id),
    ],
  ])('Spec, States rule 5: the INITIAL deposit fails: %s is 400', async (_call, sell) => {
    const fresh = await openShop(service);
    await script('cash-deposit', fault(53));
    const { status, body } = await sell(fresh);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: expect.any(String),
      code: 'INITIAL_DEPOSIT_FAILED',
      tcrCode: fresh.tcrCodes.test,
    });
    expect(await fresh.test.read(body.invoiceId)).toMatchObject({ status: 'Failed', iic: null });
  });
});
