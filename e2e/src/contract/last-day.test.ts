// ADR 11, protocol §3: the last day of use of a cash register (ValidTo). It is registered with the
// authority by the panel; from 00:00 (Podgorica) after it nothing new is accepted or numbered, and
// what was issued before is delivered and corrected as ever.

import { localDateOf } from '@fiscal/domain';
import { eventually } from '@fiscal/testbed';
import { afterEach, describe, expect, test } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { addRegister, openShop, startOtherApi } from './shop.ts';
import type { Shop } from './shop.ts';

const service = await startService();
const panel = await openPanel(service);
const elsewhere = await startOtherApi(service);
afterEach(async () => {
  await service.releaseAuthority();
  await service.resetAuthority();
});

const DAY_MS = 86_400_000;
const dayIn = (days: number) => localDateOf(new Date(Date.now() + days * DAY_MS));
const ENDED = { code: 'CASH_REGISTER_ENDED' };

/** The first test register of a shop, as the panel has it and as the authority has it. */
function openRegister({ companyId, tcrCodes: { test: tcrCode } }: Shop) {
  const path = `/companies/${companyId}/cash-registers`;
  const shown = async () => {
    const { body } = await panel.get(`${path}?environment=test`);
    return (body.cashRegisters as Body[]).find((each) => each.tcrCode === tcrCode)!;
  };
  const known = async () => {
    const { tcrs } = await service.control('GET', '/registry');
    return (tcrs as Body[]).find(({ code }) => code === tcrCode)!;
  };
  return {
    shown,
    known,
    /** Changes what the authority has. */
    setKnown: async (change: object) =>
      service.control('POST', '/registry', { tcrs: [{ ...(await known()), ...change }] }),
    change: async (change: object) =>
      panel.patch(`${path}/${String((await shown()).id)}`, change).expect(200),
    end: async (lastDay: string) =>
      panel.post(`${path}/${String((await shown()).id)}/last-day`, { lastDay }),
  };
}

/** The register's last day was yesterday, for both API processes from now on. */
async function pass({ tcrCodes, test: caller }: Shop): Promise<void> {
  await service.query('update cash_register set last_day = $2 where tcr_code = $1', [
    tcrCodes.test,
    dayIn(-1),
  ]);
  for (const process of [caller, elsewhere(caller.key)]) {
    await eventually(
      () => process.draft(nonCashInvoice()),
      ({ status }) => status === 400,
    );
  }
}

describe('the last day of use', () => {
  test('is registered as ValidTo, may be changed, and stays through other registrations', async () => {
    const shop = await openShop(service);
    const register = openRegister(shop);
    expect(await register.shown()).toMatchObject({ lastDay: null, unconfirmedLastDay: null });
    for (const day of [dayIn(30), dayIn(10), dayIn(0)]) {
      const { status, body } = await register.end(day);
      expect({ status, body }).toEqual({ status: 200, body: { tcrCode: shop.tcrCodes.test } });
      expect(await register.known()).toMatchObject({ validTo: day });
      expect(await register.shown()).toMatchObject({ lastDay: day, unconfirmedLastDay: null });
    }
    await shop.test.post('/api/tcr/register', {}).expect(200);
    const [sent] = await service.query(
      `select request from submission where kind = 'tcr' and strpos(request, $1) > 0
       order by created_at desc, id desc limit 1`,
      [`IssuerTIN="${shop.tin}"`],
    );
    expect(sent?.request).toContain(` ValidTo="${dayIn(0)}"`);
    expect((await shop.test.fiscalized()).status).toBe('Fiscalized');
    const actions = await service.query(
      `select action, after from audit_log
       where company_id = $1 and action like 'register-tcr.%' order by id limit 2`,
      [shop.companyId],
    );
    expect(actions).toMatchObject([
      { action: 'register-tcr.requested', after: { lastDay: dayIn(30) } },
      { action: 'register-tcr.done', after: { tcrCode: shop.tcrCodes.test } },
    ]);
  });

  test.each([
    [46, 'tcrLastDay', {}, -1],
    [47, 'tcrLastDay', { validFrom: dayIn(5) }, 1],
    [48, 'tcrUnchangeable', { type: 'VENDING' }, 1],
    [57, 'tcrDeactivated', { validTo: dayIn(-1) }, 1],
  ])(
    'refused with %p is not stored, and the panel says what to do: %s',
    async (efiCode, remedyKey, change, days) => {
      const register = openRegister(await openShop(service));
      await register.setKnown(change);
      const { status, body } = await register.end(dayIn(days));
      expect({ status, body }).toMatchObject({ status: 502, body: { efiCode, remedyKey } });
      expect(await register.shown()).toMatchObject({ lastDay: null, unconfirmedLastDay: null });
    },
  );

  test('without a reply is one that the authority may have, until it is sent again', async () => {
    const register = openRegister(await openShop(service));
    await service.script({ type: 'accept-then-drop' }, { kind: 'tcr' });
    const { status, body } = await register.end(dayIn(3));
    expect({ status, body }).toMatchObject({ status: 502, body: { code: 'EFI_UNAVAILABLE' } });
    expect(await register.shown()).toMatchObject({ lastDay: null, unconfirmedLastDay: dayIn(3) });
    await register.end(dayIn(3));
    expect(await register.shown()).toMatchObject({ lastDay: dayIn(3), unconfirmedLastDay: null });
  });
});

describe('from 00:00 after the last day', () => {
  test('two API processes accept no new document, and store nothing', async () => {
    const shop = await openShop(service);
    const sold = await shop.test.fiscalized();
    await pass(shop);
    const before = await service.query('select count(*) from invoice where company_id = $1', [
      shop.companyId,
    ]);
    for (const caller of [shop.test, elsewhere(shop.test.key)]) {
      const calls = [
        caller.draft(nonCashInvoice()),
        caller.createAndPrint(),
        caller.post('/api/invoices/draft?dryRun=true', nonCashInvoice()),
        caller.post(`/api/invoices/${String(sold.id)}/cancel`, {}),
      ];
      for (const call of ['withdraw', 'initial']) {
        const { status, body } = await caller.post(`/api/cashdeposit/${call}`, { cashAmount: 1 });
        expect({ status, body }).toMatchObject({ status: 400, body: ENDED });
      }
      for (const { status, body } of await Promise.all(calls)) {
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { details: [{ ...ENDED, path: '' }] },
        });
      }
    }
    expect(
      await service.query('select count(*) from invoice where company_id = $1', [shop.companyId]),
    ).toEqual(before);
  });

  test('no deposit by hand is asked for or made, and one of before is delivered', async () => {
    const shop = await openShop(service);
    const register = openRegister(shop);
    const deposit = `/companies/${shop.companyId}/cash-registers/${String((await register.shown()).id)}/initial-deposit`;
    await service.script({ type: 'drop' }, { kind: 'cash-deposit' });
    await shop.test.post('/api/cashdeposit/initial', { cashAmount: 5 }).expect(500);
    const operations = () =>
      service.query(
        `select o.status, o.failure ->> 'code' as code from key_operation o
         join cash_register r on r.id = o.cash_register_id
         where r.tcr_code = $1 order by o.created_at, o.id`,
        [shop.tcrCodes.test],
      );
    // Asked for while the last day went on, and made after it.
    const asked = await service.whileWorkerRests(async () => {
      const responses = [
        shop.test.post('/api/cashdeposit/initial', { cashAmount: 6 }),
        panel.post(deposit, { cashAmount: 7 }),
      ].map((call) => call.then(({ status, body }) => ({ status, body })));
      await eventually(operations, ({ length }) => length === 3);
      await pass(shop);
      return responses;
    });
    const [byKey, inPanel] = await Promise.all(asked);
    expect(byKey).toMatchObject({ status: 400, body: ENDED });
    expect(inPanel).toMatchObject({
      status: 502,
      body: { ...ENDED, remedyKey: 'otherCashRegister' },
    });
    const { status, body } = await panel.post(deposit, { cashAmount: 8 });
    expect({ status, body }).toMatchObject({ status: 502, body: ENDED });
    expect(await operations()).toMatchObject([{ status: 'failed' }, ENDED, ENDED]);
    await service.query('update cash_deposit set next_attempt_at = now() where tcr_code = $1', [
      shop.tcrCodes.test,
    ]);
    const { deposits } = (await eventually(
      () => service.control('GET', `/ledger?tcrCode=${shop.tcrCodes.test}`),
      (ledger) => (ledger.deposits as Body[]).length > 0,
    )) as { deposits: Body[] };
    expect(deposits).toMatchObject([{ operation: 'INITIAL', amount: '5.00' }]);
  });

  test('a withdrawal of before is found by its external id, and nothing new is stored', async () => {
    const shop = await openShop(service);
    const call = { cashAmount: 5, externalId: 'w-1' };
    const withdraw = (body: object) => shop.test.post('/api/cashdeposit/withdraw', body);
    const { body: first } = await withdraw(call).expect(200);
    await pass(shop);
    expect(await withdraw(call)).toMatchObject({ status: 200, body: { id: first.id } });
    expect(await withdraw({ ...call, externalId: 'w-2' })).toMatchObject({
      status: 400,
      body: ENDED,
    });
    const stored = await service.query('select id from withdrawal where company_id = $1', [
      shop.companyId,
    ]);
    expect(stored).toEqual([{ id: first.id }]);
  });

  test('a sale that was accepted before gets no number, and no deposit is sent for it', async () => {
    const shop = await openShop(service);
    const drafts = [await shop.test.store(cashInvoice()), await shop.test.store(nonCashInvoice())];
    await pass(shop);
    for (const id of drafts) {
      for (const caller of [shop.test, elsewhere(shop.test.key)]) {
        const { status, body } = await caller.fiscalize(id);
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { ...ENDED, retryable: false },
        });
      }
      expect(await shop.test.read(id)).toMatchObject({ status: 'Failed', invoiceNumber: null });
    }
    const { deposits, messages } = (await service.control(
      'GET',
      `/ledger?tcrCode=${shop.tcrCodes.test}`,
    )) as { deposits: Body[]; messages: Body[] };
    expect([deposits, messages]).toEqual([[], []]);
  });

  test('what was issued before is delivered, and a call of that time gets its first result', async () => {
    const shop = await openShop(service);
    const named = nonCashInvoice({ externalId: 'sale-1' });
    const { body: draft } = await shop.test.draft(named);
    await service.holdAuthority();
    const { body: held } = await shop.test.fiscalize(String(draft.id));
    expect(held.status).toBe('Offline');
    await pass(shop);
    expect(await shop.test.draft(named)).toMatchObject({ status: 200, body: { id: draft.id } });
    await service.releaseAuthority();
    await service.deliverNow();
    expect(await shop.test.until(String(draft.id), 'Fiscalized')).toMatchObject({
      invoiceNumber: held.invoiceNumber,
      iic: held.iic,
    });
  });

  test('its sales are corrected on another cash register', async () => {
    const shop = await openShop(service);
    const other = await addRegister(service, shop);
    const sold = await shop.test.fiscalized();
    await pass(shop);
    const corrective = await other.fiscalized(cancellationOf(sold));
    expect(corrective.status).toBe('Fiscalized');
    expect(corrective.invoiceNumber).not.toContain(shop.tcrCodes.test);
    const again = await shop.test.draft(cancellationOf(sold));
    expect((again.body.details as Body[]).map(({ code }) => code)).toContain('CASH_REGISTER_ENDED');
  });
});

test('Extensions §7: the automatic INITIAL says the initialCashAmount of the cash register', async () => {
  const shop = await openShop(service);
  const register = openRegister(shop);
  expect(await register.shown()).toMatchObject({ initialCashAmount: 0 });
  await register.change({ initialCashAmount: 150.5 });
  expect(await register.shown()).toMatchObject({ initialCashAmount: 150.5 });
  await shop.test.createAndPrint().expect(201);
  const { deposits } = await service.control('GET', `/ledger?tcrCode=${shop.tcrCodes.test}`);
  expect(deposits).toMatchObject([{ operation: 'INITIAL', amount: '150.50' }]);
  const [audited] = await service.query(
    `select before, after from audit_log where company_id = $1 and action = 'cash-register.changed'`,
    [shop.companyId],
  );
  expect(audited).toEqual({
    before: { initialCashAmount: '0.00' },
    after: { initialCashAmount: '150.50' },
  });
});
