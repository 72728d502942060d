// The sale that is claimed by the statement that records the outcome of the one before.

import { beforeEach, expect, test } from '@jest/globals';
import { claimNextSale } from './invoice-claims.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';
import { recordFiscalizedAndClaim } from './outcomes.ts';
import { requestFiscalization } from './request-fiscalization.ts';
import {
  answer,
  ANY_WORK,
  claimSampleInvoice,
  createSampleDraft,
  SAMPLE_FIC,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
let shop: SampleShop;
beforeEach(async () => {
  shop = await createSampleShop(db);
  await db.owner.pool.query('delete from work');
});

/** @param scheduledAt milliseconds from now. */
async function addSale(scheduledAt: number): Promise<string> {
  const { id } = await createSampleDraft(db, shop);
  await requestFiscalization(db.api, scopeOf(shop), id, scheduledAt);
  return id;
}

async function record(claimed: ClaimedInvoice) {
  const signed = await signSample(db, claimed);
  return () =>
    recordFiscalizedAndClaim(
      db.worker,
      claimed,
      answer(signed, 'registered'),
      SAMPLE_FIC,
      ANY_WORK,
    );
}

const status = `select status from invoice where id = $1`;
const setInWork = (set: string) => (id: string) =>
  db.owner.pool.query(`update work set ${set} where subject_id = $1`, [id]);
const loseLease = setInWork(`leased_until = now() - interval '1 second'`);
const giveBack = setInWork('leased_until = null, attempts = 0');
const takeOver = setInWork('token = gen_random_uuid()');

test('is the one that is scheduled first, with all that a claim of its own says', async () => {
  const first = await claimSampleInvoice(db, shop);
  await addSale(2_000);
  const second = await addSale(1_000);
  const { isRecorded, next } = await (await record(first))();
  expect(isRecorded).toBe(true);
  expect((await db.owner.pool.query(status, [first.invoice.id])).rows).toEqual([
    { status: 'Fiscalized' },
  ]);
  expect(next).toMatchObject({ invoice: { id: second }, attempts: 1 });
  await giveBack(second);
  const alone = await claimNextSale(db.worker, 'test', ANY_WORK);
  expect(next?.claim.token).not.toBe(alone?.claim.token);
  const { claim, claimedAt, waitedMs } = next ?? {};
  expect(waitedMs).toBeLessThanOrEqual(alone?.waitedMs ?? NaN);
  expect(next).toEqual({ ...alone, claim, claimedAt, waitedMs });
});

test('is none where none waits, though the lease of the one that ends ran out', async () => {
  const only = await claimSampleInvoice(db, shop);
  const write = await record(only);
  await loseLease(only.invoice.id);
  expect(await write()).toEqual({ isRecorded: true, next: null });
  expect((await db.owner.pool.query('select from work')).rowCount).toBe(0);
});

test('is none where the claim was lost, and none where the outcome is there already', async () => {
  const lost = await claimSampleInvoice(db, shop);
  const writeLost = await record(lost);
  const twice = await claimSampleInvoice(db, shop);
  const writeTwice = await record(twice);
  await takeOver(lost.invoice.id);
  expect(await writeTwice()).toEqual({ isRecorded: true, next: null });
  const waiting = await addSale(0);
  expect(await writeLost()).toEqual({ isRecorded: false, next: null });
  expect(await writeTwice()).toEqual({ isRecorded: true, next: null });
  expect((await claimNextSale(db.worker, 'test', ANY_WORK))?.invoice.id).toBe(waiting);
});

test('is none where a print is due with the outcome', async () => {
  shop = await createSampleShop(db, { printsAtOnce: true });
  const printed = await claimSampleInvoice(db, shop);
  const waiting = await addSale(0);
  expect(await (await record(printed))()).toEqual({ isRecorded: true, next: null });
  expect((await claimNextSale(db.worker, 'test', ANY_WORK))?.invoice.id).toBe(waiting);
});
