import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findInvoice } from '../invoice/stored-invoice.ts';
import {
  recordFailed,
  recordOffline,
  recordFailedUnregistered,
  recordFiscalized,
} from './outcomes.ts';
import {
  answer,
  assignSample,
  claimSampleInvoice,
  createSampleDraft,
  createSampleShop,
  reclaim,
  signSample,
  sampleRowOf,
  SAMPLE_FIC,
  SAMPLE_REFUSAL,
} from '../testing/sample-invoices.ts';
import type { SampleShop } from '../testing/sample-invoices.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';

let db: OpenTestDatabase;
let shop: SampleShop;

beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 12 });
});
afterAll(async () => {
  await db.close();
});
beforeEach(async () => {
  shop = await createSampleShop(db);
});

async function read(id: string) {
  const found = await findInvoice(db.api, { companyId: shop.companyId, environment: 'test' }, id);
  if (!found) throw new Error('the invoice is not there');
  return found.invoice;
}

describe('numbers', () => {
  test('invoices signed at the same time get one gapless row of numbers', async () => {
    const claims = await Promise.all(
      Array.from({ length: 30 }, () => claimSampleInvoice(db, shop)),
    );
    const signed = await Promise.all(claims.map((claimed) => signSample(db, claimed)));
    const ordinals = signed.map(({ issued }) => issued.ordinal).sort((a, b) => a - b);
    expect(ordinals).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  test('the number of a refused invoice is given to the next one', async () => {
    const first = await claimSampleInvoice(db, shop);
    const refused = await signSample(db, first);
    const second = await claimSampleInvoice(db, shop);
    await signSample(db, second);
    const number = { ...sampleRowOf(shop), ordinal: refused.issued.ordinal };
    await recordFailedUnregistered(
      db.worker,
      first,
      answer(refused, 'refused'),
      SAMPLE_REFUSAL,
      number,
    );

    const third = await signSample(db, await claimSampleInvoice(db, shop));
    const fourth = await signSample(db, await claimSampleInvoice(db, shop));
    expect([third.issued.ordinal, fourth.issued.ordinal]).toEqual([1, 3]);
    const invoice = await read(first.invoice.id);
    expect(invoice).toMatchObject({
      status: 'Failed',
      iic: null,
      ordinal: null,
      failure: SAMPLE_REFUSAL,
    });
  });

  test("a refused number of the client's own, far ahead, leaves no hole behind", async () => {
    await signSample(db, await claimSampleInvoice(db, shop));
    const far = await claimSampleInvoice(db, shop, 500);
    const refused = await signSample(db, far);
    expect(refused.issued.ordinal).toBe(500);
    const number = { ...sampleRowOf(shop), ordinal: 500 };
    await recordFailedUnregistered(
      db.worker,
      far,
      answer(refused, 'refused'),
      SAMPLE_REFUSAL,
      number,
    );
    const next = await signSample(db, await claimSampleInvoice(db, shop));
    expect(next.issued.ordinal).toBe(2);
  });

  test("the sequence goes on after the client's own number, which nobody gets twice", async () => {
    await signSample(db, await claimSampleInvoice(db, shop, 7));
    const next = await signSample(db, await claimSampleInvoice(db, shop));
    expect(next.issued.ordinal).toBe(8);
    const again = await claimSampleInvoice(db, shop, 7);
    expect(await assignSample(db, again)).toEqual({ kind: 'taken' });
    expect((await read(again.invoice.id)).ordinal).toBeNull();
  });
});

describe('outcomes', () => {
  test('an invoice that was handed out keeps number and IIC, whatever is answered later', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, claimed);
    await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), 0);
    const offline = await reclaim(db, claimed.invoice.id, 'Offline');
    const number = { ...sampleRowOf(shop), ordinal: signed.issued.ordinal };
    const freed = recordFailedUnregistered(
      db.worker,
      offline,
      answer(signed, 'refused'),
      SAMPLE_REFUSAL,
      number,
    );
    expect(await freed).toBe(false);
    expect(await recordFailed(db.worker, offline, null, SAMPLE_REFUSAL)).toBe(true);
    const invoice = await read(claimed.invoice.id);
    expect(invoice).toMatchObject({ status: 'Failed', iic: signed.issued.iic });
    const wipe = db.owner.pool.query('update invoice set iic = null where id = $1', [invoice.id]);
    await expect(wipe).rejects.toThrow('is signed and keeps');
  });

  test('PostgreSQL forbids changing or deleting a fiscalized invoice and its messages', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, claimed);
    await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), SAMPLE_FIC);
    const { id } = claimed.invoice;
    const change = db.owner.pool.query(`update invoice set note = 'x' where id = $1`, [id]);
    await expect(change).rejects.toThrow('is fiscalized');
    const removal = db.owner.pool.query('delete from invoice where id = $1', [id]);
    await expect(removal).rejects.toThrow('can not be deleted');
    const message = db.owner.pool.query(
      `update submission set request = '' where invoice_id = $1`,
      [id],
    );
    await expect(message).rejects.toThrow('append-only');
    for (const table of ['invoice', 'submission', 'document', 'number_ledger', 'audit_log']) {
      const emptying = db.owner.pool.query(`truncate ${table} cascade`);
      await expect(emptying).rejects.toThrow('can not be emptied');
    }
  });

  test('PostgreSQL lets nobody put another IIC in the place of one that was signed', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    await signSample(db, claimed);
    const other = 'A'.repeat(32);
    const change = db.owner.pool.query('update invoice set iic = $2 where id = $1', [
      claimed.invoice.id,
      other,
    ]);
    await expect(change).rejects.toThrow('is signed and keeps');
  });

  test('nobody sees an invoice of another company or of the other environment', async () => {
    const { id } = await createSampleDraft(db, shop);
    const other = await createSampleShop(db);
    expect(
      await findInvoice(db.api, { companyId: other.companyId, environment: 'test' }, id),
    ).toBeNull();
    expect(
      await findInvoice(db.api, { companyId: shop.companyId, environment: 'live' }, id),
    ).toBeNull();
  });
});
