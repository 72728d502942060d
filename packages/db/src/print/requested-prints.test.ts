// Prints that a caller asks for: one row an invoice, ahead of all that are made at once.

import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { findDocument } from './documents.ts';
import { recordFiscalized, recordOffline } from '../fiscalization/outcomes.ts';
import { claimNextPrint, finishPrint, postponePrint, requestPrint } from './print-requests.ts';
import {
  answer,
  DUE_MS,
  reclaim,
  SAMPLE_FIC,
  sellSample,
  signedSale,
} from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { NO_HORIZON } from '../work/work.ts';

const db = useTestDatabase({ maxConnections: 12 });
let atOnce: SampleShop;
let onRequest: SampleShop;
beforeAll(async () => {
  atOnce = await createSampleShop(db, { printsAtOnce: true });
  onRequest = await createSampleShop(db);
});
beforeEach(async () => {
  await db.owner.pool.query('delete from work');
});

const fiscalize = async (of: SampleShop) => (await sellSample(db, of)).id;
/** Prints of the invoice, with what a write or a lock of PostgreSQL would change. */
const rowsOf = async (id: string) =>
  (
    await db.owner.pool.query(
      `select kind::text, attempts, scheduled_at, leased_until, xmin, xmax from work
       where subject_id = $1 and kind::text like 'print%' order by kind`,
      [id],
    )
  ).rows as object[];
const claim = () => claimNextPrint(db.worker, 600_000, () => NO_HORIZON);
const take = async () => (await claim())?.subjectId ?? null;

test('no outcome leaves a row where the company does not print at once', async () => {
  const { id, claimed, signed } = await signedSale(db, onRequest);
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), DUE_MS);
  expect(await rowsOf(id)).toEqual([]);
  const delivering = await reclaim(db, id, 'Offline');
  await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), SAMPLE_FIC);
  expect(await rowsOf(id)).toEqual([]);
});

test('many requests at once write one row, and one caller wakes a worker', async () => {
  const id = await fiscalize(onRequest);
  const asked = await Promise.all(
    Array.from({ length: 8 }, () => requestPrint(db.api, id, 'a4', 0)),
  );
  const rows = await rowsOf(id);
  expect(rows).toMatchObject([{ kind: 'print' }]);
  expect(asked.filter((isNew) => isNew)).toHaveLength(1);
});

test('a repeated request writes nothing: it waits, is made, has failed, or is stored', async () => {
  const id = await fiscalize(onRequest);
  const asksInVain = async () => {
    const before = await rowsOf(id);
    expect(await requestPrint(db.api, id, 'a4', 0)).toBe(false);
    expect(await rowsOf(id)).toEqual(before);
  };
  expect(await requestPrint(db.api, id, 'a4', 0)).toBe(true);
  await asksInVain();
  const print = (await claim())!;
  await asksInVain();
  await postponePrint(db.worker, { ...print, nextAttemptMs: DUE_MS });
  await asksInVain();
  await finishPrint(db.worker, (await claim())!, SAMPLE_FIC, Buffer.from('%PDF'));
  await asksInVain();
  expect(await rowsOf(id)).toEqual([]);
});

test('it goes ahead of all that are made at once, and in order among those asked for', async () => {
  const prompt: string[] = [];
  for (let count = 0; count < 3; count += 1) prompt.push(await fiscalize(atOnce));
  const [first, second] = [await fiscalize(onRequest), await fiscalize(onRequest)];
  await requestPrint(db.api, second, 'a4', 1_000_000);
  await requestPrint(db.api, first, 'a4', 0);
  // One that is to be made at once is asked for: it is made once.
  await requestPrint(db.api, prompt[2]!, 'a4', 2_000_000);
  const reschedule = 'update work set scheduled_at = $2 where subject_id = $1';
  await db.owner.pool.query(reschedule, [prompt[0], new Date(0)]);
  for (const id of [first, second, prompt[2], prompt[0], prompt[1]]) {
    expect(await take()).toBe(id);
  }
  expect(await take()).toBeNull();
});

test('what is made at once and is in progress, or has failed, is not requested twice', async () => {
  const id = await fiscalize(atOnce);
  const print = (await claim())!;
  for (const end of [
    () => undefined,
    () => postponePrint(db.worker, { ...print, nextAttemptMs: 600_000 }),
  ]) {
    await end();
    expect(await requestPrint(db.api, id, 'a4', 0)).toBe(false);
    expect(await rowsOf(id)).toMatchObject([{ kind: 'print_at_once', attempts: 1 }]);
    expect(await take()).toBeNull();
  }
});

test('what is asked for and fails is not made at once meanwhile', async () => {
  const id = await fiscalize(atOnce);
  await requestPrint(db.api, id, 'a4', 0);
  await postponePrint(db.worker, { ...(await claim())!, nextAttemptMs: 600_000 });
  expect(await take()).toBeNull();
});

test.each([
  ['where nothing is printed at once', () => onRequest],
  ['where all is printed at once', () => atOnce],
])('both versions are kept where the FIC comes during a print, %s', async (_where, shop) => {
  const { id, claimed, signed } = await signedSale(db, shop());
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), DUE_MS);
  await requestPrint(db.api, id, 'a4', 0);
  const offlinePrint = (await claim())!;
  const delivering = await reclaim(db, id, 'Offline');
  await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), SAMPLE_FIC);
  // A request now is for the version with the FIC.
  await requestPrint(db.api, id, 'a4', 0);
  await finishPrint(db.worker, offlinePrint, null, Buffer.from('%PDF offline'));
  await finishPrint(db.worker, (await claim())!, SAMPLE_FIC, Buffer.from('%PDF with FIC'));
  const find = (fic: string | null) =>
    findDocument(db.api, { id, companyId: shop().companyId, fic }, 'a4');
  const kept = [await find(null), await find(SAMPLE_FIC)];
  expect(kept.map((each) => each.pdf?.toString())).toEqual(['%PDF offline', '%PDF with FIC']);
});

test('the version with the FIC is asked for although the one without it is stored', async () => {
  const { id, claimed, signed } = await signedSale(db, onRequest);
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), DUE_MS);
  await requestPrint(db.api, id, 'a4', 0);
  await finishPrint(db.worker, (await claim())!, null, Buffer.from('%PDF offline'));
  const delivering = await reclaim(db, id, 'Offline');
  await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), SAMPLE_FIC);
  expect(await rowsOf(id)).toEqual([]);
  expect(await requestPrint(db.api, id, 'a4', 0)).toBe(true);
});
