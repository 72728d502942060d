// What a shop is told when a sale fails, and that nothing of it gets lost.

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from './running-service.ts';
import type { Body, RunningService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({
    queue: 'postgresql',
    environment: { DELIVERY_AFTER_MS: '300' },
  });
});
afterAll(() => service.close());
afterEach(() => service.control('DELETE', '/script'));

const createAndPrint = (body: object) => service.post('/api/invoices/cash/create-and-print', body);
const script = (kind: string, behaviour: object, times = 1) =>
  service.control('POST', '/script', { replies: [{ match: { kind }, behaviour, times }] });

describe('the deposit of the day', () => {
  test('refused: the sale fails with INITIAL_DEPOSIT_FAILED and no number is used', async () => {
    await script('cash-deposit', { type: 'fault', code: 53, message: 'TCR is not registered' });
    const { status, body } = await createAndPrint(cashInvoice());
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'INITIAL_DEPOSIT_FAILED',
      tcrCode: service.stack.demo.cashRegisters.test.tcrCode,
      efiCode: 53,
      efiMessage: 'TCR is not registered',
      remedy: expect.stringContaining('POST /api/tcr/register'),
    });
    const record = await service.get(`/api/invoices/${String(body.invoiceId)}`);
    expect(record.body).toMatchObject({
      status: 'Failed',
      invoiceNumber: null,
      errorMessage: body.error,
    });
  });

  test('unanswered: the sale goes Offline, and the deposit is delivered before it', async () => {
    await script('cash-deposit', { type: 'drop' });
    const { body } = await createAndPrint(cashInvoice());
    expect(body.status).toBe('Offline');
    await service.until(String(body.id), 'Fiscalized');
    const { messages } = await service.control('GET', '/ledger');
    const accepted = (messages as Body[]).filter(({ outcome }) => outcome === 'accepted');
    expect(accepted.map(({ kind }) => kind)).toEqual(['cash-deposit', 'invoice']);
  });

  test('answered 56: the day has its deposit, and the sale goes on', async () => {
    const { test: register } = service.stack.demo.cashRegisters;
    // As if another till of the same ENU had registered it: neither our row nor a worker knows.
    await service.query(
      `update cash_deposit set status = 'refused', failure = '{}' where cash_register_id =
         (select id from cash_register where tcr_code = $1)`,
      [register.tcrCode],
    );
    await service.stack.restart('worker');
    const { status, body } = await createAndPrint(cashInvoice());
    expect(status).toBe(201);
    expect(body.status).toBe('Fiscalized');
  });
});

describe('code 58, no deposit of the day', () => {
  test('heals by itself: the deposit is registered and the sale sent again', async () => {
    await script('invoice', { type: 'fault', code: 58, message: 'No INITIAL deposit' });
    const { status, body } = await createAndPrint(cashInvoice());
    expect(status).toBe(201);
    expect(body.status).toBe('Fiscalized');
    const { messages } = await service.control('GET', `/ledger?iic=${String(body.iic)}`);
    const outcomes = (messages as Body[]).map((m) => [m.outcome, m.subsequentDelivery]);
    expect(outcomes.at(-1)).toEqual(['accepted', 'TECHNICALERROR']);
  });

  test('and no answer to the deposit: the sale goes Offline, and both are delivered', async () => {
    const missing = { type: 'fault', code: 58, message: 'No INITIAL deposit' };
    const replies = [
      { match: { kind: 'invoice' }, behaviour: missing },
      { match: { kind: 'cash-deposit' }, behaviour: { type: 'drop' } },
    ];
    await service.control('POST', '/script', { replies });
    const { body } = await createAndPrint(cashInvoice());
    expect(body.status).toBe('Offline');
    const { iic, orderNumber } = body;
    expect(await service.until(String(body.id), 'Fiscalized')).toMatchObject({ iic, orderNumber });
  });

  test('answered again: the sale fails with its remedy, and its number is free', async () => {
    await script('invoice', { type: 'fault', code: 58, message: 'No INITIAL deposit' }, 2);
    const { status, body } = await createAndPrint(cashInvoice());
    expect(status).toBe(400);
    expect(body).toMatchObject({
      efiCode: 58,
      remedy: 'Repeat fiscalize or call POST /api/cashdeposit/initial.',
    });
    const next = await createAndPrint(cashInvoice());
    expect(next.body.status).toBe('Fiscalized');
    const summary = await service.control('GET', '/ledger/summary');
    expect(summary.ordinals[0]).toMatchObject({ missing: [], repeated: [] });
  });
});

describe('the certificate', () => {
  test('missing: the sale fails with CERTIFICATE_ERROR before a number is used', async () => {
    await service.query('update certificate set is_active = false');
    const draft = await service.post('/api/invoices/draft', nonCashInvoice());
    await service.post(`/api/invoices/${String(draft.body.id)}/fiscalize`);
    const failed = await service.until(String(draft.body.id), 'Failed');
    expect(failed).toMatchObject({
      errorMessage: 'The company has no certificate for this environment.',
      error: { code: 'CERTIFICATE_ERROR' },
      invoiceNumber: null,
      iic: null,
    });
  });
});
