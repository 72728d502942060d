import { describe, expect, test } from '@jest/globals';
import { recordFailed, recordOffline } from './outcomes.ts';
import { requestFiscalization } from './request-fiscalization.ts';
import {
  answer,
  assignSample,
  claimSampleInvoice,
  createSampleDraft,
  DUE_MS,
  handOutSample,
  readSample,
  reclaim,
  refuseSample,
  SAMPLE_REFUSAL,
  sellSample,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase({ maxConnections: 12 });
const shop = useSampleShop(db);

const read = (id: string) => readSample(db, shop, id);

describe('numbers', () => {
  test('the number of a refused invoice is given to the next one', async () => {
    const { claimed: first, signed: refused } = await signedSale(db, shop);
    const second = await claimSampleInvoice(db, shop);
    await signSample(db, second);
    await refuseSample(db, first, refused);

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
    await refuseSample(db, far, refused);
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
    const { id, signed } = await handOutSample(db, shop);
    const offline = await reclaim(db, id, 'Offline');
    const freed = refuseSample(db, offline, signed);
    expect(await freed).toBe(false);
    expect(await recordFailed(db.worker, offline, null, SAMPLE_REFUSAL)).toBe(true);
    const invoice = await read(id);
    expect(invoice).toMatchObject({ status: 'Failed', iic: signed.issued.iic });
    const wipe = db.owner.pool.query('update invoice set iic = null where id = $1', [invoice.id]);
    await expect(wipe).rejects.toThrow('is signed and keeps');
  });

  test('an invoice has 48 hours from its issue, and was handed out when it was first', async () => {
    const { id, signed } = await handOutSample(db, shop);
    const { issuedAt, deliverBefore, offlineSince } = await read(id);
    expect(Number(deliverBefore) - Number(issuedAt)).toBe(48 * 3_600_000);
    await recordFailed(db.worker, await reclaim(db, id, 'Offline'), null, SAMPLE_REFUSAL);
    await requestFiscalization(db.api, scopeOf(shop), id, -1e12);
    const again = await reclaim(db, id);
    await recordOffline(db.worker, again, answer(signed, 'unanswered'), DUE_MS);
    const handedOutAgain = { status: 'Offline', failure: null, offlineSince, deliverBefore };
    expect(await read(id)).toMatchObject(handedOutAgain);
  });

  test('PostgreSQL forbids changing or deleting a fiscalized invoice and its messages', async () => {
    const { id } = await sellSample(db, shop);
    const change = db.owner.pool.query(`update invoice set note = 'x' where id = $1`, [id]);
    await expect(change).rejects.toThrow('is fiscalized');
    const removal = db.owner.pool.query('delete from invoice where id = $1', [id]);
    await expect(removal).rejects.toThrow('can not be deleted');
    const message = db.owner.pool.query(
      `update submission set request = '' where invoice_id = $1`,
      [id],
    );
    await expect(message).rejects.toThrow('append-only');
    const facts = ['invoice', 'submission', 'document', 'number_ledger', 'audit_log'];
    for (const table of [...facts, 'invoice_content', 'invoice_search']) {
      const emptying = db.owner.pool.query(`truncate ${table} cascade`);
      await expect(emptying).rejects.toThrow('can not be emptied');
    }
  });

  test('PostgreSQL forbids changing or deleting what an invoice says, a draft’s, too', async () => {
    const { id } = await createSampleDraft(db, shop);
    for (const change of [
      `update invoice_content set warnings = '[]'`,
      'delete from invoice_content',
      'update invoice_search set total = 0',
      'delete from invoice_search',
    ]) {
      const changed = db.owner.pool.query(`${change} where invoice_id = $1`, [id]);
      await expect(changed).rejects.toThrow('append-only');
    }
  });

  test.each([`iic = '${'A'.repeat(32)}'`, `iic_references = '[]'`])(
    'PostgreSQL lets nobody change what was signed: %s',
    async (set) => {
      const { id } = await signedSale(db, shop);
      const change = db.owner.pool.query(`update invoice set ${set} where id = $1`, [id]);
      await expect(change).rejects.toThrow('is signed and keeps');
    },
  );
});
