// Withdrawals: stored once an external id, taken by one worker, with one time each; and what is in
// the drawer then.

import { localDateOf } from '@fiscal/domain';
import type { Failure, Payment } from '@fiscal/domain';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { readArchivedDeposits } from '../archive/archived-documents.ts';
import { openDatabase } from '../connection/client.ts';
import { findMovable, WALK_START } from '../object/moving.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { createSampleDraft, sampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { claimInitialDeposit, recordCashDeposit } from './cash-deposits.ts';
import type { CashDepositResult } from './cash-deposits.ts';
import { readDrawer } from '../report/reports.ts';
import {
  claimDueWithdrawal,
  claimNewWithdrawal,
  fixWithdrawalTime,
  storeWithdrawalSubmission,
} from './withdrawal-claims.ts';
import type { ClaimedWithdrawal } from './withdrawal-claims.ts';
import {
  findWithdrawal,
  findWithdrawalByExternalId,
  insertWithdrawal,
  listWithdrawals,
} from './withdrawals.ts';
import type { NewWithdrawal } from './withdrawals.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

// A claim takes the oldest one, of whatever company.
beforeEach(() =>
  db.owner.pool.query(
    `update withdrawal set status = 'refused' where status in ('pending', 'offline')`,
  ),
);

const LEASE_MS = 60_000;
const SCOPE = { environments: ['test'], skipped: [] } as const;
const TIME = new Date('2026-11-21T09:00:00.700Z');
const SECOND = new Date('2026-11-21T09:00:00Z');
const REFUSED: Failure = {
  error: 'Refused.',
  code: 'WITHDRAWAL_REFUSED',
  tcrCode: null,
  efiCode: 53,
  efiMessage: 'no',
  retryable: false,
  remedy: null,
};
const NOTHING = { fcdc: null, cashAmount: '10.00', failure: null, nextAttemptMs: null };
const REGISTERED: CashDepositResult = { ...NOTHING, status: 'registered', fcdc: 'an-fcdc' };
const OFFLINE: CashDepositResult = { ...NOTHING, status: 'offline', nextAttemptMs: -1_000 };

async function store(
  externalId: string | null = null,
  {
    cashAmount = '10.00',
    of = shop,
    at = TIME,
  }: { cashAmount?: string; of?: SampleShop; at?: Date } = {},
) {
  const id = uuidv7();
  const withdrawal: NewWithdrawal = {
    ...scopeOf(of),
    cashRegisterId: of.cashRegisterId,
    request: { cashAmount: Number(cashAmount), externalId, note: 'to the bank' },
    cashAmount,
    operatorCode: null,
    warnings: ['a field \u0000 of an odd name'],
    digest: externalId === null ? null : createHash('sha256').update(externalId).digest(),
  };
  const stored = await insertWithdrawal(db.api, id, withdrawal, null);
  await db.owner.pool.query(`
    alter table withdrawal disable trigger withdrawal_protect;
    update withdrawal set local_date = '${localDateOf(at)}', created_at = '${at.toISOString()}'
    where id = '${id}';
    alter table withdrawal enable trigger withdrawal_protect`);
  return { id, stored };
}

async function claim(): Promise<ClaimedWithdrawal> {
  const claimed = await claimNewWithdrawal(db.worker, { leaseMs: LEASE_MS });
  if (claimed === null) throw new Error('nothing could be claimed');
  return claimed;
}

const SUBMISSION = () => ({
  id: uuidv7(),
  certificateId: uuidv7(),
  requestUuid: uuidv4(),
  sendDateTime: '2026-11-21T10:00:00+01:00',
  subsequentDelivery: null,
  request: '<a/>',
});

/** One that has come to this. */
async function ended(result: CashDepositResult, time = TIME, cashAmount = '10.00') {
  const { id } = await store(null, { cashAmount, at: time });
  const claimed = await claim();
  await fixWithdrawalTime(db.worker, claimed, time);
  await recordCashDeposit(db.worker, claimed, null, result, 'withdrawal');
  return { id };
}

const set = (id: string, what: string) =>
  db.owner.pool.query(`update withdrawal set ${what} where id = $1`, [id]);

describe('a call with an external id', () => {
  test('of 20 at once stores one, which is found by it', async () => {
    const calls = await Promise.all(Array.from({ length: 20 }, () => store('K1')));
    const [first, ...others] = calls.filter(({ stored }) => stored === 'stored');
    expect(others).toEqual([]);
    expect(calls.filter(({ stored }) => stored === 'taken')).toHaveLength(19);
    const key = { ...scopeOf(shop), externalId: 'K1' };
    expect(await findWithdrawalByExternalId(db.api, key)).toMatchObject({
      id: first?.id,
      status: 'pending',
      tcrCode: shop.tcrCode,
      cashAmount: '10.00',
      note: 'to the bank',
      warnings: ['a field \u0000 of an odd name'],
      digest: createHash('sha256').update('K1').digest(),
    });
  });

  test('of another company or environment is another one', async () => {
    const other = await createSampleShop(db);
    expect((await store('K1')).stored).toBe('stored');
    expect((await store('K1', { of: other })).stored).toBe('stored');
    const live = { ...scopeOf(shop), environment: 'live' as const, externalId: 'K1' };
    expect(await findWithdrawalByExternalId(db.api, live)).toBeNull();
  });

  test('is not stored where the cash register has no TCR code', async () => {
    const none = 'update cash_register set tcr_code = null where id = $1';
    await db.owner.pool.query(none, [shop.cashRegisterId]);
    const { id, stored } = await store('K1');
    expect(stored).toBe('no-tcr-code');
    expect(await findWithdrawal(db.api, id)).toBeNull();
  });
});

describe('a withdrawal', () => {
  test('of 20 at once each is taken by one worker, also when a lease has run out', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await store()).id));
    const take = () => claimNewWithdrawal(db.worker, { leaseMs: LEASE_MS });
    const claims = await Promise.all(Array.from({ length: 30 }, take));
    const taken = claims.flatMap((claimed) => claimed?.claim.subjectId ?? []);
    expect(taken.toSorted()).toEqual(ids.toSorted());
    // Deliveries take over what was claimed and not ended.
    expect(await claimDueWithdrawal(db.worker, SCOPE, LEASE_MS)).toBeNull();
    await set(ids[0]!, `leased_until = now() - interval '1 s', next_attempt_at = now()`);
    expect(await take()).toBeNull();
    const first = claims.find((claimed) => claimed?.claim.subjectId === ids[0]);
    const second = await claimDueWithdrawal(db.worker, SCOPE, LEASE_MS);
    expect(second).toMatchObject({ attempts: 2, claim: { subjectId: ids[0] } });
    const record = (claimed: ClaimedWithdrawal) =>
      recordCashDeposit(db.worker, claimed, null, REGISTERED, 'withdrawal');
    expect(await fixWithdrawalTime(db.worker, first!, TIME)).toBeNull();
    expect(await record(first!)).toBe(false);
    expect(await fixWithdrawalTime(db.worker, second!, TIME)).toEqual(SECOND);
    expect(await storeWithdrawalSubmission(db.worker, first!, SUBMISSION())).toBe(false);
    expect(await storeWithdrawalSubmission(db.worker, second!, SUBMISSION())).toBe(true);
    expect(await record(second!)).toBe(true);
  });

  test('has one time: no two of a cash register are of one second, also fixed at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => store()));
    const claims = [];
    for (let count = 0; count < 8; count += 1) claims.push(await claim());
    const fix = (claimed: ClaimedWithdrawal) => fixWithdrawalTime(db.worker, claimed, TIME);
    const times = await Promise.all(claims.map(fix));
    const seconds = times.map((time) => (Number(time) - Number(SECOND)) / 1_000);
    expect(seconds.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const [first] = claims;
    expect(await fix(first!)).toBeNull();
    const found = await findWithdrawal(db.api, first!.claim.subjectId);
    expect(found).toMatchObject({ date: '2026-11-21', changedAt: times[0] });
    expect(Number(found?.deliverBefore) - Number(found?.changedAt)).toBe(48 * 3_600_000);
  });

  test('ADR 11: has its time on the day of its acceptance, whenever and by whom it is taken', async () => {
    const [last, midnight] = [new Date('2026-11-21T22:59:59.400Z'), '2026-11-21T23:00:00Z'];
    const next = new Date(Date.parse(midnight) + 700);
    for (const at of [next, ...Array.from({ length: 8 }, () => last)]) await store(null, { at });
    const other = openDatabase({
      url: db.workerUrl,
      maxConnections: 4,
      applicationName: 'test',
      onError: (error) => {
        throw error;
      },
    });
    const claims = [];
    for (let count = 0; count < 9; count += 1) claims.push(await claim());
    const [ofNextDay, ...ofLast] = claims.toSorted((a, b) => +b.createdAt - +a.createdAt);
    // It is taken first, and those of the day before have no second left behind theirs.
    expect(await fixWithdrawalTime(db.worker, ofNextDay!, next)).toEqual(new Date(midnight));
    const times = await Promise.all(
      ofLast.map((claimed, index) =>
        fixWithdrawalTime(index % 2 === 0 ? db.worker : other, claimed, index < 4 ? last : next),
      ),
    );
    const seconds = times.map((time) => (Date.parse(midnight) - Number(time)) / 1_000);
    expect(seconds.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const {
      claim: { subjectId },
    } of ofLast) {
      expect((await findWithdrawal(db.api, subjectId))?.date).toBe('2026-11-21');
    }
    await other.close();
  });

  test('that waits is due again after its time, within its window, in its scope', async () => {
    const { id } = await ended(OFFLINE);
    await set(id, `deliver_before = now() + interval '1 hour'`);
    const due = (scope: Parameters<typeof claimDueWithdrawal>[1] = SCOPE) =>
      claimDueWithdrawal(db.worker, scope, LEASE_MS);
    const skipped = [{ environment: 'test' as const, companyId: shop.companyId }];
    expect(await due({ ...SCOPE, skipped })).toBeNull();
    expect(await due({ ...SCOPE, environments: ['live'] })).toBeNull();
    await set(id, 'form = 99');
    expect(await due()).toBeNull();
    await set(id, `form = 1, deliver_before = now()`);
    expect(await due()).toBeNull();
    await set(id, `deliver_before = now() + interval '1 hour'`);
    const again = await due();
    expect(again).toMatchObject({ changedAt: SECOND, attempts: 2 });
    // One that breaks is due again once its lease has run out, ever later.
    await set(id, 'leased_until = now()');
    expect(await due()).toBeNull();
    // The column has milliseconds: now() may be rounded up, to what is not yet.
    await set(id, `next_attempt_at = now() - interval '1 second'`);
    expect((await due())?.attempts).toBe(3);
  });

  test('that was accepted is sent as it is: nothing of it changes, and no reply is taken back', async () => {
    const changes = ["cash_amount = '9.99'", "tcr_code = 'x'", "external_id = 'x'", 'note = null'];
    const { id } = await ended(OFFLINE);
    const fixed = ['changed_at = now()', "local_date = '2026-11-22'"];
    for (const change of [...changes, ...fixed]) {
      await expect(set(id, change)).rejects.toThrow('can not be changed so');
    }
    for (const result of [REGISTERED, { ...NOTHING, status: 'refused' as const }]) {
      const over = await ended(result);
      for (const change of ["status = 'offline'", "fcdc = 'x'", 'attempts = 9']) {
        await expect(set(over.id, change)).rejects.toThrow('can not be changed so');
      }
    }
    const remove = db.owner.pool.query('delete from withdrawal where id = $1', [id]);
    await expect(remove).rejects.toThrow('can not be changed so');
  });

  test('is archived on its day with its messages, which move once the authority has replied', async () => {
    const { id } = await store();
    const first = await claim();
    await fixWithdrawalTime(db.worker, first, TIME);
    const message = SUBMISSION();
    await storeWithdrawalSubmission(db.worker, first, message);
    const reply = {
      submissionId: message.id,
      outcome: 'unanswered',
      httpStatus: 500,
      response: Buffer.from('<b/>'),
      efiCode: null,
      detail: 'broken',
      wasSent: true,
      unansweredReason: 'http',
    } as const;
    await recordCashDeposit(db.worker, first, reply, OFFLINE, 'withdrawal');
    const archived = () =>
      readArchivedDeposits({ pool: db.api.pool, objects: null }, scopeOf(shop), '2026-11-21');
    expect(await archived()).toMatchObject([
      {
        kind: 'Withdrawal',
        id,
        status: 'offline',
        changeDateTime: '2026-11-21T10:00:00+01:00',
        cashAmount: '10.00',
        messages: [{ request: '<a/>', response: Buffer.from('<b/>'), outcome: 'unanswered' }],
      },
    ]);
    const isMovable = async () => {
      const tomorrow = new Date(Date.now() + 24 * 3_600_000);
      const { rows } = await findMovable(db.worker, 'messages', WALK_START, tomorrow);
      return rows.some((row) => row.id === message.id);
    };
    await set(id, `deliver_before = now() + interval '1 hour'`);
    expect(await isMovable()).toBe(false);
    const again = await claimDueWithdrawal(db.worker, SCOPE, LEASE_MS);
    await recordCashDeposit(db.worker, again!, null, REGISTERED, 'withdrawal');
    expect(await isMovable()).toBe(true);
    expect(await archived()).toMatchObject([{ status: 'registered', fcdc: 'an-fcdc' }]);
  });

  test('that is refused is an event of its company, with its external id', async () => {
    const { id } = await store('K7');
    const claimed = await claim();
    const refused = { ...NOTHING, status: 'refused', failure: REFUSED } as const;
    await recordCashDeposit(db.worker, claimed, null, refused, 'withdrawal');
    const { rows } = await db.owner.pool.query(
      `select type, external_id, detail ->> 'withdrawalId' as id from event where company_id = $1`,
      [shop.companyId],
    );
    expect(rows).toEqual([{ type: 'deposit.refused', external_id: 'K7', id }]);
    expect((await findWithdrawal(db.api, id))?.failure).toEqual(REFUSED);
  });
});

describe('the drawer of a day', () => {
  const day = () => ({
    cashRegisterId: shop.cashRegisterId,
    tcrCode: shop.tcrCode,
    localDate: '2026-11-21',
  });
  const drawer = () => readDrawer(db.api, day());

  test('is INITIAL less what was taken out, but for what was refused', async () => {
    expect(await drawer()).toEqual({
      initial: '0.00',
      banknotes: '0.00',
      withdrawn: '0.00',
      inDrawer: '0.00',
    });
    const deposit = await claimInitialDeposit(db.worker, day(), LEASE_MS, { cashAmount: '50.00' });
    await ended(REGISTERED, TIME, '20.10');
    await ended(OFFLINE, TIME, '0.20');
    await ended({ ...NOTHING, status: 'refused' }, TIME, '5.00');
    // Midnight in Podgorica.
    await ended(REGISTERED, new Date('2026-11-21T23:00:00Z'), '7.00');
    expect(await drawer()).toMatchObject({ initial: '50.00', withdrawn: '20.30' });
    const known = { ...NOTHING, cashAmount: '40.00' };
    await recordCashDeposit(db.worker, deposit!, null, { ...known, status: 'registered' });
    expect(await drawer()).toMatchObject({ initial: '40.00', inDrawer: '19.70' });
    const amounts = (await listWithdrawals(db.api, day())).map(({ cashAmount }) => cashAmount);
    expect(amounts).toEqual(['20.10', '0.20', '5.00']);
    const next = { ...day(), localDate: '2026-11-22' };
    const listed = async (withOpen?: boolean) =>
      (await listWithdrawals(db.api, next, withOpen)).map(({ cashAmount }) => cashAmount);
    expect(await listed()).toEqual(['7.00']);
    expect(await listed(true)).toEqual(['0.20', '7.00']);
  });

  test('has the banknotes of what customers hold, correctives with their minus', async () => {
    const { computed, request } = sampleDraft(shop);
    let ordinal = 0;
    const issue = async (
      total: string,
      status: string,
      other: { payments?: Payment[]; isHandedOut?: boolean; at?: string } = {},
    ) => {
      const paid = { ...computed, totals: { ...computed.totals, total } };
      const { id } = await createSampleDraft(db, shop, 0, {
        request: { ...request, typeOfInvoice: 'Cash', paymentMethod: 'BANKNOTE' },
        computed: other.payments ? { ...paid, payments: other.payments } : paid,
      });
      await db.owner.pool.query(
        `update invoice set status = $2::invoice_status, tcr_code = $3, issued_at = $4,
           iic = upper(md5(id::text)), fic = id::text, invoice_number = id::text,
           deliver_before = now(), failure = case when $2 = 'Failed' then '{}'::json end,
           offline_since = case when $5 then now() end, year = 2026, ordinal = $6
         where id = $1`,
        [
          id,
          status,
          shop.tcrCode,
          other.at ?? '2026-11-21T12:00:00Z',
          other.isHandedOut ?? false,
          (ordinal += 1),
        ],
      );
      const given = `insert into number_ledger
           (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, at)
         select 'test', cash_register_id, tcr_code, 2026, 1, id, 'given', issued_at
         from invoice where id = $1`;
      await db.owner.pool.query(given, [id]);
    };
    await issue('10.00', 'Fiscalized', { at: '2026-11-20T23:00:00Z' });
    await issue('1.00', 'Offline', { isHandedOut: true, at: '2026-11-21T22:59:59Z' });
    await issue('0.10', 'Failed', { isHandedOut: true });
    await issue('-2.00', 'Fiscalized');
    const banknote = { method: 'BANKNOTE', amount: '0.01', advanceIic: null } as const;
    const card = { method: 'CARD', amount: '4.99', advanceIic: null } as const;
    await issue('5.00', 'Fiscalized', { payments: [card, banknote] });
    // What no customer holds, and what is of another day.
    await issue('100.00', 'Failed');
    await issue('100.00', 'Pending');
    await issue('100.00', 'Fiscalized', { at: '2026-11-21T23:00:00Z' });
    expect(await drawer()).toMatchObject({ banknotes: '9.11', inDrawer: '9.11' });
  });
});
