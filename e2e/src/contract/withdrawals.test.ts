// Extensions §7: cash that leaves the drawer is stored, registered once, and counted.

import { randomUUID } from 'node:crypto';
import { eventually } from '@fiscal/testbed';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import type { Caller } from '../service/caller.ts';
import { addRegister, openShop, startOtherApi } from './shop.ts';

const service = await startService();
const atOther = await startOtherApi(service);
afterEach(() => service.resetAuthority());

const takeOut = (caller: Caller, body: object) =>
  caller.post('/api/cashdeposit/withdraw', body) as Promise<{
    status: number;
    text: string;
    body: Body;
    headers: Record<string, string>;
  }>;
const drawerOf = async (caller: Caller, date?: string) =>
  (await caller.get(`/api/cashdeposit${date === undefined ? '' : `?date=${date}`}`)).body as Body;
const script = (behaviour: object, times = 1) =>
  service.script(behaviour, { kind: 'cash-deposit' }, times);
const named = <T extends object>(body: T) => ({ ...body, externalId: `K1-${randomUUID()}` });
const deliver = () =>
  service.query(
    `update withdrawal set next_attempt_at = now() where status in ('pending', 'offline')`,
  );
/** A drawer with 50 € of the morning. */
async function openDrawer() {
  const shop = await openShop(service);
  await shop.test.post('/api/cashdeposit/initial', { cashAmount: 50 });
  const messages = async () => {
    const rows = await service.query(
      `select s.request from submission s join withdrawal w on w.id = s.cash_deposit_id
       where w.tcr_code = $1 order by s.created_at`,
      [shop.tcrCodes.test],
    );
    return rows.map(({ request }) =>
      ['Operation', 'CashAmt', 'ChangeDateTime', 'SubseqDelivType'].map(
        (name) => new RegExp(` ${name}="([^"]+)"`).exec(String(request))?.[1],
      ),
    );
  };
  return { ...shop, messages };
}

test('is registered at once, and the drawer has so much less', async () => {
  const shop = await openDrawer();
  expect((await shop.test.createAndPrint()).body.status).toBe('Fiscalized');
  const call = named({ cashAmount: 9.66, note: 'To the bank\nBag 7' });
  const { status, body } = await takeOut(shop.test, call);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(String),
    externalId: call.externalId,
    status: 'Registered',
    fcdc: expect.stringMatching(/^[0-9a-f-]{36}$/),
    cashAmount: 9.66,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
    tcrCode: shop.tcrCodes.test,
    note: 'To the bank\nBag 7',
    operatorName: null,
    deliverBefore: null,
    error: null,
    inDrawer: 50,
    warnings: [],
  });
  expect(String(body.changedAt).slice(0, 10)).toBe(body.date);
  const record = Object.fromEntries(
    Object.entries(body).filter(([field]) => field !== 'inDrawer' && field !== 'warnings'),
  );
  const drawer = { date: body.date, tcrCode: body.tcrCode, initial: 50, banknotes: 9.66 };
  const today = { ...drawer, withdrawn: 9.66, inDrawer: 50, withdrawals: [record] };
  expect(await drawerOf(shop.test)).toEqual(today);
  expect(await drawerOf(shop.test, String(body.date))).toEqual(today);
  expect(await drawerOf(shop.test, '2026-01-01')).toMatchObject({ initial: 0, withdrawals: [] });
  expect(await shop.messages()).toEqual([['WITHDRAW', '9.66', body.changedAt, undefined]]);
});

test('registers the INITIAL deposit of the day before it', async () => {
  const { test: caller, tcrCodes } = await openShop(service);
  const { status, body } = await takeOut(caller, { cashAmount: 5 });
  expect([status, body.status, body.inDrawer]).toEqual([200, 'Registered', -5]);
  expect(body.warnings).toEqual([
    expect.stringMatching(/^more was taken out .*: 5\.00 are missing/),
  ]);
  const deposits = await service.query(
    'select status, cash_amount from cash_deposit where tcr_code = $1',
    [tcrCodes.test],
  );
  expect(deposits).toEqual([{ status: 'registered', cash_amount: '0.00' }]);
});

test.each([
  ['no reply', { type: 'accept-then-drop' }],
  ['no reply, and nothing registered', { type: 'drop' }],
  ['code 36', { type: 'fault', code: 36, message: 'certificate expired' }],
])(
  '%s: it is Offline whatever offlineIssuing says, and delivered as it is',
  async (_, behaviour) => {
    const shop = await openDrawer();
    const never = 'update company set offline_issuing = false where id = $1';
    await service.query(never, [shop.companyId]);
    await script(behaviour);
    const call = named({ cashAmount: 20 });
    const { status, body } = await takeOut(shop.test, call);
    expect([status, body.status, body.inDrawer]).toEqual([202, 'Offline', 30]);
    const windowMs = Date.parse(String(body.deliverBefore)) - Date.parse(String(body.changedAt));
    expect(windowMs).toBe(48 * 3_600_000);
    await deliver();
    const again = await eventually(
      () => takeOut(shop.test, call),
      (response) => response.body.status !== 'Offline',
    );
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ id: body.id, status: 'Registered', inDrawer: 30 });
    expect(again.body.changedAt).toBe(body.changedAt);
    expect(await shop.messages()).toEqual([
      ['WITHDRAW', '20.00', body.changedAt, undefined],
      ['WITHDRAW', '20.00', body.changedAt, 'SERVICE'],
    ]);
    await deliver();
    expect((await takeOut(shop.test, call)).body).toEqual(again.body);
    expect(await shop.messages()).toHaveLength(2);
  },
);

test('without a certificate it is Offline, and registered with the next one', async () => {
  const shop = await openDrawer();
  const active = 'update certificate set is_active = $2 where company_id = $1';
  await service.query(active, [shop.companyId, false]);
  const call = named({ cashAmount: 1 });
  const { status, body } = await takeOut(shop.test, call);
  expect([status, body.status, body.error.code]).toEqual([202, 'Offline', 'CERTIFICATE_ERROR']);
  await service.query(
    `update certificate set is_active = true where company_id = $1 and environment = 'test'`,
    [shop.companyId],
  );
  await deliver();
  const { status: after } = await eventually(
    () => takeOut(shop.test, call),
    (response) => response.status === 200,
  );
  expect(after).toBe(200);
});

test.each([49, 51, 52, 53, 55])('code %i refuses it, until it is entered again', async (code) => {
  const shop = await openDrawer();
  await script({ type: 'fault', code, message: 'no' });
  const call = named({ cashAmount: 20 });
  const { status, body } = await takeOut(shop.test, call);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'WITHDRAWAL_REFUSED', efiCode: code, retryable: false });
  const again = await takeOut(shop.test, call);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([400, 'true']);
  const listed = [{ status: 'Refused', externalId: call.externalId, error: { efiCode: code } }];
  expect(await drawerOf(shop.test)).toMatchObject({ withdrawn: 0, withdrawals: listed });
  expect((await takeOut(shop.test, named({ cashAmount: 20 }))).status).toBe(200);
  expect(await drawerOf(shop.test)).toMatchObject({ withdrawn: 20, inDrawer: 30 });
  const from = new Date(Date.now() - 3_600_000).toISOString();
  // An event is readable once every transaction that began before its own has ended.
  const refused = await eventually(
    async () => {
      const { body } = await shop.test.get(`/api/events?from=${from}&limit=500`);
      return (body as { events: Body[] }).events.filter(({ type }) => type === 'deposit.refused');
    },
    (found) => found.length > 0,
  );
  expect(refused).toMatchObject([{ externalId: call.externalId, invoiceId: null }]);
});

test('is Pending until a worker takes it, and in the drawer meanwhile', async () => {
  const shop = await openDrawer();
  const call = named({ cashAmount: 2 });
  const { waiting, drawer } = await service.whileWorkerRests(async () => ({
    waiting: takeOut(shop.test, call).then((response) => response),
    drawer: await eventually(
      () => drawerOf(shop.test),
      ({ withdrawn }) => withdrawn === 2,
    ),
  }));
  const pending = { status: 'Pending', fcdc: null, changedAt: null, externalId: call.externalId };
  expect(drawer).toMatchObject({ inDrawer: 48, withdrawals: [pending] });
  const { status, body } = await waiting;
  expect([status, body.status, body.inDrawer]).toEqual([200, 'Registered', 48]);
});

describe('a call with an external id', () => {
  test('60 equal calls over two APIs: one withdrawal, one message, equal bodies', async () => {
    const shop = await openDrawer();
    const call = named({ cashAmount: 5, note: 'čaj' });
    const apis = [shop.test, atOther(shop.test.key)];
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => takeOut(apis[index % 2]!, call)),
    );
    const first = responses.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
    expect(first).toHaveLength(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await shop.messages()).toHaveLength(1);
    const decomposed = { note: call.note.normalize('NFD'), externalId: call.externalId };
    expect((await takeOut(shop.test, { ...decomposed, cashAmount: 5 })).text).toBe(
      responses[0]?.text,
    );
  });

  test('is found although a rule would refuse it today', async () => {
    const shop = await openDrawer();
    const call = named({ cashAmount: 5, operatorName: 'Ana' });
    const first = await takeOut(shop.test, call);
    await service.query(`update company set operator_names = 'known' where id = $1`, [
      shop.companyId,
    ]);
    const { status, body } = await eventually(
      () => takeOut(shop.test, named({ cashAmount: 5, operatorName: 'Ana' })),
      (response) => response.status === 400,
    );
    expect([status, body.code]).toEqual([400, 'OPERATOR_UNKNOWN']);
    await service.query('update cash_register set tcr_code = null where tcr_code = $1', [
      shop.tcrCodes.test,
    ]);
    expect((await takeOut(shop.test, call)).body.id).toBe(first.body.id);
    const without = await takeOut(shop.test, { cashAmount: 5 });
    expect([without.status, without.body.code]).toEqual([400, 'TCR_NOT_REGISTERED']);
  });

  test('is taken by another call, of another cash register too, and says where they differ', async () => {
    const shop = await openDrawer();
    const call = named({ cashAmount: 5 });
    const { body: first } = await takeOut(shop.test, call);
    const changed = await takeOut(shop.test, { ...call, cashAmount: 6, note: 'n' });
    expect([changed.status, changed.body]).toMatchObject([
      409,
      {
        code: 'EXTERNAL_ID_TAKEN',
        withdrawalId: first.id,
        status: 'Registered',
        differs: ['cashAmount', 'note'],
      },
    ]);
    const second = await addRegister(service, shop);
    const { status, body } = await takeOut(second, call);
    expect([status, body.differs]).toEqual([409, ['cashRegister']]);
    expect((await drawerOf(second)).withdrawals).toEqual([]);
  });

  test('is of one company and environment, and apart from those of invoices', async () => {
    const [shop, other] = [await openDrawer(), await openDrawer()];
    const call = named({ cashAmount: 5 });
    expect(
      (await shop.test.createAndPrint({ ...cashInvoice(), externalId: call.externalId })).status,
    ).toBe(201);
    const { body } = await takeOut(shop.test, call);
    for (const caller of [other.test, shop.live]) {
      const elsewhere = await takeOut(caller, call);
      expect(elsewhere.status).toBe(200);
      expect(elsewhere.body.id).not.toBe(body.id);
      expect((await drawerOf(caller)).withdrawals).toHaveLength(1);
    }
  });
});

test('everything that is wrong is said at once, and nothing is stored', async () => {
  const shop = await openDrawer();
  const wrong = { cashAmount: -0.001, externalId: '', note: '\u0007', operatorName: 7 };
  const { status, body } = await takeOut(shop.test, wrong);
  expect(status).toBe(400);
  const problems = (body.details as Body[]).map(({ path, code }) => `${path} ${code}`);
  expect(problems.toSorted()).toEqual([
    'cashAmount NEGATIVE_NOT_ALLOWED',
    'cashAmount TOO_MANY_DECIMALS',
    'externalId TEXT_EMPTY',
    'note CONTROL_CHARACTER',
    'operatorName FIELD_TYPE_INVALID',
  ]);
  for (const [sent, code] of [
    [{ cashAmount: 0 }, 'AMOUNT_ZERO'],
    [{}, 'FIELD_REQUIRED'],
    [{ cashAmount: '5' }, 'FIELD_TYPE_INVALID'],
  ] as const) {
    expect((await takeOut(shop.test, sent)).body).toMatchObject({ code });
  }
  const unknown = await takeOut(shop.test, { cashAmount: 5, amount: 5 });
  expect(unknown.body.warnings).toEqual(['amount is not a known field and was ignored']);
  expect((await drawerOf(shop.test)).withdrawals).toHaveLength(1);
  for (const query of ['date=', 'date=2026-02-30', 'date=21.11.2026', 'day=2026-11-21']) {
    expect((await shop.test.get(`/api/cashdeposit?${query}`)).body.code).toBe('QUERY_INVALID');
  }
});
