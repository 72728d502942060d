// Every code with which the authority can refuse a sale, by our own reading of protocol §7: what
// the shop reads, that the number is free again, and that no other shop is delayed.

import { KNOWN_FAULT_CODES } from '@fiscal/domain';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { cashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { eventually } from '@fiscal/testbed';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

/** What a waiting call returns for each code, and for whom there is something to do. */
const REFUSALS: readonly [status: number, code: string, remedy: RegExp, efiCodes: number[]][] = [
  [400, 'EFI_REFUSED', /smaller/, [1]],
  [400, 'EFI_REFUSED', /operator of the service/, [10, 45, 50, 51]],
  [400, 'EFI_REFUSED', /last day of use/, [46, 47]],
  [400, 'EFI_REFUSED', /another cash register/, [48]],
  // No pattern knows the authority's words of this test.
  [
    400,
    'EFI_REFUSED',
    /^Wrong ENU in the admin panel.*correct in the till what the authority's/,
    [11],
  ],
  [400, 'EFI_REFUSED', /in VAT/, [44]],
  [400, 'EFI_REFUSED', /admin panel/, [41, 42, 43, 52, 54, 55]],
  [400, 'EFI_REFUSED', /^Call POST \/api\/tcr\/register with \{\} and check the ENU/, [53]],
  [400, 'EFI_REFUSED', /^INITIAL deposit already registered today/, [56]],
  [400, 'EFI_REFUSED', /Register a new TCR/, [57]],
  [500, 'EFI_SIGNATURE_REFUSED', /operator of the service/, [20, 21, 22, 23, 24, 25, 26]],
  [500, 'EFI_SIGNATURE_REFUSED', /operator of the service/, [27, 28, 29, 30, 31, 32]],
  [500, 'CERTIFICATE_ERROR', /certificate/, [33, 34, 35, 36, 37, 38]],
  [500, 'EFI_CLOCK_REFUSED', /clock/, [2, 49]],
];
const ROWS = REFUSALS.flatMap(([status, code, remedy, efiCodes]) =>
  efiCodes.map((efiCode) => ({ efiCode, status, code, remedy })),
);
/** They do not say that the document was refused. */
const TECHNICAL: readonly [name: string, fault: { code: number; faultcode?: 'SERVER' }][] = [
  ['code 0', { code: 0 }],
  ['code 39', { code: 39 }],
  ['code 900', { code: 900 }],
  ['code 920', { code: 920 }],
  ['code 999', { code: 999 }],
  ['an undocumented code', { code: 77 }],
  ['a fault of the SERVER, whatever its code,', { code: 11, faultcode: 'SERVER' }],
];

const WORDS = 'Odbijeno: <šifra> & "razlog"';
const refusal = (code: number) => ({ type: 'fault', code, message: WORDS });

const secondNow = () => Math.floor(Date.now() / 1000);

const service = await startService({ environment: SHORT_TIMEOUTS });
const nextTill = await openTills(service, 20);
const till = nextTill();
expect((await till.sell()).body).toMatchObject({ status: 'Fiscalized', orderNumber: 1 });

const eventsOf = async (of: Till, ordinal: number) =>
  (await of.numbers())[ordinal - 1]?.events.map(({ event, invoiceId }) => [event, invoiceId]);

test('every code that is known is in one of the tables of this file', () => {
  const here = [
    ...ROWS.map(({ efiCode }) => efiCode),
    ...TECHNICAL.map(([, { code }]) => code),
    58,
  ];
  expect(here).toEqual(expect.arrayContaining([...KNOWN_FAULT_CODES]));
});

describe('a refused sale', () => {
  // The sale before each is the one after the row before it.
  test.each(ROWS)(
    'with code $efiCode gets its response, and the next one takes its number',
    async ({ efiCode, status, code, remedy }) => {
      const number = (await till.numbers()).length + 1;
      await till.script(refusal(efiCode));
      const refused = await till.sell();
      expect(refused.status).toBe(status);
      expect(refused.body).toEqual({
        error: expect.stringContaining(WORDS),
        code,
        tcrCode: till.tcrCode,
        efiCode,
        efiMessage: WORDS,
        retryable: false,
        remedy: expect.stringMatching(remedy),
        invoiceId: expect.any(String),
        requestId: expect.any(String),
      });
      const id = String(refused.body.invoiceId);
      expect(await till.read(id)).toMatchObject({
        status: 'Failed',
        errorMessage: refused.body.error,
        error: { code, efiCode, efiMessage: WORDS },
        iic: null,
        fic: null,
        invoiceNumber: null,
        fiscalizedAt: null,
        nextAttemptAt: null,
      });

      const next = await till.sell();
      expect(next.body).toMatchObject({ status: 'Fiscalized', orderNumber: number });
      expect(await eventsOf(till, number)).toEqual([
        ['given', id],
        ['freed', id],
        ['given', next.body.id],
        ['registered', next.body.id],
      ]);
    },
  );

  test('is never sent again by itself, and at the end no number is missing or used twice', async () => {
    const { messages, summary } = await till.ledger();
    const refused = (messages as Body[]).filter(({ behaviour }) => behaviour === 'fault');
    expect(refused).toHaveLength(ROWS.length);
    expect(new Set(refused.map(({ iic }) => iic)).size).toBe(ROWS.length);
    const row = (summary.ordinals as Body[]).find(({ tcrCode }) => tcrCode === till.tcrCode);
    expect(row).toMatchObject({ missing: [], repeated: [], highest: ROWS.length + 1 });
  });

  test('is signed anew when fiscalize is repeated: new number, time and IIC', async () => {
    const own = nextTill();
    await own.script(refusal(53));
    const refused = await own.sell();
    const id = String(refused.body.invoiceId);
    const between = await own.sell();
    expect(between.body.orderNumber).toBe(1);
    const refusedAt = secondNow();
    await eventually(secondNow, (now) => now > refusedAt);

    const again = await own.fiscalize(id);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ status: 'Fiscalized', orderNumber: 2 });
    expect(again.body).not.toHaveProperty('error');
    const sent = await service.query(
      'select request, subsequent_delivery from submission where invoice_id = $1 order by id',
      [id],
    );
    expect(sent.map((row) => row.subsequent_delivery)).toEqual([null, null]);
    const [first, second] = sent.map(({ request }) => String(request));
    for (const name of ['IIC', 'InvOrdNum', 'IssueDateTime', 'UUID']) {
      const value = new RegExp(` ${name}="([^"]+)"`);
      expect(value.exec(second ?? '')?.[1]).not.toBe(value.exec(first ?? '')?.[1]);
    }
  });

  test('among ten at the same time is the only one that fails', async () => {
    const own = nextTill();
    await own.script(refusal(44), { kind: 'invoice' }, 3);
    const sales = await Promise.all(Array.from({ length: 10 }, () => own.sell()));
    const failed = sales.filter(({ status }) => status === 400);
    expect(failed).toHaveLength(3);
    expect(sales.filter(({ body }) => body.status === 'Fiscalized')).toHaveLength(7);
    await Promise.all(failed.map(({ body }) => own.fiscalize(String(body.invoiceId))));
    const { summary, invoices } = await own.ledger();
    expect(invoices).toHaveLength(10);
    const row = (summary.ordinals as Body[]).find(({ tcrCode }) => tcrCode === own.tcrCode);
    expect(row).toMatchObject({ missing: [], repeated: [], highest: 10 });
  });
});

describe('a technical fault', () => {
  const scenarios = new Map<string, { sold: request.Response; final: Body; ledger: Body }>();
  beforeAll(async () => {
    const sellDuring = async ([name, fault]: (typeof TECHNICAL)[number]) => {
      const own = nextTill();
      await own.script({ type: 'fault', message: WORDS, ...fault });
      const sold = await own.sell();
      const id = String(sold.body.id);
      const final = await own.until(id, 'Fiscalized').catch(() => own.read(id));
      scenarios.set(name, { sold, final, ledger: await own.ledger() });
    };
    await Promise.all(TECHNICAL.map(sellDuring));
  });

  test.each(TECHNICAL)('%s is no refusal: the sale goes Offline and is delivered', (name) => {
    const { sold, final, ledger } = scenarios.get(name) ?? {};
    expect(sold?.status).toBe(200);
    expect(sold?.body).toMatchObject({ status: 'Offline', orderNumber: 1 });
    expect(final).toMatchObject({ status: 'Fiscalized', iic: sold?.body.iic, orderNumber: 1 });
    expect(ledger?.invoices).toHaveLength(1);
    const marks = (ledger?.messages as Body[]).map((message) => message.subsequentDelivery);
    expect(marks).toEqual([null, 'SERVICE']);
  });
});

describe('the deposit of the day', () => {
  test('with the reply 56 is there: the sale goes on, and the day asks no more', async () => {
    const own = nextTill();
    const byHand = await own.post('/api/cashdeposit/initial', { cashAmount: 0 });
    expect(byHand.body).toMatchObject({ alreadyRegistered: false });
    // As if another program of the shop had registered it: we know nothing of it.
    await service.query(
      `update cash_deposit set status = 'refused', failure = '{}' where cash_register_id = $1`,
      [own.cashRegisterId],
    );
    await own.script(refusal(56), { kind: 'cash-deposit' });
    for (const orderNumber of [1, 2]) {
      const sale = await own.sell(cashInvoice());
      expect(sale.body).toMatchObject({ status: 'Fiscalized', orderNumber });
    }
    const { messages } = await own.ledger();
    expect((messages as Body[]).map(({ kind, code }) => [kind, code])).toEqual([
      ['cash-deposit', null],
      ['cash-deposit', 56],
      ['invoice', null],
      ['invoice', null],
    ]);
  });

  test('missing at the authority, and no reply to it: the sale goes Offline, both are delivered', async () => {
    const own = nextTill();
    expect((await own.sell(cashInvoice())).body).toMatchObject({ status: 'Fiscalized' });
    await own.script(refusal(58));
    await own.script({ type: 'drop' }, { kind: 'cash-deposit' });
    const { body } = await own.sell(cashInvoice());
    expect(body).toMatchObject({ status: 'Offline', orderNumber: 2 });
    expect(await own.until(body.id, 'Fiscalized')).toMatchObject({ iic: body.iic, orderNumber: 2 });
  });
});
