// What cannot be delivered comes back ever more seldom, and holds up no other company's.

import { generateVaultKeys, storeCertificate } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { claimInitialDeposit, recordCashDeposit, storeDepositSubmission } from '@fiscal/db/deposit';
import { recordOffline } from '@fiscal/db/fiscalization';
import { createLogger } from '@fiscal/runtime';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import {
  answer,
  claimSampleInvoice,
  DUE_MS,
  signSample,
} from '../../../../packages/db/src/testing/sample-invoices.ts';
import { createSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import type { SampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import { openTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import type { OpenTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createDeliverNext } from './delivery-lane.ts';
import { NO_OBSTACLES } from '../work/obstacles.ts';
import type { InvoiceWork } from './sales-lane.ts';
import type { DepositTask } from '../fiscalization/initial-deposit.ts';

const HOUR_MS = 3_600_000;

let db: OpenTestDatabase;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

/** The lane of a worker whose waits are hours, so that no machine is too slow to read them. */
function openDeliveries(
  own: {
    findSigner?: (certificateId: string | null) => object;
    ensureInitialDeposit?: (task: DepositTask) => Promise<object>;
    database?: Database;
    slots?: number;
  } = {},
) {
  const circuit = { wouldDeliver: () => true, companiesToSkip: () => [], isOpenFor: () => false };
  const authority = { isPresent: true, circuit, clock: { offsetMs: () => null } };
  const reason = 'The company has no certificate.';
  const noKey = { kind: 'unusable', code: 'CERTIFICATE_ERROR', reason };
  const lease = { isHeld: () => true, end: () => undefined };
  const context = {
    db: own.database ?? db.worker,
    efi: { test: authority, live: authority },
    obstacles: NO_OBSTACLES,
    signers: { find: async (id: string | null) => Promise.resolve(own.findSigner?.(id) ?? noKey) },
    logger: createLogger({ name: 'worker', level: 'silent' }),
    clock: () => new Date('2026-11-21T10:00:00Z'),
    leases: { leaseMs: 60_000, begin: () => lease },
    depositLeases: { leaseMs: 60_000, begin: () => lease },
    deliveryAfterMs: HOUR_MS,
    random: () => 0.5,
    onlineBudgetMs: 60_000,
    receiptCheckLagMs: 0,
  };
  const { ensureInitialDeposit, slots = 2 } = own;
  const work = { context, ensureInitialDeposit } as unknown as InvoiceWork;
  const next = createDeliverNext(
    work,
    slots,
    () => new Date(0),
    () => false,
  );
  return () =>
    next(
      () => undefined,
      () => true,
    );
}

/** An offline invoice of which no message was sent, due at once. */
async function offline(shop: SampleShop): Promise<string> {
  const claimed = await claimSampleInvoice(db, shop);
  const silent = answer(await signSample(db, claimed), 'unanswered');
  const withheld = { ...silent, wasSent: false, unansweredReason: 'withheld' };
  await recordOffline(db.worker, claimed, withheld, DUE_MS);
  return claimed.invoice.id;
}

/** A deposit that has no reply, due at once. */
async function unansweredDeposit({ cashRegisterId, tcrCode }: SampleShop): Promise<void> {
  const day = { cashRegisterId, tcrCode, localDate: '2026-11-21' };
  const deposit = await claimInitialDeposit(db.worker, day, 60_000);
  if (!deposit) throw new Error('the deposit could not be claimed');
  const changeDateTime = '2026-11-21T10:00:00+01:00';
  await storeDepositSubmission(db.worker, deposit, changeDateTime, {
    id: uuidv7(),
    certificateId: uuidv7(),
    requestUuid: uuidv4(),
    sendDateTime: changeDateTime,
    subsequentDelivery: null,
    request: '<a/>',
  });
  const silent = { status: 'offline', failure: null, nextAttemptMs: DUE_MS } as const;
  await recordCashDeposit(db.worker, deposit, null, { ...silent, cashAmount: null, fcdc: null });
}

async function certify({ companyId }: SampleShop): Promise<void> {
  const { recipient } = await generateVaultKeys();
  const names = { subject: 'CN=a', issuer: 'CN=b', serialNumber: '1', fingerprintSha256: '' };
  await storeCertificate(db.api, recipient, {
    companyId,
    environment: 'test',
    tin: '12345678',
    ...names,
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2030-01-01'),
    certificateDer: Buffer.from('a'),
    privateKeyDer: Buffer.from('b'),
  });
}

/** In how many hours each is due. */
async function hoursUntilDue(table: 'work' | 'cash_deposit', column: string): Promise<number[]> {
  const { rows } = await db.owner.pool.query<{ hours: number }>(
    `select round(extract(epoch from ${column} - now()) / 3600)::int as hours from ${table}
     order by created_at`,
  );
  return rows.map(({ hours }) => hours);
}
const invoicesDue = () => hoursUntilDue('work', 'scheduled_at');
const depositsDue = () => hoursUntilDue('cash_deposit', 'next_attempt_at');
const makeDue = (table: 'work' | 'cash_deposit', column: string) =>
  db.owner.pool.query(
    `update ${table} set ${column} = now() - interval '1 second', leased_until = null`,
  );

describe('an invoice that cannot be delivered', () => {
  test('is tried once each time that it is due, after ever longer waits', async () => {
    const shop = await createSampleShop(db);
    await Promise.all([offline(shop), offline(shop)]);
    const deliverNext = openDeliveries();
    // The sale itself was its first attempt.
    for (const hours of [2, 4, 8]) {
      expect([await deliverNext(), await deliverNext(), await deliverNext()]).toEqual([
        true,
        true,
        false,
      ]);
      expect(await invoicesDue()).toEqual([hours, hours]);
      await makeDue('work', 'scheduled_at');
    }
  });

  test('comes back ever more seldom also after an unforeseen error', async () => {
    await offline(await createSampleShop(db));
    const deliverNext = openDeliveries({
      findSigner: () => {
        throw new Error('unforeseen');
      },
    });
    // The sale itself was its first attempt.
    for (const hours of [2, 4, 8]) {
      await expect(deliverNext()).rejects.toThrow('unforeseen');
      expect(await invoicesDue()).toEqual([hours]);
      expect(await deliverNext()).toBe(false);
      await makeDue('work', 'scheduled_at');
    }
  });

  test('leaves a slot to those of other companies, however many of its company are older', async () => {
    const [stuck, other] = [await createSampleShop(db), await createSampleShop(db)];
    const older = [await offline(stuck), await offline(stuck), await offline(stuck)];
    const younger = await offline(other);
    const [bothTried, released] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const tried: string[] = [];
    const query = async (
      statement: { name: string; text: string; values?: unknown[] },
      values?: unknown[],
    ) => {
      if (statement.name === 'postpone_invoice') {
        const id = [...older, younger].find((known) => statement.values?.includes(known)) ?? '';
        tried.push(id);
        if (tried.length === 2) bothTried.resolve(undefined);
        if (id !== younger) await released.promise;
      }
      return db.worker.pool.query(statement, values);
    };
    const database = { ...db.worker, pool: { query } as unknown as Database['pool'] };
    const deliverNext = openDeliveries({ database, slots: 3 });
    const inProgress = [deliverNext(), deliverNext()];
    await bothTried.promise;
    expect(await deliverNext()).toBe(true);
    expect(tried).toHaveLength(3);
    expect(older).toEqual(expect.arrayContaining(tried.slice(0, 2)));
    expect(tried[2]).toBe(younger);
    released.resolve(undefined);
    expect(await Promise.all(inProgress)).toEqual([true, true]);
  });
});

describe('a due deposit', () => {
  test('that cannot be signed lets those of other companies go first', async () => {
    const [stuck, other] = [await createSampleShop(db), await createSampleShop(db)];
    await unansweredDeposit(stuck);
    await unansweredDeposit(other);
    await certify(other);
    const delivered: string[] = [];
    const deliverNext = openDeliveries({
      findSigner: (id) => (id === null ? { kind: 'unusable', reason: '' } : { kind: 'ready' }),
      ensureInitialDeposit: ({ companyId }) => {
        delivered.push(companyId);
        return Promise.resolve({ kind: 'registered' });
      },
    });
    expect([await deliverNext(), await deliverNext()]).toEqual([true, true]);
    expect(delivered).toEqual([other.companyId]);
    expect((await depositsDue())[0]).toBe(1);
  });

  test('that broke on the way is put off, each time for longer', async () => {
    const shop = await createSampleShop(db);
    await unansweredDeposit(shop);
    await certify(shop);
    const deliverNext = openDeliveries({
      findSigner: () => ({ kind: 'ready' }),
      ensureInitialDeposit: () => Promise.reject(new Error('unforeseen')),
    });
    for (const hours of [1, 2, 4]) {
      await expect(deliverNext()).rejects.toThrow('unforeseen');
      expect(await depositsDue()).toEqual([hours]);
      expect(await deliverNext()).toBe(false);
      await makeDue('cash_deposit', 'next_attempt_at');
    }
  });

  test('leaves a slot to those of other companies, however many of its company are older', async () => {
    const [stuck, other] = [await createSampleShop(db), await createSampleShop(db)];
    await unansweredDeposit(stuck);
    await unansweredDeposit(other);
    const [bothTried, released] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const tried: string[] = [];
    const deliverNext = openDeliveries({
      slots: 3,
      findSigner: () => ({ kind: 'ready' }),
      ensureInitialDeposit: async ({ companyId }) => {
        tried.push(companyId);
        if (tried.length === 2) bothTried.resolve(undefined);
        if (companyId === stuck.companyId) await released.promise;
        return { kind: 'registered' };
      },
    });
    await Promise.all([certify(stuck), certify(other)]);
    const inProgress = [deliverNext(), deliverNext()];
    await bothTried.promise;
    expect(await deliverNext()).toBe(true);
    expect(tried).toEqual([stuck.companyId, stuck.companyId, other.companyId]);
    released.resolve(undefined);
    expect(await Promise.all(inProgress)).toEqual([true, true]);
  });
});
