// The API's side of the print of a report (docs/adr/0013).

import { listenForChanges } from '@fiscal/db/change';
import { claimReportPrint, finishReportPrint } from '@fiscal/db/print';
import type { FoundRecord } from '@fiscal/db/report';
import { NO_HORIZON } from '@fiscal/db/work';
import type { PrintedReport } from '@fiscal/domain';
import { afterAll, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../../../packages/db/src/testing/open-test-database.ts';
import { createSampleShop } from '../../../../../packages/db/src/testing/sample-shops.ts';
import { journalEntryOf, printReport } from './print-report.ts';

const db = useTestDatabase({ maxConnections: 12 });
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const CLAIM = { leaseMs: 60_000, horizon: NO_HORIZON, busyCompanies: [] };
const PDF = Buffer.from('%PDF report');
// The print process alone reads what stands in it.
const report = { environment: 'test' } as PrintedReport;
const rows = async () => (await db.owner.pool.query('select id from report_print')).rows.length;

/** A call, and what a worker does with it once it is woken. */
async function call(onWake: () => Promise<void> | void, signal = new AbortController().signal) {
  const changes = listenForChanges({
    databaseUrl: db.apiUrl,
    db: db.api,
    onError: () => undefined,
  });
  closing.push(() => changes.close());
  const woken = Promise.withResolvers<undefined>();
  const wakeUps = {
    wake: () => woken.resolve(undefined),
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const { companyId } = await createSampleShop(db);
  const printing = printReport({ db: db.api, changes, wakeUps }, companyId, null, report, signal);
  await woken.promise;
  await onWake();
  return printing;
}

test('a report is printed by a worker, and its row is deleted', async () => {
  const pdf = await call(async () => {
    const print = await claimReportPrint(db.worker, CLAIM);
    expect(JSON.parse(print!.model!)).toMatchObject({ paper: 'a4', environment: 'test' });
    await finishReportPrint(db.worker, { ...print!, pdf: PDF });
  });
  expect(pdf).toEqual(PDF);
  expect(await rows()).toBe(0);
});

test('what is not printed of a document is not stored for the printer', () => {
  const unprinted = '水'.repeat(1_000);
  const amounts = { unitPriceAfterVat: '1.2100', base: '1.0000', vat: '0.2100', vatRate: '21.00' };
  const line = { name: 'Čaj', quantity: '1', unit: 'kom', ...amounts };
  const items = [{ ...line, code: unprinted }];
  const request = { type: 'Invoice', note: unprinted, buyer: { name: unprinted }, items };
  const computed = { lines: items, sameTaxGroups: [], totals: { total: '1.21' } };
  const failure = { error: unprinted };
  const invoice = { status: 'Offline', failure, warnings: [unprinted], request, computed };
  const entry = journalEntryOf({ invoice } as unknown as FoundRecord, '2026-07-11');
  expect(entry.computed.lines).toEqual([line]);
  expect(JSON.stringify(entry)).not.toContain('水');
});

test('a client that goes away leaves no row behind', async () => {
  const leaving = new AbortController();
  expect(await call(() => leaving.abort(), leaving.signal)).toBeNull();
  expect(await rows()).toBe(0);
});
