// An authority that stays silent: after three sales without a reply no customer waits for it any
// more, only probes are sent, and when it is back everything is delivered in the right order.

import { describe, expect, test } from '@jest/globals';
import { callerOf } from '../service/caller.ts';
import { cashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { eventually } from '@fiscal/testbed';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const FAILURES_TO_OPEN = 3;
/** How long the outage lasts once the circuit is open. */
const OUTAGE_MS = 6_000;

const service = await startService({
  environment: {
    ...SHORT_TIMEOUTS,
    EFI_FAILURES_TO_OPEN: String(FAILURES_TO_OPEN),
    EFI_PROBE_EVERY_MS: '1000',
    DELIVERY_CONCURRENCY: '1',
  },
});
const nextTill = await openTills(service, 2);
const till = nextTill();
const cashTill = nextTill();
/** The sales of the outage in the order in which they were made. */
const sold: Body[] = [];
const sell = async (from: Till, body?: object) => {
  sold.push((await from.sell(body)).body as Body);
};
const isOfTest = ({ tcrCode }: Body) => [till.tcrCode, cashTill.tcrCode].includes(tcrCode);
const messagesNow = async (): Promise<Body[]> => (await service.control('GET', '/ledger')).messages;

for (const each of [till, cashTill]) await each.script({ type: 'http', status: 503 }, {}, 1_000);
await Promise.all(Array.from({ length: FAILURES_TO_OPEN }, () => sell(till)));
await eventually(
  () => service.logOf('worker'),
  (log) => log.includes('the circuit to the authority is open'),
);
const atOpening = (await messagesNow()).length;
const openedAt = performance.now();
for (let sale = 0; sale < 10; sale += 1) await sell(till);
await sell(cashTill, cashInvoice());
// The live environment has a circuit of its own.
const live = (await callerOf(service, service.stack.demo.liveKey).sell()).body as Body;
await sleep(OUTAGE_MS - (performance.now() - openedAt));
const atEnd = (await messagesNow()).filter(isOfTest);
/** How long the outage lasted once the circuit was open. */
const outageMs = performance.now() - openedAt;
const waiting = await service.query(
  `select w.attempts, i.iic from work w join invoice i on i.id = w.subject_id
   where w.kind = 'deliver' and w.environment = 'test'`,
);
const sent = new Set((await messagesNow()).map(({ iic }) => iic));
/** How often the sales that were never sent had been claimed at the end of the outage. */
const attempts = waiting.filter(({ iic }) => !sent.has(iic)).map((row) => Number(row.attempts));
// The last but one has less time left than all others.
const urgent = sold.at(-2)?.id as string;
await service.query(
  `update invoice set deliver_before = deliver_before - interval '10 hours' where id = $1`,
  [urgent],
);
await service.query(
  `update work set created_at = created_at - interval '10 hours' where subject_id = $1`,
  [urgent],
);
await service.control('DELETE', '/script');
for (const { id, typeOfInvoice } of sold) {
  await (typeOfInvoice === 'Cash' ? cashTill : till).until(id, 'Fiscalized');
}
const ledger = (await messagesNow())
  .filter(({ outcome }) => outcome === 'accepted')
  .filter(isOfTest);

describe('while the authority is silent', () => {
  test('every sale is Offline with its IIC and a number of its own', () => {
    for (const sale of sold) {
      expect(sale).toMatchObject({ status: 'Offline', iic: expect.any(String), fic: null });
    }
    const numbers = sold.filter(({ typeOfInvoice }) => typeOfInvoice === 'NonCash');
    expect(numbers.map(({ orderNumber }) => Number(orderNumber)).toSorted((a, b) => a - b)).toEqual(
      numbers.map((_, index) => index + 1),
    );
  });

  test('after three sales without a reply only probes ask it, each after twice as long', () => {
    // The first one after 0.75 s at the earliest.
    const most = Math.floor(Math.log2(outageMs / 750 + 1));
    expect(atOpening).toBe(FAILURES_TO_OPEN);
    expect(atEnd.length).toBeLessThanOrEqual(FAILURES_TO_OPEN + most);
  });

  test('whose sale is no probe is not kept waiting by a message', () => {
    const asked = new Set(atEnd.map(({ iic }) => iic));
    const later = sold.slice(FAILURES_TO_OPEN).map(({ iic }) => String(iic));
    const probes = atEnd.length - FAILURES_TO_OPEN;
    expect(later.filter((iic) => asked.has(iic)).length).toBeLessThanOrEqual(probes);
    expect(later.filter((iic) => !asked.has(iic)).length).toBeGreaterThan(later.length / 2);
  });

  test('a sale that waits uses up no attempt', () => {
    expect(attempts.length).toBeGreaterThan(0);
    expect(attempts).toEqual(attempts.map(() => 1));
  });

  test('the other environment sells as always', () => {
    expect(live).toMatchObject({ status: 'Fiscalized', environment: 'live' });
  });
});

describe('when the authority replies again', () => {
  const acceptedIics = () =>
    ledger.filter(({ kind }) => kind === 'invoice').map(({ iic }) => String(iic));

  test('the circuit closes by itself, and each sale is registered once', async () => {
    expect(service.logOf('worker')).toContain('the circuit to the authority is closed');
    expect(acceptedIics().toSorted()).toEqual(sold.map(({ iic }) => String(iic)).toSorted());
    const summary = await service.summary();
    expect(summary.doubledIics).toEqual([]);
    const sale = await till.sell();
    expect(sale.body).toMatchObject({ status: 'Fiscalized', orderNumber: 14 });
  });

  test('what must be delivered first is delivered first', async () => {
    const rows = await service.query('select iic, deliver_before from invoice');
    const deadlines = new Map(rows.map((row) => [String(row.iic), Number(row.deliver_before)]));
    const inOrder = acceptedIics().map((iic) => deadlines.get(iic));
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => Number(a) - Number(b)));
    expect(acceptedIics()[0]).toBe(sold.at(-2)?.iic);
  });

  test('the deposit of a day is delivered before the cash invoice of that day', () => {
    const ofCashTill = ledger.filter(({ tcrCode }) => tcrCode === cashTill.tcrCode);
    expect(ofCashTill.map(({ kind }) => kind)).toEqual(['cash-deposit', 'invoice']);
  });

  test('what was never sent is marked SERVICE, because the authority was silent', () => {
    const marks = new Set(ledger.map(({ subsequentDelivery }) => subsequentDelivery));
    expect(marks).toEqual(new Set(['SERVICE']));
  });
});
