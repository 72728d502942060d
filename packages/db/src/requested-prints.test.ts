// Prints that a caller asks for: one row for each version of a document, ahead of all that are made at once.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { findDocument } from './documents.ts';
import { recordFiscalized, recordOffline } from './outcomes.ts';
import { claimNextPrint, finishPrint, requestPrint } from './print-requests.ts';
import {
  answer,
  claimSampleInvoice,
  createSampleShop,
  reclaim,
  signSample,
} from './testing/sample-invoices.ts';
import type { SampleShop } from './testing/sample-invoices.ts';
import { openTestDatabase } from './testing/open-test-database.ts';
import type { OpenTestDatabase } from './testing/open-test-database.ts';

const FIC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';

let db: OpenTestDatabase;
let atOnce: SampleShop;
let onRequest: SampleShop;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 12 });
  atOnce = await createSampleShop(db, { printsAtOnce: true });
  onRequest = await createSampleShop(db);
});
beforeEach(async () => {
  await db.owner.pool.query('delete from print_request');
});
afterAll(async () => {
  await db.close();
});

async function fiscalize(of: SampleShop): Promise<string> {
  const claimed = await claimSampleInvoice(db, of);
  const signed = await signSample(db, claimed);
  await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), FIC);
  return claimed.invoice.id;
}
/** Rows of the invoice, with what a write or a lock of PostgreSQL would change. */
const rowsOf = async (id: string) =>
  (
    await db.owner.pool.query(
      `select id, fic, is_requested, xmin, xmax from print_request where invoice_id = $1
       order by id`,
      [id],
    )
  ).rows as { id: string; fic: string | null; is_requested: boolean }[];
const claim = () => claimNextPrint(db.worker, 60_000);
const take = async () => (await claim())?.invoiceId ?? null;

test('no outcome leaves a row where the company does not print at once', async () => {
  const claimed = await claimSampleInvoice(db, onRequest);
  const signed = await signSample(db, claimed);
  const { id } = claimed.invoice;
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), 0);
  expect(await rowsOf(id)).toEqual([]);
  const delivering = await reclaim(db, id, 'Offline');
  await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), FIC);
  expect(await rowsOf(id)).toEqual([]);
});

test('many requests at once write one row, and tell one caller to wake a worker', async () => {
  const id = await fiscalize(onRequest);
  const asked = await Promise.all(Array.from({ length: 8 }, () => requestPrint(db.api, id, 0)));
  const rows = await rowsOf(id);
  expect(rows).toMatchObject([{ fic: FIC, is_requested: true }]);
  expect(asked.filter((isNew) => isNew)).toHaveLength(1);
});

test('who asks again writes nothing: while it waits, is in hand, has failed, or is stored', async () => {
  const id = await fiscalize(onRequest);
  const asksInVain = async () => {
    const before = await rowsOf(id);
    expect(await requestPrint(db.api, id, 0)).toBe(false);
    expect(await rowsOf(id)).toEqual(before);
  };
  expect(await requestPrint(db.api, id, 0)).toBe(true);
  await asksInVain();
  const print = (await claim())!;
  await asksInVain();
  await db.owner.pool.query(`update print_request set due_at = now() - interval '1 second'`);
  await asksInVain();
  await finishPrint(db.worker, print, FIC, Buffer.from('%PDF'));
  await asksInVain();
  expect(await rowsOf(id)).toEqual([]);
});

test('it goes ahead of all that are made at once, and in its turn among those asked for', async () => {
  const prompt: string[] = [];
  for (let count = 0; count < 3; count += 1) prompt.push(await fiscalize(atOnce));
  const [first, second] = [await fiscalize(onRequest), await fiscalize(onRequest)];
  await requestPrint(db.api, second, 1_000_000);
  await requestPrint(db.api, first, 0);
  // One that is to be made at once is asked for: it is the same row.
  await requestPrint(db.api, prompt[2]!, 2_000_000);
  // The newest sample has the earliest turn.
  for (const id of [first, second, prompt[2], prompt[1], prompt[0]]) {
    expect(await take()).toBe(id);
  }
  expect(await take()).toBeNull();
});

test('the version with the FIC has a row of its own beside that of the offline one', async () => {
  const claimed = await claimSampleInvoice(db, onRequest);
  const signed = await signSample(db, claimed);
  const { id } = claimed.invoice;
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), 0);
  await requestPrint(db.api, id, 0);
  const offlinePrint = (await claim())!;
  const delivering = await reclaim(db, id, 'Offline');
  await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), FIC);
  expect(await requestPrint(db.api, id, 0)).toBe(true);
  await finishPrint(db.worker, offlinePrint, null, Buffer.from('%PDF offline'));
  expect(await rowsOf(id)).toMatchObject([{ fic: FIC, is_requested: true }]);
  await finishPrint(db.worker, (await claim())!, FIC, Buffer.from('%PDF with FIC'));
  const kept = [await findDocument(db.api, id, null), await findDocument(db.api, id, FIC)];
  expect(kept.map((each) => each?.pdf.toString())).toEqual(['%PDF offline', '%PDF with FIC']);
});

test('rows that were there before are one a version after the migration', async () => {
  const folder = '20261122123000_prints_on_request';
  const file = `../../../prisma/migrations/${folder}/migration.sql`;
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const repair = text.slice(text.indexOf('DELETE FROM'), text.indexOf('-- DropIndex'));
  const id = await fiscalize(onRequest);
  // As the version before wrote them: one with each outcome, none with a FIC.
  await db.owner.pool.query('drop index print_request_one_of_a_version');
  const insert = 'insert into print_request (invoice_id, turn_at) values ($1, now())';
  for (let outcome = 0; outcome < 2; outcome += 1) await db.owner.pool.query(insert, [id]);
  await db.owner.pool.query(repair);
  await db.owner.pool.query(text.slice(text.indexOf('CREATE UNIQUE INDEX')));
  expect(await rowsOf(id)).toMatchObject([{ fic: FIC }]);
});
