// Decisions §6: a refusal of the sender (its clock, its certificate, the taxpayer) says nothing of
// the document. A new sale fails with it; what a customer holds is never Failed for it, and is
// registered once the cause is gone. Two workers, as a rule over several of them needs.

import { eventually } from '@fiscal/testbed';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

const OF_SENDER = [2, 34, 35, 36, 37, 38, 52, 55];
const CONTENT = { type: 'fault', code: 11, message: 'Total VAT amount is wrong' };

const service = await startService({ workers: 2, environment: SHORT_TIMEOUTS });
const nextTill = await openTills(service, 3 * (OF_SENDER.length + 2));
afterEach(() => service.resetAuthority());

const refuseAll = (code: number) =>
  service.control('PUT', '/mode', { service: { type: 'fault', code, message: 'Njihove riječi' } });

/**
 * Six sales of two tills that customers hold: the deposit of the cash ones got no reply either.
 */
async function sellSixOffline(): Promise<{ till: Till; sold: Body }[]> {
  const tills = [nextTill(), nextTill()];
  await service.holdAuthority();
  const sales = await Promise.all(
    tills.flatMap((till) =>
      Array.from({ length: 3 }, async (_, index) => {
        const { body } = await till.sell(index === 0 ? undefined : cashInvoice());
        return { till, sold: body as Body };
      }),
    ),
  );
  for (const { sold } of sales) expect(sold).toMatchObject({ status: 'Offline', fic: null });
  return sales;
}

/** Until each of them was tried so often more, by whatever worker; none may be Failed meanwhile. */
async function triedAgain(sales: { sold: Body }[], times: number): Promise<void> {
  const attemptsNow = () =>
    service.query(
      `select i.id, i.status, coalesce(w.attempts, 0) as attempts
       from invoice i left join work w on w.subject_id = i.id and w.kind = 'deliver'
       where i.id = any($1) order by i.id`,
      [sales.map(({ sold }) => sold.id)],
    );
  const before = (await attemptsNow()).map(({ attempts }) => Number(attempts));
  const after = await eventually(attemptsNow, (rows) =>
    rows.every(
      ({ status, attempts }, index) =>
        status !== 'Offline' || Number(attempts) >= (before[index] ?? 0) + times,
    ),
  );
  expect(after.map(({ status }) => status)).toEqual(sales.map(() => 'Offline'));
}

async function allAreFiscalized(sales: { till: Till; sold: Body }[]): Promise<void> {
  for (const { till, sold } of sales) {
    const { iic, orderNumber } = sold;
    expect(await till.until(String(sold.id), 'Fiscalized')).toMatchObject({ iic, orderNumber });
  }
}

describe('of six sales that customers hold all are registered', () => {
  test('after the authority could not tell the status of certificates (39): that is no reply', async () => {
    const sales = await sellSixOffline();
    await refuseAll(39);
    await triedAgain(sales, 2);
    const till = nextTill();
    expect((await till.sell()).body).toMatchObject({ status: 'Offline' });
    await service.resetAuthority();
    await allAreFiscalized(sales);
  });

  test.each(OF_SENDER)('after it refused their sender with %d for a while', async (code) => {
    const sales = await sellSixOffline();
    await refuseAll(code);
    await triedAgain(sales, 2);
    const till = nextTill();
    const refused = await till.sell();
    expect(refused.body).toMatchObject({ efiCode: code, efiMessage: 'Njihove riječi' });
    const id = String(refused.body.invoiceId);
    expect(await till.read(id)).toMatchObject({ status: 'Failed', iic: null, invoiceNumber: null });
    await service.resetAuthority();
    await allAreFiscalized(sales);
    expect((await till.fiscalize(id)).body).toMatchObject({ status: 'Fiscalized', orderNumber: 1 });
  });
});

test('each refusal of a sender is an alarm in the log while a customer waits for it', () => {
  const log = service.logOf('worker') + service.logOf('worker-2');
  const alarms = log.split('\n').filter((line) => /"level":50.*"postponed"/.test(line));
  for (const code of OF_SENDER) {
    expect(alarms.some((line) => line.includes(`(code ${code}): Njihove riječi`))).toBe(true);
  }
});

describe('what a customer holds is not failed by a refusal of the sender', () => {
  test('with the deposit that code 58 asks for', async () => {
    const till = nextTill();
    await till.sell(cashInvoice());
    await till.script({ type: 'drop' });
    const { body } = await till.sell(cashInvoice());
    expect(body).toMatchObject({ status: 'Offline' });
    // One after the other, so that the deposit of the first delivery is refused.
    const asksForDeposit = { type: 'fault', code: 58, message: 'No deposit' };
    await till.script(asksForDeposit, { kind: 'invoice' }, 3);
    await till.script({ type: 'fault', code: 38, message: 'Revoked' }, { kind: 'cash-deposit' }, 3);
    expect(await till.until(String(body.id), 'Fiscalized')).toMatchObject({ iic: body.iic });
    const { messages } = await till.ledger();
    const codes = (messages as Body[]).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining([58, 38]));
  });

  test('where a person tries it again after a refusal of the document', async () => {
    const till = nextTill();
    await till.script({ type: 'drop' });
    await till.script(CONTENT);
    const { body } = await till.sell();
    const id = String(body.id);
    await till.until(id, 'Failed');
    await till.script({ type: 'fault', code: 55, message: 'Not active' });
    expect((await till.fiscalize(id)).body).toMatchObject({ status: 'Offline', iic: body.iic });
    expect(await till.until(id, 'Fiscalized')).toMatchObject({ iic: body.iic });
  });

  test('and fails by the first refusal of the document itself', async () => {
    const till = nextTill();
    await till.script({ type: 'drop' });
    await till.script({ type: 'fault', code: 34, message: 'Not valid' });
    await till.script(CONTENT);
    const { body } = await till.sell();
    const failed = await till.until(String(body.id), 'Failed');
    expect(failed).toMatchObject({ iic: body.iic, error: { efiCode: 11 } });
  });
});
