// Protocol §4: the amount of the INITIAL deposit may change until the first invoice of the day,
// then the authority replies 56. Decisions §2: what the call returns then is what the authority
// has.

import { afterEach, expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openShop } from './shop.ts';

const service = await startService();
afterEach(() => service.control('DELETE', '/script'));

const script = (behaviour: object) => service.script(behaviour, { kind: 'cash-deposit' });
const exists = () =>
  script({
    type: 'fault',
    code: 56,
    message: 'INITIAL cash deposit cannot be changed after invoice fiscalization.',
  });

/** A cash register whose day has no deposit yet. */
async function openDrawer() {
  const { test: caller, tcrCodes } = await openShop(service);
  return {
    caller,
    tcrCode: tcrCodes.test,
    deposit: async (cashAmount: number) => {
      const { status, body } = await caller.post('/api/cashdeposit/initial', { cashAmount });
      return { status, body: body as Body };
    },
    /** The service's own row of the day. */
    stored: async () => {
      const text = 'select status, cash_amount, fcdc from cash_deposit where tcr_code = $1';
      return (await service.query(text, [tcrCodes.test]))[0];
    },
  };
}

test('after the first invoice of the day the amount is the one from before, with its code', async () => {
  const { caller, deposit, stored } = await openDrawer();
  await deposit(0);
  const second = await deposit(50.5);
  expect(second.body).toMatchObject({ cashAmount: 50.5, alreadyRegistered: false });
  expect((await caller.createAndPrint()).body.status).toBe('Fiscalized');
  const third = await deposit(60);
  expect(third).toEqual({ status: 200, body: { ...second.body, alreadyRegistered: true } });
  const { fcdc } = second.body;
  expect(await stored()).toEqual({ status: 'registered', cash_amount: '50.50', fcdc });
});

test('after the deposit that a sale registers by itself the amount is 0', async () => {
  const { caller, deposit } = await openDrawer();
  expect((await caller.createAndPrint()).body.status).toBe('Fiscalized');
  const { body } = await deposit(60);
  expect(body).toMatchObject({
    alreadyRegistered: true,
    cashAmount: 0,
    fcdc: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('where the service never registered one the amount is not known: null', async () => {
  const { deposit, stored, tcrCode } = await openDrawer();
  await exists();
  const { status, body } = await deposit(35);
  expect(status).toBe(200);
  expect(body).toMatchObject({ alreadyRegistered: true, cashAmount: null, fcdc: null, tcrCode });
  expect(await stored()).toEqual({ status: 'registered', cash_amount: null, fcdc: null });
});

test('a change that is refused leaves the amount from before', async () => {
  const { deposit, stored } = await openDrawer();
  const first = await deposit(10);
  expect(first.body).toMatchObject({ cashAmount: 10, alreadyRegistered: false });
  await script({ type: 'fault', code: 53, message: 'TCR is not registered' });
  expect((await deposit(20)).status).toBe(400);
  const known = { status: 'registered', cash_amount: '10.00', fcdc: first.body.fcdc };
  expect(await stored()).toEqual(known);
  await exists();
  expect((await deposit(30)).body).toEqual({ ...first.body, alreadyRegistered: true });
  expect(await stored()).toEqual(known);
});

test('a change without a reply may have been made: then no amount is known', async () => {
  const { deposit, stored } = await openDrawer();
  await deposit(10);
  await script({ type: 'accept-then-drop' });
  expect((await deposit(20)).body).toMatchObject({ code: 'EFI_UNAVAILABLE' });
  expect(await stored()).toEqual({ status: 'offline', cash_amount: null, fcdc: null });
  await exists();
  const { body } = await deposit(30);
  expect(body).toMatchObject({ alreadyRegistered: true, cashAmount: null, fcdc: null });
  expect(await stored()).toEqual({ status: 'registered', cash_amount: null, fcdc: null });
});

test('what is registered afterwards is known again', async () => {
  const { deposit, stored } = await openDrawer();
  await script({ type: 'accept-then-drop' });
  await deposit(20);
  const { body } = await deposit(25);
  expect(body).toMatchObject({ alreadyRegistered: false, cashAmount: 25 });
  const { fcdc } = body;
  expect(await stored()).toEqual({ status: 'registered', cash_amount: '25.00', fcdc });
});

test('a sale that recovers a missing deposit registers the amount that was entered by hand again', async () => {
  const { caller, deposit, stored, tcrCode } = await openDrawer();
  await deposit(50.5);
  const behaviour = { type: 'fault', code: 58, message: 'No INITIAL deposit' };
  await service.script(behaviour);
  expect((await caller.createAndPrint()).body.status).toBe('Fiscalized');
  expect(await stored()).toMatchObject({ status: 'registered', cash_amount: '50.50' });
  expect((await deposit(60)).body).toMatchObject({ alreadyRegistered: true, cashAmount: 50.5 });
  const sent = await service.query(
    `select s.request from submission s
     join cash_deposit d on d.id = s.cash_deposit_id where d.tcr_code = $1 order by s.created_at`,
    [tcrCode],
  );
  const amounts = sent.map(({ request }) => /CashAmt="([^"]+)"/.exec(String(request))?.[1]);
  expect(amounts).toEqual(['50.50', '50.50', '60.00']);
});
