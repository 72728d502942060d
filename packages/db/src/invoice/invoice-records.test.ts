import { expect, test } from '@jest/globals';
import { createRecordReader } from './invoice-records.ts';
import type { FoundRecord } from './found-records.ts';
import { findInvoice } from './stored-invoice.ts';
import { recordFiscalized } from '../fiscalization/outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  createSampleDraft,
  SAMPLE_FIC,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();

test('an invoice whose contents are known is read as it is now', async () => {
  const shop = await createSampleShop(db);
  const claimed = await claimSampleInvoice(db, shop);
  const { id } = claimed.invoice;
  const records = createRecordReader(db.api);
  const pending = await records.find(scopeOf(shop), id);
  expect(pending).toMatchObject({ invoice: { status: 'Pending', fic: null } });
  expect(await records.find(scopeOf(shop), id)).toEqual(
    await createRecordReader(db.api).find(scopeOf(shop), id).then(onlyRecorded),
  );

  const signed = await signSample(db, claimed);
  await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), SAMPLE_FIC);
  const fiscalized = await records.find(scopeOf(shop), id);
  expect(fiscalized).toMatchObject({ invoice: { status: 'Fiscalized', fic: SAMPLE_FIC } });
  const { invoice, correctives } = fiscalized!;
  expect(await findInvoice(db.api, scopeOf(shop), id)).toMatchObject({ invoice, correctives });
});

/** Of an invoice as its own read gives it, what a record shows. */
function onlyRecorded(found: FoundRecord | null) {
  const names = new Set([
    'id',
    'environment',
    'form',
    'status',
    'orderNumber',
    'ordinal',
    'invoiceNumber',
    'iic',
    'issuer',
    'issueDateTime',
    'fic',
    'deliverBefore',
    'failure',
    'attempts',
    'nextAttemptAt',
    'createdAt',
    'updatedAt',
    'request',
    'computed',
    'warnings',
    'seller',
  ]);
  const invoice = Object.entries(found?.invoice ?? {}).filter(([name]) => names.has(name));
  return { ...found, invoice: Object.fromEntries(invoice) };
}

test('what is read at the same time is read by its company and environment alone', async () => {
  const [shop, other] = [await createSampleShop(db), await createSampleShop(db)];
  const records = createRecordReader(db.api);
  const [own, others] = [await createSampleDraft(db, shop), await createSampleDraft(db, other)];
  for (const [of, id] of [
    [shop, own.id],
    [other, others.id],
  ] as const) {
    await records.find(scopeOf(of), id);
  }
  const live = { ...scopeOf(shop), environment: 'live' as const };
  const read = await Promise.all([
    records.find(scopeOf(shop), own.id),
    records.find(scopeOf(other), own.id),
    records.find(scopeOf(other), others.id),
    records.find(scopeOf(shop), others.id),
    records.find(live, own.id),
  ]);
  expect(read.map((found) => found?.invoice.id ?? null)).toEqual([
    own.id,
    null,
    others.id,
    null,
    null,
  ]);
});

test('a record is the same object until something of it changes', async () => {
  const shop = await createSampleShop(db);
  const { id } = await createSampleDraft(db, shop);
  const records = createRecordReader(db.api);
  await records.find(scopeOf(shop), id);
  const draft = await records.find(scopeOf(shop), id);
  expect(await records.find(scopeOf(shop), id)).toBe(draft);
  await db.owner.pool.query('update invoice set attempts = attempts + 1 where id = $1', [id]);
  const changed = await records.find(scopeOf(shop), id);
  expect(changed?.invoice.attempts).toBe(1);
  expect(await records.find(scopeOf(shop), id)).toBe(changed);
});
