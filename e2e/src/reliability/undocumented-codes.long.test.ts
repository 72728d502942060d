// A fault with a code that is in no table of the authority's: it may refuse or not. It counts
// as no reply for the document, as a reply for the circuit, and raises an alarm.

import { describe, expect, test } from '@jest/globals';
import { cashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';

const UNDOCUMENTED = { type: 'fault', code: 77, message: 'Nova provjera' };
const FAILURES_TO_OPEN = 3;

const service = await startService({
  environment: { ...SHORT_TIMEOUTS, EFI_FAILURES_TO_OPEN: String(FAILURES_TO_OPEN) },
});
const nextTill = await openTills(service, 3);

const marksOf = ({ messages }: Body, kind: string) =>
  (messages as Body[])
    .filter((message) => message.kind === kind)
    .map(({ outcome, subsequentDelivery }) => [outcome, subsequentDelivery]);

describe('an undocumented code', () => {
  test('turns a sale Offline, opens no circuit, and is repeated until the authority takes it', async () => {
    const till = nextTill();
    await till.script(UNDOCUMENTED, {}, 2 * FAILURES_TO_OPEN);
    const sales: Body[] = [];
    for (let sale = 0; sale < FAILURES_TO_OPEN + 1; sale += 1) {
      sales.push((await till.sell()).body as Body);
    }
    expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 'Offline'));
    for (const { id, iic } of sales) {
      expect(await till.until(String(id), 'Fiscalized')).toMatchObject({ iic });
    }
    const reasons = await service.query(
      `select distinct unanswered_reason as reason from submission
       where outcome = 'unanswered' and cash_register_id = $1`,
      [till.cashRegisterId],
    );
    expect(reasons).toEqual([{ reason: 'undocumented-fault' }]);
    expect((await till.ledger()).invoices).toHaveLength(sales.length);
  });

  test('is in the log with the authority’s words, and in the metrics', async () => {
    expect(service.logOf('worker')).toContain(
      'the tax authority replies with an undocumented code',
    );
    expect(service.logOf('worker')).toContain(UNDOCUMENTED.message);
    const figures = await service.metrics();
    const own = 'environment="test",reason="undocumented-fault",process="worker"';
    expect(figures).toMatch(new RegExp(`^fiscal_efi_unanswered_total\\{${own}\\} [1-9]`, 'm'));
  });

  test('on the deposit of the day turns its sale Offline; both are delivered, in that order', async () => {
    const till = nextTill();
    await till.script(UNDOCUMENTED, { kind: 'cash-deposit' });
    const { body } = await till.sell(cashInvoice());
    expect(body).toMatchObject({ status: 'Offline', orderNumber: 1 });
    await till.until(String(body.id), 'Fiscalized');
    const ledger = await till.ledger();
    expect(marksOf(ledger, 'cash-deposit')).toEqual([
      ['ignored', null],
      ['accepted', 'SERVICE'],
    ]);
    expect(marksOf(ledger, 'invoice')).toEqual([['accepted', 'SERVICE']]);
  });

  test('on the registration of a cash register is treated as no reply, and may be repeated', async () => {
    const till = nextTill();
    await service.control('POST', '/script', {
      replies: [{ match: { kind: 'tcr' }, behaviour: UNDOCUMENTED }],
    });
    const failed = await till.post('/api/tcr/register', {});
    expect(failed.status).toBe(500);
    expect(failed.body).toMatchObject({ code: 'EFI_UNAVAILABLE', efiCode: null, retryable: true });
    expect((await till.post('/api/tcr/register', {})).status).toBe(200);
  });

  test('on a sale that is not issued offline is treated as no reply; fiscalize keeps its number', async () => {
    const till = (await openTills(service, 1, { offlineIssuing: false }))();
    await till.script(UNDOCUMENTED);
    const id = await till.store();
    const { status, body } = await till.fiscalize(id);
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'EFI_UNAVAILABLE', efiCode: null, retryable: true });
    const { iic } = await till.read(id);
    expect((await till.fiscalize(id)).body).toMatchObject({ status: 'Fiscalized', iic });
  });
});
