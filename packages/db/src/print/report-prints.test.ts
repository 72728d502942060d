// Reports while they are printed (docs/adr/0013).

import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { deletePrint } from './print-requests.ts';
import {
  claimReportPrint,
  deleteOldReportPrints,
  deleteReportPrint,
  findReportIssuer,
  findReportPdf,
  finishReportPrint,
  insertReportPrint,
} from './report-prints.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { NO_HORIZON } from '../work/work.ts';

const db = useTestDatabase({ maxConnections: 12 });
beforeEach(async () => {
  await db.owner.pool.query('delete from work; delete from report_print');
});

const PDF = Buffer.from('%PDF report');
const claim = () =>
  claimReportPrint(db.worker, { leaseMs: 600_000, horizon: NO_HORIZON, busyCompanies: [] });
const count = async (table: string) =>
  (await db.owner.pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]!
    .count;

/** Asks for the print of a report; the model is no report, which no row has to know. */
async function ask(companyId?: string) {
  const own = { id: randomUUID(), companyId: companyId ?? (await createSampleShop(db)).companyId };
  await insertReportPrint(db.api, { ...own, environment: 'test', model: '{}', trace: null });
  return own;
}

test('a report is work of a kind that a worker of the release before does not claim', async () => {
  const { id } = await ask();
  const { rows } = await db.owner.pool.query('select kind::text from work where subject_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ kind: 'print_report' }]);
  expect(await claim()).toMatchObject({ subjectId: id, model: '{}', attempts: 1 });
  expect(await claim()).toBeNull();
});

test('what is printed is found by its company alone, and nothing is kept', async () => {
  const own = await ask();
  const strangers = { ...own, companyId: (await createSampleShop(db)).companyId };
  expect(await findReportPdf(db.api, own)).toEqual({ pdf: null });
  const print = (await claim())!;
  await finishReportPrint(db.worker, { ...print, pdf: PDF });
  expect(await count('work')).toBe(0);
  expect(await findReportPdf(db.api, strangers)).toBeNull();
  await deleteReportPrint(db.api, strangers);
  expect(await findReportPdf(db.api, own)).toEqual({ pdf: PDF });
  await deleteReportPrint(db.api, own);
  expect(await count('report_print')).toBe(0);
});

test('a worker dies in the middle: the print is claimed again, and only the newest claim stores', async () => {
  const own = await ask();
  const dead = (await claim())!;
  await db.owner.pool.query(`update work set leased_until = now() - interval '1 second'`);
  const print = (await claim())!;
  expect(print).toMatchObject({ subjectId: own.id, attempts: 2 });
  await finishReportPrint(db.worker, { ...dead, pdf: Buffer.from('late') });
  expect(await findReportPdf(db.api, own)).toEqual({ pdf: null });
  await finishReportPrint(db.worker, { ...print, pdf: PDF });
  expect(await findReportPdf(db.api, own)).toEqual({ pdf: PDF });
});

test('of one company one report at a time is printed, and beside it those of others', async () => {
  const { companyId } = await createSampleShop(db);
  const [first, second, other] = [await ask(companyId), await ask(companyId), await ask()];
  const claimed = [await claim(), await claim(), await claim()];
  expect(claimed.map((print) => print?.subjectId)).toEqual([first.id, other.id, undefined]);
  await finishReportPrint(db.worker, { ...claimed[0]!, pdf: PDF });
  expect(await claim()).toMatchObject({ subjectId: second.id });
});

test('of a call that has ended nothing is printed; what it left behind is deleted after an hour', async () => {
  const [gone, old, fresh] = [await ask(), await ask(), await ask()];
  await deleteReportPrint(db.api, gone);
  const print = (await claim())!;
  expect(print.model).toBeNull();
  await deletePrint(db.worker, print);
  await finishReportPrint(db.worker, { ...print, pdf: PDF });
  expect(await findReportPdf(db.api, gone)).toBeNull();
  await db.owner.pool.query(
    `update report_print set created_at = now() - interval '61 minutes' where id = $1`,
    [old.id],
  );
  await deleteOldReportPrints(db.worker);
  expect(await findReportPdf(db.api, old)).toBeNull();
  expect(await findReportPdf(db.api, fresh)).toEqual({ pdf: null });
});

test('the paper is the one that the company has chosen', async () => {
  const { companyId } = await createSampleShop(db);
  await db.owner.pool.query(`update company set paper = '80mm' where id = $1`, [companyId]);
  const issuer = await findReportIssuer(db.api, { companyId });
  expect(issuer).toMatchObject({ paper: '80mm', seller: { country: 'MNE' } });
});
