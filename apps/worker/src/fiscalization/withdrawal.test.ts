// How a withdrawal is sent: after the deposit of its day, at one time, until the authority replies.

import { insertWithdrawal, findWithdrawal } from '@fiscal/db/deposit';
import { issueDateTimeOf, localDateOf, localDayOf } from '@fiscal/domain';
import { createSigner } from '@fiscal/efi';
import type { CashDepositOutcome } from '@fiscal/efi';
import { createLogger } from '@fiscal/runtime';
import { certificateFacts, issueTaxpayer, makeAuthority } from '@fiscal/testbed';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import {
  addSampleCertificate,
  SAMPLE_SELLER,
  scopeOf,
  useSampleShop,
} from '../../../../packages/db/src/testing/sample-shops.ts';
import type { Message } from '../authority/authority.ts';
import type { WorkContext } from '../work/work.ts';
import { deliverNextWithdrawal, makeNextWithdrawal } from './withdrawal.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);
// A claim takes the oldest one, of whatever company.
beforeEach(async () => {
  await db.owner.pool.query(
    `update withdrawal set status = 'refused' where status in ('pending', 'offline')`,
  );
  await addSampleCertificate(db, shop);
});

const { tin, name } = SAMPLE_SELLER;
const signer = createSigner(certificateFacts(issueTaxpayer(makeAuthority(), tin, name), tin));

const RAW = { httpStatus: null, rawReply: null };
const FCDC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';
const REGISTERED: CashDepositOutcome = {
  kind: 'registered',
  ...RAW,
  responseUuid: 'a',
  repliedAt: '',
  fcdc: FCDC,
};
const SILENT: CashDepositOutcome = {
  kind: 'unanswered',
  ...RAW,
  reason: 'timeout',
  detail: '',
  wasSent: true,
};
const refused = (efiCode: number): CashDepositOutcome => ({
  kind: 'refused',
  ...RAW,
  efiCode,
  efiMessage: 'no',
  responseUuid: null,
});

/** A worker, and an authority with these replies to withdrawals, and to deposits. */
function worker(replies: CashDepositOutcome[] = [], deposits: CashDepositOutcome[] = []) {
  let ahead = 0;
  let atDeposit: () => unknown = () => null;
  let key: object = { kind: 'ready', signer };
  let onDeposit: () => void = () => undefined;
  const sent: Record<string, string | undefined>[] = [];
  const registerCashDeposit = ({ request }: Message) => {
    const attribute = (of: string) => new RegExp(` ${of}="([^"]+)"`).exec(request)?.[1];
    const operation = attribute('Operation');
    if (operation === 'INITIAL') onDeposit();
    sent.push({
      operation,
      changed: attribute('ChangeDateTime'),
      sent: attribute('SendDateTime'),
      mark: attribute('SubseqDelivType'),
      amount: attribute('CashAmt'),
    });
    if (operation === 'INITIAL') atDeposit();
    return Promise.resolve((operation === 'INITIAL' ? deposits : replies).shift() ?? REGISTERED);
  };
  const context = {
    db: db.worker,
    clock: () => new Date(Date.now() + ahead),
    clockToleranceMs: 60_000,
    onlineBudgetMs: 10_000,
    deliveryAfterMs: 0,
    random: () => 0,
    obstacles: { leavesToOthers: () => false },
    signers: { find: () => Promise.resolve(key) },
    depositLeases: { leaseMs: 60_000, begin: () => ({ end: () => undefined }) },
    logger: createLogger({ name: 'worker', level: 'silent' }),
    efi: {
      test: {
        registerCashDeposit,
        circuit: { isOpenFor: () => false },
        clock: { offsetMs: () => null },
      },
    },
  } as unknown as WorkContext;
  const scope = { environments: ['test'], skipped: [] } as const;
  return {
    sent,
    withdrawals: () => sent.filter(({ operation }) => operation === 'WITHDRAW'),
    setClock: (aheadMs: number) => (ahead = aheadMs),
    /** Its clock stands at one instant until a deposit is sent, then at another. */
    passMidnight: (begun: Date, next: Date) => {
      let now = begun;
      atDeposit = () => (now = next);
      Object.assign(context, { clockToleranceMs: Infinity, clock: () => now });
    },
    setKey: (to: object) => (key = to),
    beforeDeposit: (run: () => void) => (onDeposit = run),
    make: () => makeNextWithdrawal(context, () => undefined),
    deliver: async () => {
      await db.owner.pool.query(
        `update withdrawal set next_attempt_at = now(), leased_until = null
         where status in ('pending', 'offline')`,
      );
      await db.owner.pool.query('update cash_deposit set leased_until = null');
      return deliverNextWithdrawal(context, scope, () => undefined);
    },
  };
}

async function takeOut(cashAmount = '12.30', agoMs = 0): Promise<string> {
  const id = uuidv7();
  const request = { cashAmount: Number(cashAmount) };
  const rest = { request, cashAmount, operatorCode: null, warnings: [], digest: null };
  const { cashRegisterId } = shop;
  await insertWithdrawal(db.api, id, { ...scopeOf(shop), cashRegisterId, ...rest }, null);
  if (agoMs !== 0) await acceptedAt(id, new Date(Date.now() - agoMs));
  return id;
}

/** As if it had been accepted then. */
async function acceptedAt(id: string, instant: Date): Promise<void> {
  await db.owner.pool.query(`alter table withdrawal disable trigger withdrawal_protect;
    update withdrawal set created_at = '${instant.toISOString()}',
      local_date = '${localDateOf(instant)}' where id = '${id}';
    alter table withdrawal enable trigger withdrawal_protect`);
}

const stored = async (id: string) => {
  const found = await findWithdrawal(db.api, id);
  if (found === null) throw new Error('it is gone');
  return found;
};

test('is registered after the deposit of its day, at the moment of sending and without a mark', async () => {
  const { make, sent } = worker();
  const id = await takeOut();
  expect(await make()).toBe(true);
  expect(sent.map(({ operation }) => operation)).toEqual(['INITIAL', 'WITHDRAW']);
  const [, message] = sent;
  expect(message).toMatchObject({ sent: message?.changed, mark: undefined, amount: '12.30' });
  expect(await stored(id)).toMatchObject({
    status: 'registered',
    fcdc: FCDC,
    changedAt: new Date(message?.changed ?? ''),
    date: message?.changed?.slice(0, 10),
  });
  expect(await make()).toBe(false);
});

test('that got no reply keeps its time and gets a mark, until it is registered once', async () => {
  const { make, deliver, withdrawals } = worker([SILENT, SILENT]);
  const id = await takeOut();
  await make();
  expect(await stored(id)).toMatchObject({ status: 'offline', failure: null });
  expect([await deliver(), await deliver(), await deliver()]).toEqual([true, true, false]);
  const [first, ...again] = withdrawals();
  expect(again).toHaveLength(2);
  for (const { changed, amount, mark } of again) {
    expect({ changed, amount, mark }).toEqual({
      changed: first?.changed,
      amount: first?.amount,
      mark: 'SERVICE',
    });
  }
  expect((await stored(id)).status).toBe('registered');
});

test('two in one second have two seconds, and neither is sent before its time', async () => {
  const { make, withdrawals } = worker();
  const ids = [await takeOut('1.00'), await takeOut('2.00'), await takeOut('3.00')];
  await Promise.all([make(), make(), make()]);
  const times = withdrawals().map(({ changed, sent }) => {
    expect(sent).toBe(changed);
    return Date.parse(changed ?? '');
  });
  expect(new Set(times).size).toBe(3);
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
  for (const id of ids) expect((await stored(id)).status).toBe('registered');
});

test('that no worker took within a minute is of the time of its acceptance', async () => {
  const { deliver, withdrawals } = worker();
  const id = await takeOut('1.00', 3_600_000);
  await deliver();
  const { createdAt, changedAt } = await stored(id);
  expect(changedAt?.getTime()).toBe(Math.floor(+createdAt / 1000) * 1000);
  const [{ changed, mark } = {}] = withdrawals();
  expect([new Date(changed ?? ''), mark]).toEqual([changedAt, 'SERVICE']);
});

test.each([600_000, -600_000])(
  'keeps the time of its acceptance where the clock is set by %i ms while its deposit is registered',
  async (aheadMs) => {
    const { make, setClock, beforeDeposit, withdrawals } = worker();
    beforeDeposit(() => {
      setClock(aheadMs);
      setTimeout(() => setClock(0), 500);
    });
    const id = await takeOut();
    await make();
    const { createdAt, changedAt, status } = await stored(id);
    expect(changedAt?.getTime()).toBe(Math.floor(+createdAt / 1000) * 1000);
    expect([status, withdrawals().length]).toEqual(['registered', 1]);
  },
);

test('accepted before midnight and sent after it is of the day before, with that deposit', async () => {
  const { deliver, sent } = worker();
  const id = await takeOut('1.00', 24 * 3_600_000);
  await deliver();
  const { date } = await stored(id);
  expect(sent.map(({ changed }) => changed?.slice(0, 10))).toEqual([date, date]);
  expect(sent.map(({ mark }) => mark)).toEqual(['SERVICE', 'SERVICE']);
  expect(date < localDateOf(new Date())).toBe(true);
});

describe('ADR 11: accepted at 23:59:59 of the last day, it and its INITIAL are of that day', () => {
  // The next midnight: it is sent at once, and its window is open.
  const [date, midnight] = [localDateOf(new Date()), localDayOf(new Date()).to];
  const [last, next] = [-500, 1_500].map((ms) => new Date(+midnight + ms));
  test.each([
    ['midnight passes at the deposit', last!, undefined],
    ['midnight has passed when it is taken', next!, 'SERVICE'],
  ])('%s', async (_, begun, markOfDeposit) => {
    const { make, sent, passMidnight } = worker();
    const id = await takeOut();
    await acceptedAt(id, last!);
    await db.owner.pool.query('update cash_register set last_day = $2 where id = $1', [
      shop.cashRegisterId,
      date,
    ]);
    passMidnight(begun, next!);
    await make();
    const changed = issueDateTimeOf(last!);
    expect(sent).toMatchObject([
      { operation: 'INITIAL', changed, mark: markOfDeposit },
      { operation: 'WITHDRAW', changed, mark: 'SERVICE', sent: issueDateTimeOf(next!) },
    ]);
    expect(await stored(id)).toMatchObject({ status: 'registered', date });
  });
});

describe('is kept while the sender is in trouble:', () => {
  test.each([2, 34, 35, 36, 37, 38])('code %i', async (code) => {
    const { make, deliver, withdrawals } = worker([refused(code)]);
    const id = await takeOut();
    await make();
    expect(await stored(id)).toMatchObject({ status: 'offline', failure: { efiCode: code } });
    await deliver();
    expect(await stored(id)).toMatchObject({ status: 'registered', failure: null });
    expect(withdrawals()[1]).toMatchObject({ changed: withdrawals()[0]?.changed });
  });

  test('no certificate that can be used', async () => {
    const { make, deliver, setKey, sent, withdrawals } = worker();
    const id = await takeOut();
    setKey({ kind: 'unusable', code: 'CERTIFICATE_ERROR', reason: 'It has expired.' });
    await make();
    expect(sent).toEqual([]);
    const kept = await stored(id);
    expect(kept).toMatchObject({ status: 'offline', failure: { code: 'CERTIFICATE_ERROR' } });
    setKey({ kind: 'ready', signer });
    await deliver();
    const [{ changed, mark } = {}] = withdrawals();
    expect([new Date(changed ?? ''), mark]).toEqual([kept.changedAt, 'SERVICE']);
  });

  test.each([600_000, -600_000])('a clock that is %i ms off', async (aheadMs) => {
    const { make, deliver, setClock, sent } = worker();
    const id = await takeOut();
    setClock(aheadMs);
    await make();
    expect(sent).toEqual([]);
    const kept = await stored(id);
    expect(kept).toMatchObject({ status: 'offline', failure: { code: 'CLOCK_WRONG' } });
    // The time is of PostgreSQL's clock.
    expect(Math.abs(Number(kept.changedAt) - Date.now())).toBeLessThan(60_000);
    setClock(0);
    await deliver();
    expect((await stored(id)).status).toBe('registered');
  });

  test('no reply to the deposit of its day, or one that refuses the sender', async () => {
    const { make, deliver, withdrawals } = worker([], [SILENT, refused(36)]);
    const id = await takeOut();
    await make();
    expect((await stored(id)).status).toBe('offline');
    await deliver();
    expect(await stored(id)).toMatchObject({ status: 'offline', failure: { efiCode: 36 } });
    expect(withdrawals()).toEqual([]);
    await deliver();
    expect((await stored(id)).status).toBe('registered');
  });
});

describe('is refused for good', () => {
  test.each([49, 51, 52, 53, 55, 11])('with code %i', async (code) => {
    const { make, deliver } = worker([refused(code)]);
    const id = await takeOut();
    await make();
    const { status, failure } = await stored(id);
    expect({ status, ...failure }).toMatchObject({
      status: 'refused',
      code: 'WITHDRAWAL_REFUSED',
      efiCode: code,
      remedy: expect.stringContaining('Then enter the withdrawal again'),
    });
    expect(await deliver()).toBe(false);
  });

  test('where the deposit of its day is, and nothing of it is sent', async () => {
    const { make, withdrawals } = worker([], [refused(53)]);
    const id = await takeOut();
    await make();
    const failure = { code: 'INITIAL_DEPOSIT_FAILED', efiCode: 53 };
    expect(await stored(id)).toMatchObject({ status: 'refused', failure });
    expect(withdrawals()).toEqual([]);
  });

  test('a repeat says that the first message may have been registered', async () => {
    const { make, deliver } = worker([SILENT, refused(53)]);
    const id = await takeOut();
    await make();
    await deliver();
    expect((await stored(id)).failure?.remedy).toContain('may have been registered');
  });
});

test('that breaks is tried again by a delivery, and holds up nothing else', async () => {
  const { make, deliver, setKey } = worker();
  const id = await takeOut();
  setKey({ kind: 'ready', signer: null });
  await expect(make()).rejects.toThrow();
  expect((await stored(id)).status).toBe('pending');
  setKey({ kind: 'ready', signer });
  expect(await make()).toBe(false);
  expect(await deliver()).toBe(true);
  expect((await stored(id)).status).toBe('registered');
});
