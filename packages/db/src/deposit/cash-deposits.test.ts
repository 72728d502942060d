// The INITIAL deposit of a day: who may claim it, what is known of it then, and when it is due
// again.

import type { Failure } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { addSampleCertificate, createSampleShop, useSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { claimInitialDeposit, recordCashDeposit, storeDepositSubmission } from './cash-deposits.ts';
import type { CashDepositResult, ClaimedCashDeposit } from './cash-deposits.ts';
import { findDueDeposit, postponeDeposit } from './due-deposits.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

const FIRST = '2026-11-21T10:00:00+01:00';
const LATER = '2026-11-21T11:00:00+01:00';
const LEASE_MS = 60_000;
const AGAIN = { cashAmount: null };
const SCOPE = { environments: ['test'], skipped: [] } as const;
const REFUSED: Failure = {
  error: 'The deposit failed.',
  code: 'INITIAL_DEPOSIT_FAILED',
  tcrCode: null,
  efiCode: 49,
  efiMessage: 'clock',
  retryable: false,
  remedy: null,
};
const NOTHING = { cashAmount: null, fcdc: null, failure: null, nextAttemptMs: null };
const REGISTERED: CashDepositResult = {
  ...NOTHING,
  status: 'registered',
  cashAmount: '0.00',
  fcdc: 'an-fcdc',
};
const OFFLINE: CashDepositResult = { ...NOTHING, status: 'offline', nextAttemptMs: -1_000 };

const dayOf = ({ cashRegisterId, tcrCode }: SampleShop = shop) => ({
  cashRegisterId,
  tcrCode,
  localDate: '2026-11-21',
});

async function claim(
  again?: { cashAmount: string | null },
  of: SampleShop = shop,
): Promise<ClaimedCashDeposit> {
  const claimed = await claimInitialDeposit(db.worker, dayOf(of), LEASE_MS, again);
  if (!claimed) throw new Error('the deposit could not be claimed');
  return claimed;
}

const store = (claimed: ClaimedCashDeposit, changeDateTime = FIRST) =>
  storeDepositSubmission(db.worker, claimed, changeDateTime, {
    id: uuidv7(),
    certificateId: uuidv7(),
    requestUuid: uuidv4(),
    sendDateTime: changeDateTime,
    subsequentDelivery: null,
    request: '<a/>',
  });

/** A deposit whose message has come to this. */
async function ended(result: CashDepositResult, of: SampleShop = shop): Promise<void> {
  const claimed = await claim(undefined, of);
  await store(claimed);
  await recordCashDeposit(db.worker, claimed, null, result);
}

const set = (column: string, to: string) =>
  db.owner.pool.query(`update cash_deposit set ${column} = ${to} where cash_register_id = $1`, [
    shop.cashRegisterId,
  ]);

describe('a claim of the deposit of a day', () => {
  test('of many at once one is valid, until its lease runs out', async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimInitialDeposit(db.worker, dayOf(), LEASE_MS)),
    );
    const [first, ...others] = claims.filter((claimed) => claimed !== null);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ requestedAmount: '0.00', changeDateTime: null, attempts: 1 });
    await set('leased_until', `now() - interval '1 second'`);
    const second = await claim();
    expect(second.attempts).toBe(2);
    if (first === undefined) throw new Error('none was valid');
    expect(await store(first)).toBe(false);
    expect(await recordCashDeposit(db.worker, first, null, REGISTERED)).toBe(false);
    expect(await recordCashDeposit(db.worker, second, null, REGISTERED)).toBe(true);
  });

  test('of one that is registered is made by hand alone, and knows what the authority has', async () => {
    await ended(REGISTERED);
    expect(await claimInitialDeposit(db.worker, dayOf(), LEASE_MS)).toBeNull();
    const changed = { wasRegistered: true, known: { cashAmount: '0.00', fcdc: 'an-fcdc' } };
    const claimed = await claim({ cashAmount: '50.00' });
    expect(claimed).toMatchObject({ ...changed, requestedAmount: '50.00' });
    // From its message on nothing is known, and the amount is the one that was asked for last.
    await store(claimed, LATER);
    await recordCashDeposit(db.worker, claimed, null, OFFLINE);
    expect(await claim(AGAIN)).toMatchObject({
      wasRegistered: false,
      known: { cashAmount: null, fcdc: null },
      requestedAmount: '50.00',
      changeDateTime: LATER,
    });
  });

  test.each<[string, CashDepositResult, string | null]>([
    ['registered begins anew', REGISTERED, null],
    ['refused begins anew', { ...NOTHING, status: 'refused', failure: REFUSED }, null],
    ['without a reply keeps the time of its first message', OFFLINE, FIRST],
  ])('of one that was %s', async (_, result, changeDateTime) => {
    await ended(result);
    const claimed = await claim(AGAIN);
    expect(claimed.changeDateTime).toBe(changeDateTime);
    await store(claimed, LATER);
    await recordCashDeposit(db.worker, claimed, null, OFFLINE);
    expect((await claim(AGAIN)).changeDateTime).toBe(changeDateTime ?? LATER);
  });
});

describe('a deposit without a reply', () => {
  test('is due until 48 hours have passed since it was begun', async () => {
    await ended(OFFLINE);
    expect(await findDueDeposit(db.worker, SCOPE)).toMatchObject({
      ...dayOf(),
      changeDateTime: FIRST,
      attempts: 1,
      companyId: shop.companyId,
      environment: 'test',
      certificateId: null,
      company: { tin: '12345678' },
    });
    const window = `select extract(epoch from deliver_before - created_at) / 3600 as hours
                    from cash_deposit where cash_register_id = $1`;
    const { rows } = await db.owner.pool.query(window, [shop.cashRegisterId]);
    expect(rows.map(({ hours }: { hours: string }) => Number(hours))).toEqual([48]);
    await set('deliver_before', `now() - interval '1 second'`);
    expect(await findDueDeposit(db.worker, SCOPE)).toBeNull();
  });

  test('is not due while it is claimed, before its time, or where its company is skipped', async () => {
    await ended(OFFLINE);
    const { companyId } = shop;
    const skipped = [{ environment: 'test' as const, companyId }];
    expect(await findDueDeposit(db.worker, { ...SCOPE, skipped })).toBeNull();
    expect(await findDueDeposit(db.worker, { ...SCOPE, environments: ['live'] })).toBeNull();
    await set('leased_until', `now() + interval '1 minute'`);
    expect(await findDueDeposit(db.worker, SCOPE)).toBeNull();
    await set('leased_until', `now() - interval '1 second'`);
    expect(await findDueDeposit(db.worker, SCOPE)).not.toBeNull();
    await postponeDeposit(db.worker, { ...dayOf(), nextAttemptMs: 60_000 });
    expect(await findDueDeposit(db.worker, SCOPE)).toBeNull();
    expect((await claim()).attempts).toBe(3);
  });

  test('is put off alone: that of another day stays due, and one with a reply is left as it is', async () => {
    await ended(OFFLINE);
    const nextDay = { ...dayOf(), localDate: '2026-11-22' };
    const other = await claimInitialDeposit(db.worker, nextDay, LEASE_MS);
    if (other === null) throw new Error('the deposit could not be claimed');
    await store(other, '2026-11-22T10:00:00+01:00');
    await recordCashDeposit(db.worker, other, null, OFFLINE);
    await postponeDeposit(db.worker, { ...dayOf(), nextAttemptMs: 60_000 });
    expect(await findDueDeposit(db.worker, SCOPE)).toMatchObject({ ...nextDay, attempts: 1 });
    const again = await claimInitialDeposit(db.worker, nextDay, LEASE_MS);
    if (again === null) throw new Error('the deposit could not be claimed');
    await recordCashDeposit(db.worker, again, null, REGISTERED);
    await postponeDeposit(db.worker, { ...nextDay, nextAttemptMs: 60_000 });
    expect(await claimInitialDeposit(db.worker, nextDay, LEASE_MS, AGAIN)).toMatchObject({
      attempts: 3,
      wasRegistered: true,
    });
  });

  test('is signed with the active certificate of its company and environment', async () => {
    await ended(OFFLINE);
    await addSampleCertificate(db, shop, { isActive: false });
    await addSampleCertificate(db, shop, { environment: 'live' });
    await addSampleCertificate(db, await createSampleShop(db));
    expect((await findDueDeposit(db.worker, SCOPE))?.certificateId).toBeNull();
    const certificateId = await addSampleCertificate(db, shop);
    expect((await findDueDeposit(db.worker, SCOPE))?.certificateId).toBe(certificateId);
  });

  test('goes after the older ones', async () => {
    const younger = await createSampleShop(db);
    await ended(OFFLINE, younger);
    await ended(OFFLINE);
    await set('created_at', `now() - interval '1 hour'`);
    expect(await findDueDeposit(db.worker, SCOPE)).toMatchObject(dayOf());
  });
});
