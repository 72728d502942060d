// What an outcome writes into the rows of an invoice and of its work.

import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  answer,
  claimSampleInvoice,
  DUE_MS,
  handOutSample,
  readSample,
  reclaim,
  refuseSample,
  SAMPLE_FIC,
  SAMPLE_REFUSAL,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import { recordFailed, recordFiscalized, recordOffline } from './outcomes.ts';
import { requestFiscalization } from './request-fiscalization.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

const rowsOf = async (text: string, id: string) => (await db.owner.pool.query(text, [id])).rows;

/** An invoice that failed and is asked for again, before all others. */
async function askAgain(id: string): Promise<void> {
  await requestFiscalization(db.api, scopeOf(shop), id, -1e12);
}

test('an invoice that is being delivered is not handed out once more', async () => {
  const { id, signed } = await handOutSample(db, shop);
  const all = 'select * from invoice where id = $1';
  const audited = `select count(*)::int from audit_log
                   where entity_id = $1 and action = 'invoice.offline'`;
  const before = await rowsOf(all, id);
  const delivery = await reclaim(db, id, 'Offline');
  const silent = answer(signed, 'unanswered');
  expect(await recordOffline(db.worker, delivery, silent, DUE_MS)).toBe(false);
  expect(await rowsOf(all, id)).toEqual(before);
  expect(await rowsOf(audited, id)).toEqual([{ count: 1 }]);
});

test('every claim counts as an attempt, and a registered invoice has no failure', async () => {
  const first = await claimSampleInvoice(db, shop);
  const { id } = first.invoice;
  await recordFailed(db.worker, first, null, SAMPLE_REFUSAL);
  await askAgain(id);
  await reclaim(db, id);
  const past = `update work set leased_until = now() - interval '1 second' where subject_id = $1`;
  await rowsOf(past, id);
  const claimed = await reclaim(db, id);
  const signed = await signSample(db, claimed);
  const failed = `update invoice set failure = '{"error": "of a moment ago"}' where id = $1`;
  await rowsOf(failed, id);
  await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), SAMPLE_FIC);
  const fiscalized = { status: 'Fiscalized', fic: SAMPLE_FIC, failure: null, attempts: 3 };
  expect(await readSample(db, shop, id)).toMatchObject(fiscalized);
});

test('an invoice that was handed out keeps its number, also while it is tried again', async () => {
  const { id, signed } = await handOutSample(db, shop);
  await recordFailed(db.worker, await reclaim(db, id, 'Offline'), null, SAMPLE_REFUSAL);
  await askAgain(id);
  expect(await refuseSample(db, await reclaim(db, id), signed)).toBe(false);
  const { iic, ordinal } = signed.issued;
  expect(await readSample(db, shop, id)).toMatchObject({ status: 'Pending', iic, ordinal });
});

test('nothing of its signature stays with an invoice whose number is free again', async () => {
  const { id, claimed, signed } = await signedSale(db, shop);
  await refuseSample(db, claimed, signed);
  const columns = `year, ordinal, invoice_number, issued_at, issue_date_time, iic, iic_signature,
                   issuer, tcr_code, iic_references`;
  const [row] = await rowsOf(`select ${columns} from invoice where id = $1`, id);
  expect(Object.values(row as object)).toEqual(Array(10).fill(null));
});

test('a delivery is as old as the issue of its invoice: the nearest deadline is the oldest', async () => {
  const { id } = await handOutSample(db, shop);
  const compared = `select w.kind, w.created_at = i.issued_at as "isOfIssue"
                    from work w join invoice i on i.id = w.subject_id where i.id = $1`;
  expect(await rowsOf(compared, id)).toEqual([{ kind: 'deliver', isOfIssue: true }]);
});
