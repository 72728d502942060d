// An authority that stays silent: after three sales without an answer no customer waits for it any
// more, it is hardly knocked at, and when it is back everything is delivered in the right order.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice } from '../running-service.ts';
import type { Body, RunningService } from '../running-service.ts';
import { eventually } from '../eventually.ts';
import { logOf, startHastyService } from './hasty-service.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const FAILURES_TO_OPEN = 3;
/** How long the outage lasts once the circuit is open. */
const OUTAGE_MS = 6_000;

let service: RunningService;
let till: Till;
let cashTill: Till;
/** The sales of the outage in the order in which they were made, as their shops were told. */
const told: { body: Body }[] = [];
/** Messages at the authority when the circuit had opened, and when the outage was over. */
let messages: { atOpening: number; atEnd: Body[] };
/** How long the outage lasted once the circuit was open. */
let outageMs: number;
/** How often the sales that were never sent had been taken in hand at the end of the outage. */
let attempts: number[];
let live: Body;
let ledger: Body[];

const messagesNow = async (): Promise<Body[]> => (await service.control('GET', '/ledger')).messages;

async function sell(from: Till, body: object): Promise<void> {
  const answer = await from.sell(body);
  told.push({ body: answer.body as Body });
}

beforeAll(async () => {
  service = await startHastyService({
    environment: {
      EFI_FAILURES_TO_OPEN: String(FAILURES_TO_OPEN),
      EFI_PROBE_EVERY_MS: '1000',
      DELIVERY_CONCURRENCY: '1',
    },
  });
  const nextTill = await openTills(service, 2);
  till = nextTill();
  cashTill = nextTill();
  for (const { tcrCode } of [till, cashTill]) {
    const replies = [
      { match: { tcrCode }, behaviour: { type: 'http', status: 503 }, times: 1_000 },
    ];
    await service.control('POST', '/script', { replies });
  }
  await Promise.all(Array.from({ length: FAILURES_TO_OPEN }, () => sell(till, nonCashInvoice())));
  await eventually(
    () => logOf(service, 'worker'),
    (log) => log.includes('the circuit to the authority is open'),
  );
  const atOpening = (await messagesNow()).length;
  const openedAt = performance.now();
  for (let sale = 0; sale < 10; sale += 1) await sell(till, nonCashInvoice());
  await sell(cashTill, cashInvoice());
  live = await sellLive();
  await sleep(OUTAGE_MS - (performance.now() - openedAt));
  messages = { atOpening, atEnd: (await messagesNow()).filter(isOfTest) };
  outageMs = performance.now() - openedAt;
  attempts = (
    await service.query(
      `select attempts from work where kind = 'deliver' and environment = 'test' order by created_at`,
    )
  )
    .map((row) => Number(row.attempts))
    .slice(FAILURES_TO_OPEN);
  // The last but one has less time left than all others.
  const urgent = String(told.at(-2)?.body.id);
  await service.query(
    `update invoice set deliver_before = deliver_before - interval '10 hours' where id = $1`,
    [urgent],
  );
  await service.query(
    `update work set created_at = created_at - interval '10 hours' where subject_id = $1`,
    [urgent],
  );
  await service.control('DELETE', '/script');
  for (const { body } of told) {
    const owner = body.typeOfInvoice === 'Cash' ? cashTill : till;
    await owner.until(String(body.id), 'Fiscalized');
  }
  ledger = (await messagesNow()).filter(({ outcome }) => outcome === 'accepted').filter(isOfTest);
});
afterAll(() => service.close());

const isOfTest = ({ tcrCode }: Body) => [till.tcrCode, cashTill.tcrCode].includes(tcrCode);
/** A sale of the same moment in the live environment, which has a circuit of its own. */
async function sellLive(): Promise<Body> {
  const authorization = `Bearer ${service.stack.demo.liveKey}`;
  const draft = await service
    .post('/api/invoices/draft', nonCashInvoice())
    .set('Authorization', authorization);
  const answer = await service
    .post(`/api/invoices/${String(draft.body.id)}/fiscalize`)
    .set('Authorization', authorization)
    .set('Prefer', 'wait=20');
  return answer.body as Body;
}

describe('while the authority is silent', () => {
  test('every sale is Offline with its IIC and a number of its own', () => {
    for (const { body } of told) {
      expect(body).toMatchObject({ status: 'Offline', iic: expect.any(String), fic: null });
    }
    const numbers = told.filter(({ body }) => body.typeOfInvoice === 'NonCash');
    expect(numbers.map(({ body }) => body.orderNumber).toSorted((a, b) => a - b)).toEqual(
      numbers.map((_, index) => index + 1),
    );
  });

  test('after three sales without an answer only probes ask it, each after twice as long', () => {
    // The first one after 0.75 s at the earliest.
    const most = Math.floor(Math.log2(outageMs / 750 + 1));
    expect(messages.atOpening).toBe(FAILURES_TO_OPEN);
    expect(messages.atEnd.length).toBeLessThanOrEqual(FAILURES_TO_OPEN + most);
  });

  test('whose sale is no probe is not kept waiting by a message', () => {
    const sent = new Set(messages.atEnd.map(({ iic }) => iic));
    const later = told.slice(FAILURES_TO_OPEN).map(({ body }) => String(body.iic));
    const probes = messages.atEnd.length - FAILURES_TO_OPEN;
    expect(later.filter((iic) => sent.has(iic)).length).toBeLessThanOrEqual(probes);
    expect(later.filter((iic) => !sent.has(iic)).length).toBeGreaterThan(later.length / 2);
  });

  test('no attempt of a sale that waits is burnt on it', () => {
    expect(attempts).toEqual(attempts.map(() => 1));
  });

  test('the other environment sells as always', () => {
    expect(live).toMatchObject({ status: 'Fiscalized', environment: 'live' });
  });
});

describe('when the authority answers again', () => {
  const acceptedIics = () =>
    ledger.filter(({ kind }) => kind === 'invoice').map(({ iic }) => String(iic));

  test('the circuit closes by itself, and each sale is registered once', async () => {
    expect(logOf(service, 'worker')).toContain('the circuit to the authority is closed');
    expect(acceptedIics().toSorted()).toEqual(told.map(({ body }) => String(body.iic)).toSorted());
    const summary = await service.control('GET', '/ledger/summary');
    expect(summary.doubledIics).toEqual([]);
    const sale = await till.sell();
    expect(sale.body).toMatchObject({ status: 'Fiscalized', orderNumber: 14 });
  });

  test('what must be delivered first is delivered first', async () => {
    const rows = await service.query('select iic, deliver_before from invoice');
    const deadlines = new Map(rows.map((row) => [String(row.iic), Number(row.deliver_before)]));
    const inOrder = acceptedIics().map((iic) => deadlines.get(iic));
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => Number(a) - Number(b)));
    expect(acceptedIics()[0]).toBe(told.at(-2)?.body.iic);
  });

  test('the deposit of a day is delivered before the cash invoice of that day', () => {
    const ofCashTill = ledger.filter(({ tcrCode }) => tcrCode === cashTill.tcrCode);
    expect(ofCashTill.map(({ kind }) => kind)).toEqual(['cash-deposit', 'invoice']);
  });

  test('what never left our house is marked SERVICE, because the authority was silent', () => {
    const marks = new Set(ledger.map(({ subsequentDelivery }) => subsequentDelivery));
    expect(marks).toEqual(new Set(['SERVICE']));
  });
});
