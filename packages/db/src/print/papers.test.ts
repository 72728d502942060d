// Prints on A4 and on a strip of 80 mm: work and documents of their own, and the paper that counts
// where a call names none (docs/adr/0013).

import { PAPERS } from '@fiscal/domain';
import type { Paper } from '@fiscal/domain';
import { beforeEach, expect, test } from '@jest/globals';
import { findDocument, findPrintable } from './documents.ts';
import { claimNextPrint, finishPrint, requestPrint } from './print-requests.ts';
import { recordFiscalized, recordOffline } from '../fiscalization/outcomes.ts';
import {
  answer,
  DUE_MS,
  reclaim,
  SAMPLE_FIC,
  sellSample,
  signedSale,
} from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { NO_HORIZON } from '../work/work.ts';

const db = useTestDatabase({ maxConnections: 12 });
beforeEach(async () => {
  await db.owner.pool.query('delete from work');
});

async function openShop(paper: Paper, printsAtOnce = false) {
  const shop = await createSampleShop(db, { printsAtOnce });
  await db.owner.pool.query('update company set paper = $2 where id = $1', [shop.companyId, paper]);
  return shop;
}
const claim = (papers?: readonly Paper[]) =>
  claimNextPrint(db.worker, 600_000, () => NO_HORIZON, [], papers);
async function print(id: string, paper: Paper, fic: string | null = SAMPLE_FIC) {
  await requestPrint(db.api, id, paper, 0);
  await finishPrint(db.worker, (await claim([paper]))!, fic, Buffer.from(`%PDF ${paper} ${fic}`));
}
const kindsOf = async (id: string) =>
  (
    await db.owner.pool.query<{ kind: string }>(
      `select kind::text from work where subject_id = $1 and kind::text like 'print%' order by 1`,
      [id],
    )
  ).rows.map(({ kind }) => kind);

test('a strip is work of kinds that a worker of the release before does not claim', async () => {
  const { id } = await sellSample(db, await openShop('80mm'));
  expect(await requestPrint(db.api, id, '80mm', 0)).toBe(true);
  expect(await requestPrint(db.api, id, '80mm', 0)).toBe(false);
  expect(await kindsOf(id)).toEqual(['print_strip']);
  expect(await requestPrint(db.api, id, 'a4', 0)).toBe(true);
  expect(await kindsOf(id)).toEqual(['print', 'print_strip']);
  expect(await claim(['a4'])).toMatchObject({ subjectId: id, paper: 'a4' });
  expect(await claim(['a4'])).toBeNull();
  expect(await claim(['80mm'])).toMatchObject({ subjectId: id, paper: '80mm' });
});

test.each([
  ['a4', 'print_at_once'],
  ['80mm', 'print_strip_at_once'],
] as const)(
  'what is printed at once is printed on the paper of the company: %s',
  async (paper, kind) => {
    const { id } = await sellSample(db, await openShop(paper, true));
    expect(await kindsOf(id)).toEqual([kind]);
    expect(await claim()).toMatchObject({ subjectId: id, paper });
  },
);

test('each paper is a document of its own, in each version, and two workers store one', async () => {
  const shop = await openShop('a4');
  const { id, claimed, signed } = await signedSale(db, shop);
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), DUE_MS);
  for (const paper of PAPERS) await requestPrint(db.api, id, paper, 0);
  const offline = [(await claim())!, (await claim())!];
  const delivering = await reclaim(db, id, 'Offline');
  await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), SAMPLE_FIC);
  // The FIC came while both were made: they are stored, and the work stays.
  for (const each of offline) await finishPrint(db.worker, each, null, Buffer.from(each.paper));
  expect(await kindsOf(id)).toEqual(['print', 'print_strip']);
  const withFic = [(await claim())!, (await claim())!];
  for (const { paper } of withFic) {
    expect(await findPrintable(db.worker, id, paper)).toMatchObject({ isPrinted: false });
  }
  await Promise.all(
    [...withFic, ...withFic].map((each) =>
      finishPrint(db.worker, each, SAMPLE_FIC, Buffer.from(`${each.paper} with FIC`)),
    ),
  );
  expect(await kindsOf(id)).toEqual([]);
  for (const paper of PAPERS) {
    const found = async (fic: string | null) =>
      (await findDocument(db.api, { id, companyId: shop.companyId, fic }, paper)).pdf?.toString();
    expect([await found(null), await found(SAMPLE_FIC)]).toEqual([paper, `${paper} with FIC`]);
    expect(await findPrintable(db.worker, id, paper)).toMatchObject({ isPrinted: true });
  }
  const { rows } = await db.owner.pool.query(
    `select paper, count(*)::int from printed_document where invoice_id = $1 group by 1 order by 1`,
    [id],
  );
  expect(rows).toEqual([
    { paper: '80mm', count: 2 },
    { paper: 'a4', count: 2 },
  ]);
});

test.each([
  ['the company has', [], 'a4', 'a4'],
  ['the company has', [], '80mm', '80mm'],
  ['it was printed on', ['a4'], '80mm', 'a4'],
  ['it was printed on', ['80mm'], 'a4', '80mm'],
  ['it was printed on first', ['80mm', 'a4'], 'a4', '80mm'],
  ['it was printed on first', ['a4', '80mm'], '80mm', 'a4'],
] as const)(
  'where none is named, the paper is the one that %s: %j, %s',
  async (_, printed, company, paper) => {
    const shop = await openShop(company);
    const { id } = await sellSample(db, shop);
    for (const each of printed) await print(id, each);
    const found = await findDocument(
      db.api,
      { id, companyId: shop.companyId, fic: SAMPLE_FIC },
      null,
    );
    expect(found.paper).toBe(paper);
    expect(found.pdf?.toString()).toBe(printed.length ? `%PDF ${paper} ${SAMPLE_FIC}` : undefined);
  },
);

test('the paper of what was handed out offline stays the default of the version with the FIC', async () => {
  const shop = await openShop('a4');
  const { id } = await sellSample(db, shop);
  await print(id, '80mm', null);
  await db.owner.pool.query('delete from work');
  const found = await findDocument(
    db.api,
    { id, companyId: shop.companyId, fic: SAMPLE_FIC },
    null,
  );
  expect(found).toEqual({ paper: '80mm', pdf: null });
});

test('neither paper waits for all prints of the other', async () => {
  const shop = await openShop('a4');
  for (let count = 0; count < 3; count += 1) {
    await requestPrint(db.api, (await sellSample(db, shop)).id, 'a4', 0);
  }
  await requestPrint(db.api, (await sellSample(db, shop)).id, '80mm', 600_000);
  const taken = [await claim(PAPERS), await claim(PAPERS.toReversed())];
  expect(taken.map((each) => each?.paper)).toEqual(['a4', '80mm']);
  // What a caller waits for goes before what is made at once, on whatever paper.
  const { id } = await sellSample(db, await openShop('80mm', true));
  expect(await claim(['80mm', 'a4'])).toMatchObject({ paper: 'a4' });
  expect(await claim(['80mm', 'a4'])).toMatchObject({ paper: 'a4' });
  expect(await claim()).toMatchObject({ subjectId: id, paper: '80mm' });
});
