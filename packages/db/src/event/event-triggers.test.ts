// What writes events, and what does not: the rows themselves, whoever changes them.

import { describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { raiseCertificateWarnings } from '../company/certificate-warnings.ts';
import { claimInitialDeposit, recordCashDeposit } from '../deposit/cash-deposits.ts';
import { claimNewWithdrawal } from '../deposit/withdrawal-claims.ts';
import { insertWithdrawal } from '../deposit/withdrawals.ts';
import { dismissFailed } from '../failed-work/index.ts';
import { raiseDeadlineAlarms } from '../fiscalization/deadline-alarms.ts';
import { recordFailed, recordFiscalized } from '../fiscalization/outcomes.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { noteRollback, recordIncarnation } from '../number/database-incarnation.ts';
import { confirmAllNumbers } from '../number/number-confirmation.ts';
import { announceOpenCircuits, deleteCircuits } from '../operations/authority-circuits.ts';
import { NOT_ALLOWED } from '../testing/forbidden-statements.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  answer,
  claimSampleInvoice,
  handOutSample,
  reclaim,
  refuseSample,
  SAMPLE_FIC,
  SAMPLE_REFUSAL,
  sellSample,
  signedSale,
} from '../testing/sample-invoices.ts';
import {
  addSampleCertificate,
  addSampleRegister,
  createSampleShop,
  scopeOf,
} from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';

const db = useTestDatabase();

interface Written {
  type: string;
  status: string | null;
  invoiceId: string | null;
  detail: object | null;
}
const SHOWN = 'type, status, invoice_id as "invoiceId", detail';
const eventsOf = async ({ companyId }: SampleShop, environment = 'test'): Promise<Written[]> =>
  (
    await db.owner.pool.query<Written>(
      `select ${SHOWN} from event where company_id = $1 and environment = $2 order by xid, id`,
      [companyId, environment],
    )
  ).rows;
const typesOf = async (shop: SampleShop) => (await eventsOf(shop)).map(({ type }) => type);

/** The triggers guard the issue time; the test moves the invoice into the past around them. */
const age = (id: string, hours: number) =>
  db.owner.pool.query(
    `begin; set local session_replication_role = replica;
     update invoice set issued_at = now() - ${hours} * interval '1 hour',
       deliver_before = now() + (48 - ${hours}) * interval '1 hour' where id = '${id}'; commit`,
  );

describe('an invoice', () => {
  test('has an event for each outcome, whatever it was before', async () => {
    const shop = await createSampleShop(db);
    const sold = await sellSample(db, shop);
    const handedOut = await handOutSample(db, shop, {}, -1_000);
    const delivery = await reclaim(db, handedOut.id, 'Offline');
    const registered = answer(handedOut.signed, 'registered');
    await recordFiscalized(db.worker, delivery, registered, SAMPLE_FIC);
    const refused = await signedSale(db, shop);
    await refuseSample(db, refused.claimed, refused.signed);
    const late = await handOutSample(db, shop, {}, -1_000);
    const last = await reclaim(db, late.id, 'Offline');
    await recordFailed(db.worker, last, answer(late.signed, 'refused'), SAMPLE_REFUSAL);
    const written = await eventsOf(shop);
    expect(written).toEqual([
      { type: 'invoice.fiscalized', status: 'Fiscalized', invoiceId: sold.id, detail: null },
      { type: 'invoice.offline', status: 'Offline', invoiceId: handedOut.id, detail: null },
      { type: 'invoice.fiscalized', status: 'Fiscalized', invoiceId: handedOut.id, detail: null },
      { type: 'invoice.failed', status: 'Failed', invoiceId: refused.id, detail: null },
      { type: 'invoice.offline', status: 'Offline', invoiceId: late.id, detail: null },
      { type: 'invoice.failed', status: 'Failed', invoiceId: late.id, detail: null },
    ]);
  });

  test('has none for what a person does: asking again, dismissing, superseding', async () => {
    const shop = await createSampleShop(db);
    const claimed = await claimSampleInvoice(db, shop);
    const { id } = claimed.invoice;
    await recordFailed(db.worker, claimed, null, SAMPLE_REFUSAL);
    await requestFiscalization(db.api, scopeOf(shop), id, -1e12);
    await recordFailed(db.worker, await reclaim(db, id), null, SAMPLE_REFUSAL);
    const scope = { actor: 'user:x', companyId: shop.companyId };
    const { dismissed } = await dismissFailed(db.api, scope, [id], 'sold on paper');
    expect(dismissed).toEqual([id]);
    await db.api.pool.query('update invoice set superseded_by = id where id = $1', [id]);
    expect(await typesOf(shop)).toEqual(['invoice.failed', 'invoice.failed']);
  });

  test('is near its deadline at 40 and at 46 hours, once each, whichever worker looks', async () => {
    const shop = await createSampleShop(db);
    const { id } = await handOutSample(db, shop);
    for (const hours of [1.1, 13, 25, 39, 41, 42, 47, 47.5]) {
      await age(id, hours);
      await Promise.all([raiseDeadlineAlarms(db.worker), raiseDeadlineAlarms(db.worker)]);
    }
    const near = (await eventsOf(shop)).slice(1);
    expect(near).toMatchObject(
      [40, 46].map((hours) => ({
        type: 'deadline.near',
        status: 'Offline',
        invoiceId: id,
        detail: { hours, invoiceNumber: expect.any(String), deliverBefore: expect.any(String) },
      })),
    );
  });
});

test('a withdrawal is near its deadline at 40 and at 46 hours, once each, until it is registered', async () => {
  const [shop, id] = [await createSampleShop(db), uuidv7()];
  const content = { request: { externalId: 'K7' }, cashAmount: '5.00', operatorCode: null };
  await insertWithdrawal(
    db.api,
    id,
    {
      ...scopeOf(shop),
      cashRegisterId: shop.cashRegisterId,
      ...content,
      warnings: [],
      digest: null,
    },
    null,
  );
  const claimed = await claimNewWithdrawal(db.worker, { leaseMs: 60_000 });
  const raiseAt = async (hours: number) => {
    await db.owner.pool.query(`alter table withdrawal disable trigger withdrawal_protect;
      update withdrawal set created_at = now() - ${hours} * interval '1 hour' where id = '${id}';
      alter table withdrawal enable trigger withdrawal_protect`);
    return Promise.all([raiseDeadlineAlarms(db.worker), raiseDeadlineAlarms(db.worker)]);
  };
  for (const hours of [1.1, 39, 41, 42, 47, 47.5]) await raiseAt(hours);
  expect(await eventsOf(shop)).toMatchObject(
    [40, 46].map((hours) => ({
      type: 'deadline.near',
      status: null,
      invoiceId: null,
      detail: { hours, withdrawalId: id, deliverBefore: expect.any(String) },
    })),
  );
  const mailed = `select kind, (select min(external_id) from event e
      where e.company_id = n.company_id) as external_id from notice n where company_id = $1`;
  const notice = { kind: 'deadline', external_id: 'K7' };
  expect((await db.owner.pool.query(mailed, [shop.companyId])).rows).toEqual([notice, notice]);
  const registered = { status: 'registered', fcdc: 'f', cashAmount: null, failure: null } as const;
  await recordCashDeposit(
    db.worker,
    claimed!,
    null,
    { ...registered, nextAttemptMs: null },
    'withdrawal',
  );
  expect((await raiseAt(47)).flat()).toEqual([]);
});

test('a refused deposit is an event, each time that it is refused', async () => {
  const shop = await createSampleShop(db);
  const { cashRegisterId, tcrCode } = shop;
  const day = { cashRegisterId, tcrCode, localDate: '2026-11-21' };
  for (const status of ['refused', 'offline', 'refused', 'registered'] as const) {
    const claimed = await claimInitialDeposit(db.worker, day, 60_000);
    await recordCashDeposit(db.worker, claimed!, null, {
      status,
      failure: status === 'refused' ? { ...SAMPLE_REFUSAL, efiCode: 49 } : null,
      cashAmount: null,
      fcdc: status === 'registered' ? 'an-fcdc' : null,
      nextAttemptMs: null,
    });
  }
  const refused = {
    type: 'deposit.refused',
    status: null,
    invoiceId: null,
    detail: { cashRegisterId, tcrCode, date: '2026-11-21', failure: { efiCode: 49 } },
  };
  expect(await eventsOf(shop)).toMatchObject([refused, refused]);
});

test('a certificate that ends is an event at each warning, and none where one is written again', async () => {
  const shop = await createSampleShop(db);
  const certificateId = await addSampleCertificate(db, shop);
  const { rows } = await db.owner.pool.query<{ end: Date }>(
    'select not_after as end from certificate where id = $1',
    [certificateId],
  );
  for (const days of [61, 60, 59, 30, 15, 7, 1, 0, -1]) {
    await raiseCertificateWarnings(
      db.worker,
      new Date(rows[0]!.end.getTime() - days * 24 * 60 * 60_000),
    );
  }
  await db.owner.pool.query('update certificate set warned_days = warned_days where id = $1', [
    certificateId,
  ]);
  expect((await eventsOf(shop)).map(({ type, detail }) => [type, detail])).toMatchObject(
    [60, 30, 15, 7, 0].map((days) => [
      'certificate.ending',
      { certificateId, days, notAfter: expect.any(String) },
    ]),
  );
});

test('after a loss each cash register with a TCR code is held, once, and none where nothing was lost', async () => {
  const shop = await createSampleShop(db);
  await addSampleRegister(db, shop.companyId, null);
  const move = () => noteRollback(db.worker, { actor: 'worker', place: null });
  await move();
  await recordIncarnation(db.worker, { actor: 'worker' });
  await recordIncarnation(db.worker, { actor: 'worker' });
  expect(await eventsOf(shop)).toMatchObject([
    {
      type: 'cash-register.held',
      detail: { cashRegisterId: shop.cashRegisterId, tcrCode: shop.tcrCode },
    },
  ]);
  await move();
  await confirmAllNumbers(db.api, { actor: 'command-line', evidence: 'a standby' });
  await recordIncarnation(db.worker, { actor: 'worker' });
  expect(await eventsOf(shop)).toHaveLength(1);
});

describe('the authority', () => {
  const circuits = async () => {
    const sql =
      'select company_id as "companyId", environment, type from event ' +
      `where type in ('authority.silent', 'authority.back') order by xid, id`;
    return (await db.owner.pool.query(sql)).rows;
  };
  const open = (scope: string) =>
    announceOpenCircuits(db.worker, 'live', [{ scope, openForMs: 1_000 }]);

  test('is silent and back for every company of its environment, or for the one that it is silent to', async () => {
    const shop = await createSampleShop(db);
    await open('authority');
    await open('authority');
    await open(shop.companyId);
    const { rows } = await db.owner.pool.query<{ id: string }>(
      'select id from authority_circuit order by scope = $1',
      ['authority'],
    );
    await db.owner.pool.query(`update authority_circuit set seen_at = now() - interval '1 hour'`);
    await open('authority');
    await deleteCircuits(db.worker, { ids: rows.map(({ id }) => id) });
    await db.worker.pool.query('delete from authority_circuit');
    const { companyId } = shop;
    const all = { companyId: null, environment: 'live' };
    expect(await circuits()).toEqual([
      { ...all, type: 'authority.silent' },
      { ...all, companyId, type: 'authority.silent' },
      // No worker had it open any more: it begins anew.
      { ...all, type: 'authority.silent' },
      { ...all, companyId, type: 'authority.back' },
      { ...all, type: 'authority.back' },
    ]);
  });
});

test('no process writes an event, or changes one', async () => {
  for (const { pool } of [db.api, db.worker]) {
    for (const sql of [
      `insert into event (environment, type) values ('test', 'authority.back')`,
      `update event set type = 'authority.back'`,
      'delete from event',
    ]) {
      await expect(pool.query(sql)).rejects.toMatchObject({ code: NOT_ALLOWED });
    }
  }
});
