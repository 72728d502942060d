// With 130 000 invoices in the database, half of them of one company, every list of the panel is
// still answered by an index. The plans are held; the times, which are the machine's, are written
// to .run/query-plans.txt.

import { writeFileSync } from 'node:fs';
import { localDateOf } from '@fiscal/domain';
import { addManyInvoices, randomCode } from '@fiscal/testbed';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../connection/client.ts';
import { readArchivedInvoices, readDaySummary } from '../archive/index.ts';
import { findAdvancePayments } from './advance-accounts.ts';
import { findDocumentTree } from './document-tree.ts';
import { readNumberLedger } from '../number/number-ledger.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';
import { sampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, sampleRowOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { pagesRead, plansOf, rowsLookedAt, tableOf } from '../testing/statement-plans.ts';
import { findReportedRegister } from '../report/index.ts';
import { readStoredDays } from '../report/report-days.ts';
import { recordsOfDay, sumDay } from '../report/report-rows.ts';
import { listAffectedTills } from '../failed-work/affected-tills.ts';
import { readRetryBatches } from '../failed-work/retry-batches.ts';
import { findDoubtfulRetries } from '../failed-work/sold-again.ts';
import { listFailedWork, listOffline } from '../failed-work/failed-work-list.ts';
import { readFailureCauses, STUCK_CAUSES } from '../failed-work/failed-work.ts';
import { findInvoiceDetail } from './invoice-detail.ts';
import { readInvoiceTraces } from './invoice-timeline.ts';
import { listInvoices } from './invoice-list.ts';
import { readStatuses } from './invoice-statuses.ts';
import { openInvoiceStore } from './new-invoices.ts';
import { listPanelInvoices } from './panel-invoices.ts';
import type { PanelInvoiceFilter } from './panel-invoices.ts';
import {
  readRegistersWithoutLiveSale,
  readCompanyDay,
  readCompanyState,
  readEndingCertificates,
  readWorkByCompany,
  readWorkCounts,
} from '../overview/index.ts';
import { listWaitingDrawers, readLaneBacklog, readOfflineBuckets } from '../operations/backlog.ts';
import { PENDING_AGES_S, readFailedByCode, readPendingByAge } from '../operations/open-state.ts';

const COUNTS = [60_000, 30_000, 10_000];
/** One more shop, in which 7 invoices are not Fiscalized. */
const FEW_OPEN = 30_000;
/** Of the shop with the most. */
const TCR_CODE = randomCode();
const readerOf = ({ pool }: Database) => ({ pool, objects: null });
/** Tables that only grow. */
const GROWING = [
  'invoice',
  'invoice_search',
  'submission',
  'audit_log',
  'number_ledger',
  'document',
];
/** A twentieth of all invoices: more than all that have failed. */
const MOST_ROWS = 5_000;
/** For a page of 51 invoices; the walk along all of that shop reads more than 300. */
const MOST_PAGES = 100;
const ROUNDS = 7;
const SEARCH_INDEX = 'invoice_search_words';

let database: OpenTestDatabase;
let db: Database;
const shops: SampleShop[] = [];
const figures: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.api;
  const plans = [
    ...COUNTS.map((count) => ({ count, oneIn: 100 })),
    { count: FEW_OPEN, oneIn: FEW_OPEN },
  ];
  for (const [index, { count, oneIn }] of plans.entries()) {
    const shop = await createSampleShop(database, index === 0 ? { tcrCode: TCR_CODE } : {});
    const { year } = sampleRowOf(shop);
    await addManyInvoices(database.url, shop, { count, year, oneIn });
    shops.push(shop);
  }
});
afterAll(async () => {
  writeFileSync('.run/query-plans.txt', `median of ${ROUNDS}:\n${figures.join('\n')}\n`);
  await database.close();
});

/** Reads several times, notes the median, and holds the plans of all statements. */
async function holdsOnIndexes(what: string, read: (db: Database) => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await read(db);
    times.push(performance.now() - started);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const plans = await plansOf(db, read);
  const indexes = new Set(plans.flat().flatMap((step) => step['Index Name'] ?? []));
  figures.push(`${median.toFixed(1).padStart(8)} ms  ${what}: ${[...indexes].join(', ')}`);
  expect(plans.length).toBeGreaterThan(0);
  for (const steps of plans) {
    const onGrowing = steps.filter((step) => GROWING.includes(tableOf(step)));
    expect(onGrowing.filter((step) => step['Node Type'].includes('Seq Scan'))).toEqual([]);
    // An index in the right order is no use where most of what it leads to is thrown away.
    expect(onGrowing.filter((step) => rowsLookedAt(step) > MOST_ROWS)).toEqual([]);
    expect(steps.some((step) => step['Index Name'] !== undefined)).toBe(true);
  }
}

const scopeOf = (index: number) => ({
  companyId: shops[index]!.companyId,
  environment: 'test' as const,
});
const filters: [string, PanelInvoiceFilter][] = [
  ['all', {}],
  ['Fiscalized', { status: 'Fiscalized' }],
  ['Failed', { status: 'Failed' }],
  ['Offline', { status: 'Offline' }],
  ['Pending', { status: 'Pending' }],
  ['Draft', { status: 'Draft' }],
  ['NonCash', { typeOfInvoice: 'NonCash' }],
  ['Failed NonCash', { status: 'Failed', typeOfInvoice: 'NonCash' }],
  // There is none: the walk goes through all of them.
  ['Offline NonCash', { status: 'Offline', typeOfInvoice: 'NonCash' }],
  [
    'of a day',
    { from: new Date(Date.now() - 2 * 86_400_000), to: new Date(Date.now() - 86_400_000) },
  ],
  ['with the ordinal 4711', { search: '4711' }],
  ['with a number', { search: `bb123bb123/4713/2026/${TCR_CODE}` }],
  ['with a number without the cash register', { search: '4713/2026' }],
  ['with a note', { search: 'narudžba-4712' }],
  ['with a word that every second has', { search: 'rudzb' }],
  ['Failed, with a word that every second has', { search: 'rudzb', status: 'Failed' }],
  ['of a buyer', { search: 'Kupac 47' }],
  ['of buyers, with two letters that none of them has', { search: 'Kupac xq' }],
  ['with two letters that none has', { search: 'xq' }],
  ['of a buyer’s number', { search: '0000471' }],
  ['of an amount that all have', { search: '1,21' }],
  ['of an amount that none has', { search: '1.234,56 €' }],
  ['with the beginning or end of a code', { search: 'ABCDEF' }],
  ['with an IIC', { search: '0123456789ABCDEF0123456789ABCDEF' }],
  ['with a FIC or id', { search: '0b9cbb0e-9c5c-4c57-8f0e-0a2f3a9d3a11' }],
  ['with words that nothing has', { search: 'there is no such thing' }],
];

describe('with 130 000 invoices', () => {
  test.each(filters)(
    'the list of invoices that are %s is answered by an index',
    async (what, filter) => {
      await holdsOnIndexes(`invoices: ${what}`, (on) =>
        listPanelInvoices(on, scopeOf(0), filter, null, 51),
      );
      const [found] = await listPanelInvoices(db, scopeOf(0), filter, null, 51);
      const position = found ?? { createdAt: new Date(Date.now() - 1e9), id: shops[0]!.companyId };
      await holdsOnIndexes(`invoices: ${what}, next page`, (on) =>
        listPanelInvoices(on, scopeOf(0), filter, position, 51),
      );
    },
  );

  test.each([undefined, 'Fiscalized', 'Offline', 'Failed'] as const)(
    'the list of a client (status %s) is answered by indexes',
    async (status) => {
      await holdsOnIndexes(`list of a client: ${status ?? 'all'}`, (on) =>
        listInvoices(on, scopeOf(0), { status }, null, 50),
      );
    },
  );

  test('a client finds an invoice by its own id', () =>
    holdsOnIndexes('a client’s list by external id', (on) =>
      listInvoices(on, scopeOf(0), { externalId: 'K1-4712' }, null, 50),
    ));

  test('1 000 statuses are read with one statement, and the panel finds an external id, by indexes', async () => {
    const store = openInvoiceStore(db);
    const external = { digest: Buffer.alloc(32), supersedes: null };
    const invoices = Array.from({ length: 1_000 }, (_, at) => {
      const { request, ...draft } = sampleDraft(shops[0]!);
      return { ...draft, external, request: { ...request, externalId: `K2-${at}` } };
    });
    await Promise.all(invoices.map((invoice) => store({ invoice, scheduledInMs: null })));
    for (const [by, values] of [
      ['ids', invoices.map(({ id }) => id)],
      ['externalIds', invoices.map(({ request }) => request.externalId)],
    ] as const) {
      const deps = { endCreate: () => Promise.reject(new Error('all are stored')) };
      const read = (on: Database) => readStatuses({ ...deps, db: on }, scopeOf(0), { by, values });
      await holdsOnIndexes(`1 000 statuses by ${by}`, read);
      expect(await plansOf(db, read)).toHaveLength(1);
      expect((await read(db)).map(({ id }) => id)).toEqual(invoices.map(({ id }) => id));
    }
    for (const companyId of [scopeOf(0).companyId, null]) {
      const scope = { companyId, environment: 'test' as const };
      const find = (on: Database) => listPanelInvoices(on, scope, { search: 'K2-77' }, null, 51);
      await holdsOnIndexes(`an external id of ${companyId === null ? 'all' : 'one'}`, find);
      expect((await find(db)).map(({ id }) => id)).toEqual([invoices[77]?.id]);
    }
  });

  test('what only old invoices say is found, in a company and in all, and nothing else', async () => {
    const search = 'NARUDZBA-4712';
    const found = await listPanelInvoices(db, scopeOf(0), { search }, null, 51);
    expect(found.length).toBeGreaterThan(5);
    expect(found.every(({ note }) => note?.includes('narudžba-4712'))).toBe(true);
    const all = { companyId: null, environment: 'test' as const };
    await holdsOnIndexes('invoices of all with old words', (on) =>
      listPanelInvoices(on, all, { search }, null, 51),
    );
    const ids = (await listPanelInvoices(db, all, { search }, null, 51)).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
    expect(ids.length).toBeGreaterThan(found.length);
  });

  test('the words of a company are found in its own part of the index, period by period', async () => {
    const scope = scopeOf(0);
    const search = 'Kupac 0001';
    const plans = await plansOf(db, (on) => listPanelInvoices(on, scope, { search }, null, 51));
    const [byWords] = plans.flat().filter(({ 'Index Name': name }) => name === SEARCH_INDEX);
    expect(byWords?.['Index Cond']).toMatch(/uuid_hash_extended.*p(eriod)?\.period/);
    const { rows } = await database.owner.pool.query<{ id: string }>(
      `select invoice_id as id from invoice_search where company_id = $1 and words like '%kupac%'
         and words like '%0001%' order by created_at desc, invoice_id desc limit 102`,
      [scope.companyId],
    );
    const first = await listPanelInvoices(db, scope, { search }, null, 51);
    const second = await listPanelInvoices(db, scope, { search }, first.at(-1)!, 51);
    expect([...first, ...second].map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(second).toHaveLength(51);
  });

  test.each([
    {},
    { status: 'Failed' },
    { status: 'Offline' },
    { search: '4711' },
    { search: '1.234,56 €' },
  ])('the list over all companies is answered by an index: %j', async (filter) => {
    const scope = { companyId: null, environment: 'test' as const };
    await holdsOnIndexes(`invoices of all: ${JSON.stringify(filter)}`, (on) =>
      listPanelInvoices(on, scope, filter as PanelInvoiceFilter, null, 51),
    );
  });

  test.each(['Draft', 'Pending', 'Offline', 'Failed'] as const)(
    'the few of a shop that are %s are found without a look at all that are not',
    async (status) => {
      const read = (on: Database) =>
        listPanelInvoices(on, scopeOf(COUNTS.length), { status }, null, 51);
      const found = await read(db);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThan(4);
      const [steps = []] = await plansOf(db, read);
      expect(pagesRead(steps)).toBeLessThan(MOST_PAGES);
    },
  );

  test('one invoice, its timeline and its number’s history are answered by indexes', async () => {
    const [one] = await listPanelInvoices(db, scopeOf(0), { status: 'Offline' }, null, 1);
    const { companyId } = scopeOf(0);
    await holdsOnIndexes('one invoice', (on) => findInvoiceDetail(on, companyId, one!.id));
    await holdsOnIndexes('its timeline', (on) =>
      readInvoiceTraces(on, { companyId, invoiceId: one!.id }),
    );
    const row = { ...sampleRowOf(shops[0]!), cashRegisterId: shops[0]!.cashRegisterId };
    await holdsOnIndexes('the number ledger', (on) => readNumberLedger(on, row, 1e15, 50));
  });

  test.each([
    ['a company', 1],
    ['all companies', null],
  ])('failed work of %s is counted, listed and set against time by indexes', async (who, shop) => {
    const companyId = shop === null ? null : shops[shop]!.companyId;
    const scope = { companyId, environment: 'test' as const };
    await holdsOnIndexes(`causes of ${who}`, (on) => readFailureCauses(on, scope));
    const causes = await readFailureCauses(db, scope);
    expect(causes.length).toBeGreaterThan(8);
    for (const cause of [null, causes[0]!.cause, 'EFI_REFUSED:53', ...STUCK_CAUSES]) {
      await holdsOnIndexes(`failed work of ${who}: ${cause ?? 'all'}`, (on) =>
        listFailedWork(on, scope, cause, null, 51),
      );
      const found = await listFailedWork(db, scope, cause, null, 51);
      if (found.length === 0) continue;
      await holdsOnIndexes(`failed work of ${who}: ${cause ?? 'all'}, next page`, (on) =>
        listFailedWork(on, scope, cause, found.at(-1)!.position, 51),
      );
    }
    await holdsOnIndexes(`affected tills of ${who}`, (on) => listAffectedTills(on, scope, null));
    await holdsOnIndexes(`retries of ${who}`, (on) => readRetryBatches(on, scope));
    const [failed] = await listFailedWork(db, scope, 'EFI_REFUSED:53', null, 1);
    await holdsOnIndexes(`what was sold again at ${who}`, (on) =>
      findDoubtfulRetries(on, { companyId: scope.companyId, invoiceIds: [failed!.id] }),
    );
    await holdsOnIndexes(`offline backlog of ${who}`, (on) => readOfflineBuckets(on, scope));
    await holdsOnIndexes(`offline page of ${who}`, (on) => listOffline(on, scope, null, 51));
    await holdsOnIndexes(`drawers of ${who}`, (on) => listWaitingDrawers(on, scope));
    // However many have failed, counting them looks at no row.
    const [steps] = await plansOf(db, (on) => readFailureCauses(on, scope));
    const counted = steps?.find((step) =>
      step['Index Name']?.startsWith('invoice_failed_by_cause'),
    );
    expect(counted?.['Node Type']).toBe('Index Only Scan');
  });

  test('the first pages of a company and of operators are answered by indexes', async () => {
    const scope = scopeOf(0);
    const [newest] = await listPanelInvoices(db, scope, {}, null, 1);
    const to = new Date(newest!.createdAt.getTime() + 1);
    const day = { from: new Date(to.getTime() - 86_400_000), to };
    await holdsOnIndexes('the day of a company', (on) => readCompanyDay(on, { ...scope, ...day }));
    const sold = await readCompanyDay(db, { ...scope, ...day });
    figures.push(`the day has ${JSON.stringify(sold.filter(({ hour }) => hour === null))}`);
    await holdsOnIndexes('how a company is', (on) => readCompanyState(on, scope));
    await holdsOnIndexes('numbers beside the menu', (on) => readWorkCounts(on, scope));
    await holdsOnIndexes('work by company', (on) =>
      readWorkByCompany(on, { environment: scope.environment }),
    );
    await holdsOnIndexes('certificates that end', (on) =>
      readEndingCertificates(on, { environment: scope.environment, now: new Date(), days: 60 }),
    );
    await db.prisma.company.updateMany({ data: { environment: 'live' } });
    await holdsOnIndexes('cash registers without a live sale', readRegistersWithoutLiveSale);
  });

  test('what a corrective is compared with is found by indexes', async () => {
    const [one] = await listPanelInvoices(db, scopeOf(0), { status: 'Fiscalized' }, null, 1);
    await holdsOnIndexes('correctives', (on) => findDocumentTree(on, one!.id));
    await holdsOnIndexes('paid by an advance', (on) => findAdvancePayments(on, { ids: [one!.id] }));
  });

  test('a day of the archive is found by the index of the issue time', async () => {
    const [one] = await listPanelInvoices(db, scopeOf(0), { status: 'Fiscalized' }, null, 1);
    const day = one!.createdAt.toISOString().slice(0, 10);
    await holdsOnIndexes('archived day', (on) => readDaySummary(readerOf(on), scopeOf(0), day));
    const first = (on: Database) => readArchivedInvoices(readerOf(on), scopeOf(0), day).next();
    await holdsOnIndexes('archived invoices', first);
    expect((await first(db)).done).toBe(false);
  });

  test('a day of a report is found by the ledger of its cash register', async () => {
    const { companyId, cashRegisterId } = shops[0]!;
    const day = localDateOf(new Date(Date.now() - 5 * 86_400_000));
    const own = { cashRegisterId, date: day };
    const page = (on: Database) => recordsOfDay(on, own, () => null).next();
    expect((await page(db)).value).toHaveLength(25);
    const key = { companyId, cashRegisterId, environment: null };
    await holdsOnIndexes('register of a report', (on) => findReportedRegister(on, key));
    await holdsOnIndexes('day of a report', (on) => sumDay(on, cashRegisterId, day));
    await holdsOnIndexes('page of a journal', page);
    const days = { cashRegisterId, from: day, to: day };
    await holdsOnIndexes('kept days', (on) => readStoredDays(on, days));
    const [list] = await plansOf(db, page);
    const indexes = list!.map((step) => step['Index Name']);
    expect(indexes).toContain('number_ledger_of_register');
  });

  test('the backlog of the lanes is counted by indexes', async () => {
    await holdsOnIndexes('lanes', readLaneBacklog);
  });

  test('what is Pending and Failed in the whole service is counted by indexes', async () => {
    await holdsOnIndexes('Pending by age', (on) => readPendingByAge(on, { ages: PENDING_AGES_S }));
    await holdsOnIndexes('Failed by code', readFailedByCode);
  });
});
