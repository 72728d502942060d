import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findRecord } from './invoice-records.ts';
import { findInvoice } from './invoices.ts';
import { recordFiscalized } from './outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  createSampleShop,
  SAMPLE_FIC,
  scopeOf,
  signSample,
} from './testing/sample-invoices.ts';
import { openTestDatabase } from './testing/open-test-database.ts';
import type { OpenTestDatabase } from './testing/open-test-database.ts';

let db: OpenTestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

test('an invoice whose contents are known is read as it is now, and by its company alone', async () => {
  const [shop, other] = [await createSampleShop(db), await createSampleShop(db)];
  const claimed = await claimSampleInvoice(db, shop);
  const { id } = claimed.invoice;
  const contents = new Map();
  const pending = await findRecord(db.api, scopeOf(shop), id, contents);
  expect(pending).toMatchObject({ invoice: { status: 'Pending', fic: null } });
  expect(contents.size).toBe(1);

  const signed = await signSample(db, claimed);
  await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), SAMPLE_FIC);
  const known = await findRecord(db.api, scopeOf(shop), id, contents);
  expect(known).toMatchObject({ invoice: { status: 'Fiscalized', fic: SAMPLE_FIC } });
  expect(await findInvoice(db.api, scopeOf(shop), id)).toMatchObject(known ?? {});
  expect(await findRecord(db.api, scopeOf(other), id, contents)).toBeNull();
  const live = { ...scopeOf(shop), environment: 'live' as const };
  expect(await findRecord(db.api, live, id, contents)).toBeNull();
});
