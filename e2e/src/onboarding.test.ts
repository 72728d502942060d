// The two onboarding calls: the worker makes them, and the call answers.

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInvoice, startService } from './running-service.ts';
import type { RunningService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ queue: 'postgresql' });
});
afterAll(() => service.close());
afterEach(() => service.control('DELETE', '/script'));

const script = (kind: string, behaviour: object) =>
  service.control('POST', '/script', { replies: [{ match: { kind }, behaviour }] });

describe('POST /api/cashdeposit/initial', () => {
  const deposit = (body: object) => service.post('/api/cashdeposit/initial', body);

  test('registers an amount, and another one until the first cash invoice of the day', async () => {
    const { tcrCode } = service.stack.demo.cashRegisters.test;
    const first = await deposit({ cashAmount: 0 });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ cashAmount: 0, tcrCode, alreadyRegistered: false });
    expect(first.body.fcdc).toMatch(/^[0-9a-f-]{36}$/);
    expect(first.body.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    const second = await deposit({ cashAmount: 50.5 });
    expect(second.body).toMatchObject({ cashAmount: 50.5, alreadyRegistered: false });

    const sale = await service.post('/api/invoices/cash/create-and-print', cashInvoice());
    expect(sale.body.status).toBe('Fiscalized');
    const third = await deposit({ cashAmount: 60 });
    expect(third.status).toBe(200);
    expect(third.body).toMatchObject({ alreadyRegistered: true, fcdc: second.body.fcdc });
  });

  test.each([
    [{}, 'cashAmount is required.'],
    [{ cashAmount: '0' }, 'cashAmount must be a number.'],
    [{ cashAmount: -1 }, 'cashAmount must not be negative.'],
    [{ cashAmount: 0.001 }, 'cashAmount must have at most 2 decimals.'],
  ])('refuses %j', async (body, error) => {
    const response = await deposit(body);
    expect(response.status).toBe(400);
    expect(response.body.error).toBe(error);
  });

  test('says in the call what the authority refused', async () => {
    await script('cash-deposit', { type: 'fault', code: 53, message: 'TCR is not registered' });
    const response = await deposit({ cashAmount: 0 });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'INITIAL_DEPOSIT_FAILED', efiCode: 53 });
  });
});

describe('POST /api/tcr/register', () => {
  test('gives the cash register its code, and the same code when repeated', async () => {
    await service.query(`update cash_register set internal_id = '77' where environment = 'test'`);
    const first = await service.post('/api/tcr/register', {});
    expect(first.status).toBe(200);
    expect(first.body.tcrCode).toMatch(/^[a-z]{2}\d{3}[a-z]{2}\d{3}$/);
    const second = await service.post('/api/tcr/register', {});
    expect(second.body).toEqual(first.body);
    const sale = await service.post('/api/invoices/cash/create-and-print', cashInvoice());
    expect(sale.body.invoiceNumber).toContain(first.body.tcrCode);
  });

  test('says in the call what the authority refused, and keeps the code', async () => {
    await script('tcr', { type: 'fault', code: 43, message: 'Maintainer code is not active' });
    const response = await service.post('/api/tcr/register', {});
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: 'EFI_REFUSED',
      efiCode: 43,
      efiMessage: 'Maintainer code is not active',
    });
  });
});
