// ADR 26: what a newer release has stored waits for a worker that knows it, holds up nothing behind
// it, and is not decided about. Of each kind of work the newer one stands before a known one.

import { FORMS } from '@fiscal/domain';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { claimInitialDeposit } from '../deposit/cash-deposits.ts';
import { findDueDeposit } from '../deposit/due-deposits.ts';
import { retryFailed } from '../failed-work/retry.ts';
import { claimNextDelivery, claimNextSale } from '../fiscalization/invoice-claims.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { NewerFormError } from '../invoice/newer-form.ts';
import { findRelations } from '../invoice/relations.ts';
import { claimNextKeyOperation } from '../key-operation/key-operation-claims.ts';
import { insertKeyOperation } from '../key-operation/key-operations.ts';
import { readBacklog } from '../operations/backlog.ts';
import { claimNextPrint, requestPrint } from '../print/print-requests.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  ANY_DELIVERY,
  ANY_WORK,
  createSampleDraft,
  DUE_MS,
  handOutSample,
  SAMPLE_REFUSAL,
  sampleDraft,
} from '../testing/sample-invoices.ts';
import { scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import { NO_HORIZON } from './work.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);
const scope = () => scopeOf(shop);

/** By table: what this release does not know yet. */
const NEWER = {
  invoice: FORMS.invoice + 1,
  key_operation: FORMS.keyOperation + 1,
  cash_deposit: FORMS.cashDeposit + 1,
};
const raise = (table: keyof typeof NEWER, id: string) =>
  db.owner.pool.query(`update ${table} set form = $2 where id = $1`, [id, NEWER[table]]);
async function pending(turnMs: number) {
  const { id } = await createSampleDraft(db, shop);
  await requestFiscalization(db.api, scope(), id, turnMs);
  return id;
}

test('ADR 26: a sale', async () => {
  const newer = await pending(-2_000);
  await raise('invoice', newer);
  const known = await pending(-1_000);
  expect((await claimNextSale(db.worker, 'test', ANY_WORK))?.invoice.id).toBe(known);
  expect(await claimNextSale(db.worker, 'test', ANY_WORK)).toBeNull();
  expect(await readBacklog(db.api)).toMatchObject({ newerForms: 1 });
});

test('ADR 26: a delivery, and a print', async () => {
  const newer = await handOutSample(db, shop, {}, 2 * DUE_MS);
  const known = await handOutSample(db, shop, {}, DUE_MS);
  await raise('invoice', newer.id);
  for (const { id } of [newer, known]) await requestPrint(db.api, id, 'a4', 0);
  expect((await claimNextDelivery(db.worker, ANY_DELIVERY))?.invoice.id).toBe(known.id);
  expect(await claimNextDelivery(db.worker, ANY_DELIVERY)).toBeNull();
  const print = () => claimNextPrint(db.worker, 60_000, () => NO_HORIZON);
  expect((await print())?.subjectId).toBe(known.id);
  expect(await print()).toBeNull();
});

test('ADR 26: a key operation, and a deposit', async () => {
  const input = { kind: 'register-tcr', cashRegisterId: shop.cashRegisterId } as const;
  await raise('key_operation', await insertKeyOperation(db.api, input, 60_000));
  const known = await insertKeyOperation(db.api, input, 60_000);
  expect((await claimNextKeyOperation(db.worker, { leaseMs: 60_000 }))?.id).toBe(known);
  expect(await claimNextKeyOperation(db.worker, { leaseMs: 60_000 })).toBeNull();

  const day = { ...shop, localDate: '2026-11-21' };
  const deposit = await claimInitialDeposit(db.worker, day, 60_000);
  await db.owner.pool.query(
    `update cash_deposit set form = $2, status = 'offline', leased_until = null,
       change_date_time = '2026-11-21T10:00:00+01:00', deliver_before = now() + interval '1 day',
       next_attempt_at = now() where id = $1`,
    [deposit?.id, NEWER.cash_deposit],
  );
  expect(await claimInitialDeposit(db.worker, day, 60_000)).toBeNull();
  expect(await findDueDeposit(db.worker, { environments: ['test'], skipped: [] })).toBeNull();
  await db.owner.pool.query('update cash_deposit set form = 1 where id = $1', [deposit?.id]);
  expect(await findDueDeposit(db.worker, { environments: ['test'], skipped: [] })).not.toBeNull();
});

test('ADR 26: a request, a retry and what depends on it', async () => {
  const { id } = await createSampleDraft(db, shop);
  await raise('invoice', id);
  await expect(requestFiscalization(db.api, scope(), id, 0)).rejects.toThrow(NewerFormError);
  const { request } = sampleDraft(shop);
  const corrective = { scope: scope(), originalId: id, request };
  await expect(findRelations(db.api, corrective)).rejects.toThrow(NewerFormError);

  const failed = `update invoice set status = 'Failed', failure = $2 where id = $1`;
  await db.owner.pool.query(failed, [id, SAMPLE_REFUSAL]);
  const dependent = await createSampleDraft(db, shop, 0, { originalId: id });
  await db.owner.pool.query(failed, [dependent.id, SAMPLE_REFUSAL]);
  const by = { actor: `user:${randomUUID()}`, companyId: shop.companyId };
  const retried = await retryFailed(db.api, by, [id, dependent.id], () => 0, randomUUID());
  expect(retried.requeued).toEqual([]);
  expect(retried.skipped).toEqual([
    { id, why: 'NEWER_FORM' },
    { id: dependent.id, why: 'NEWER_FORM' },
  ]);
});
