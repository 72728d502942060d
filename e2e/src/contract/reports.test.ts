// Reports of the public API (extensions §8): what a key sees, what is refused, and that they are
// whole while outcomes are recorded. What counts where is proved in the domain, days and snapshots
// in db, files beside what writes them.

import { localDateOf, PAPERS } from '@fiscal/domain';
import { inParallel } from '@fiscal/testbed';
import { readPdf } from '@fiscal/testbed/pdf-reader';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cancellationOf, cashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { addRegister, openShop, startOtherApi } from './shop.ts';

const service = await startService({
  workers: 2,
  prints: true,
  environment: {
    DELIVERY_AFTER_MS: '3600000',
    EFI_FAILURES_TO_OPEN: '100000',
  },
});
const elsewhere = await startOtherApi(service);
const shop = await openShop(service);
const [own] = await service.query(
  `select id from cash_register where company_id = $1 and environment = 'test'`,
  [shop.companyId],
);
const today = localDateOf(new Date());
const RANGE = `from=${today}&to=${today}`;
const { test: caller } = shop;

const read = async (path: string, by = caller): Promise<Body> => {
  const { status, body, text } = await by.get(`/api/reports/${path}`);
  if (status !== 200) throw new Error(text);
  return body as Body;
};
const cents = (euros: unknown): number => Math.round(Number(euros) * 100);
const added = (parts: Body[], name: string): number =>
  parts.reduce((sum, part) => sum + cents(part[name]), 0);

/** Holds that the parts of a report are its whole. */
function isWhole(report: Body): void {
  for (const sums of [report.registered, report.notRegistered, report.turnover] as Body[]) {
    expect(added(sums.byType as Body[], 'total')).toBe(cents(sums.total));
    expect(added(sums.byPayment as Body[], 'amount')).toBe(cents(sums.total));
    const counts = (sums.byType as Body[]).reduce((all, part) => all + Number(part.count), 0);
    expect(counts).toBe(sums.count);
  }
  const { registered, notRegistered, turnover } = report as Record<string, Body>;
  expect(Number(registered?.count) + Number(notRegistered?.count)).toBe(turnover?.count);
  expect(cents(registered?.total) + cents(notRegistered?.total)).toBe(cents(turnover?.total));
}

describe('a report', () => {
  let sold: Body;
  beforeAll(async () => {
    sold = await caller.fiscalized(cashInvoice());
  });

  test('is that of the key, with the codes of device, unit and operator', async () => {
    const { report, from, to, tin, tcrCode, operatorCode, turnover } = await read('state');
    expect({ report, from, to, tin, tcrCode }).toEqual({
      report: 'state',
      from: today,
      to: today,
      tin: shop.tin,
      tcrCode: shop.tcrCodes.test,
    });
    expect(operatorCode).toMatch(/^[a-z]{2}\d{3}[a-z]{2}\d{3}$/);
    expect(turnover).toMatchObject({ count: 1, total: sold.totals.total });
  });

  test('a journal has the records as they are read, and a subtotal of each day', async () => {
    const { documents, subtotals } = await read(`journal?${RANGE}`);
    expect(documents).toEqual([await caller.read(String(sold.id))]);
    expect(subtotals).toEqual([{ date: today, count: 1, total: sold.totals.total }]);
    const nothing = await read(`corrective-journal?${RANGE}`);
    expect([nothing.documents, nothing.subtotals]).toEqual([[], []]);
  });

  test('of another cash register, of the company or of another one, does not exist for a key', async () => {
    const beside = await addRegister(service, shop);
    const others = await service.query('select id from cash_register where id <> $1', [own?.id]);
    for (const { id } of others) {
      const { status, body } = await caller.get(`/api/reports/state?cashRegister=${id}`);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
    const named = await read(`state?cashRegister=${String(own?.id).toUpperCase()}`);
    expect(named).toMatchObject({ turnover: { count: 1 } });
    expect(await read('state', beside)).toMatchObject({ turnover: { count: 0 } });
    expect(await read('state', shop.live)).toMatchObject({ turnover: { count: 0 } });
  });

  test('of a day that is not over is 409 with a pointer to state', async () => {
    for (const date of [today, '2999-01-01']) {
      const { status, body } = await caller.get(`/api/reports/day?date=${date}`);
      expect([status, body.code]).toEqual([409, 'DAY_NOT_OVER']);
      expect(body.error).toContain('state');
    }
    expect(await read('day?date=2026-03-29')).toMatchObject({ turnover: { count: 0, total: 0 } });
  });

  test('of more than 366 days, or of a query that is not valid, is 400 with all problems at once', async () => {
    const whole = await read('period?from=2024-01-01&to=2024-12-31');
    expect(whole).toMatchObject({ report: 'period', drawer: null });
    await service.query(`update company set operator_names = 'known' where id = $1`, [
      shop.companyId,
    ]);
    const bad = await caller.get(
      '/api/reports/period?from=2025-02-30&format=doc&operatorName=Niko&day=1',
    );
    const long = await caller.get(
      '/api/reports/journal?from=2024-01-01&to=2025-01-01&operatorName=Niko',
    );
    const back = await caller.get('/api/reports/period?from=2025-01-02&to=2025-01-01');
    await service.query(`update company set operator_names = 'free' where id = $1`, [
      shop.companyId,
    ]);
    const problemsOf = ({ status, body }: typeof bad) => [
      status,
      (body.details as Body[]).map(({ code, path }) => `${code} ${path}`).sort(),
    ];
    expect(problemsOf(bad)).toEqual([
      400,
      [
        'OPERATOR_UNKNOWN operatorName',
        'QUERY_INVALID ',
        'QUERY_INVALID format',
        'QUERY_INVALID from',
        'QUERY_INVALID to',
      ],
    ]);
    expect(problemsOf(long)).toEqual([400, ['OPERATOR_UNKNOWN operatorName', 'RANGE_TOO_LONG to']]);
    expect(problemsOf(back)).toEqual([400, ['QUERY_INVALID to']]);
  });

  test('of an operator who is entered has the code of that person', async () => {
    await service.query(
      `insert into fiscal_operator (id, company_id, environment, name, name_key, code)
       values (gen_random_uuid(), $1, 'test', 'Ana Anić', 'ANAANIĆ', 'zz111zz111')`,
      [shop.companyId],
    );
    const { operatorCode } = await read('state?operatorName=ana%20anić');
    expect(operatorCode).toBe('zz111zz111');
  });
});

describe('ADR 13: a report as PDF', () => {
  test('says on both papers what its JSON says, and leaves nothing behind', async () => {
    const { test: till, tcrCodes, companyId } = await openShop(service);
    const sold = await till.fiscalized(cashInvoice({ operatorName: 'Ana' }));
    await till.createAndPrint(cancellationOf(sold));
    await till.fiscalized(cashInvoice());
    const pdf = async (report: string, query = '') => {
      const { status, headers, body } = await till.pdf(`/api/reports/${report}${query}`);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
      return readPdf(body as Buffer);
    };
    const shown = (euros: unknown) => Number(euros).toFixed(2).replace('.', ',');
    for (const paper of PAPERS) {
      const { turnover, forDeposit, drawer } = await read('state', till);
      const { pages } = await pdf(
        'state',
        `?format=pdf&paper=${paper}&operatorName=Ana%20Ani%C4%87`,
      );
      const sums = [(turnover as Body).total, forDeposit, (drawer as Body).inDrawer].map(shown);
      const codes = [shop.tin, tcrCodes.test, 'Fiskalni presjek stanja', 'Ana Anić'];
      for (const text of [...codes, ...sums]) expect(pages.join('\n')).toContain(text);
      for (const name of ['journal', 'corrective-journal', 'offline-journal']) {
        const { documents, subtotals } = await read(`${name}?${RANGE}`, till);
        const journal = await pdf(name, `?${RANGE}&format=pdf&paper=${paper}`);
        const text = journal.pages.join('\n');
        for (const { iic, fic } of documents as Body[]) {
          expect(text).toContain(iic);
          expect(text).toContain(fic);
        }
        for (const { total } of subtotals as Body[]) expect(text).toContain(`${shown(total)} €`);
        expect((text.match(/IKOF/g) ?? []).length).toBeGreaterThanOrEqual(
          (documents as Body[]).length,
        );
      }
    }
    await service.query(`update company set paper = '80mm' where id = $1`, [companyId]);
    const { size } = await pdf('period', `?${RANGE}&format=pdf`);
    expect(size.width).toBeCloseTo((80 * 72) / 25.4, 0);
    expect(await service.query('select id from report_print')).toEqual([]);
    expect(await service.query(`select from work where kind = 'print_report'`)).toEqual([]);
  });
});

describe('while two workers record outcomes', () => {
  test('the parts of every report are its whole, and at the end it is what was sold', async () => {
    const { test: first, tcrCodes } = await openShop(service);
    const second = elsewhere(first.key);
    const sales = 60;
    const state = { isOver: false };
    const selling = inParallel(Array(sales).keys(), 12, async (index) => {
      const by = index % 2 === 0 ? first : second;
      const payments = [
        { method: 'BANKNOTE', amount: 5 },
        { method: 'CARD', amount: 4.66 },
      ];
      const body = cashInvoice(index % 3 === 0 ? { payments } : {});
      return (await by.createAndPrint(body)).body as Body;
    }).finally(() => {
      state.isOver = true;
    });
    const seen: number[] = [];
    for (let round = 0; !state.isOver; round += 1) {
      const by = round % 2 === 0 ? first : second;
      const report = await read('state', by);
      isWhole(report);
      const { documents, subtotals } = await read(`journal?${RANGE}`, by);
      const [subtotal = { count: 0, total: 0 }] = subtotals as Body[];
      const counted = (documents as Body[]).filter(({ status }) => status !== 'Failed');
      expect(subtotal.count).toBe(counted.length);
      expect(
        added(
          counted.map(({ totals }) => totals as Body),
          'total',
        ),
      ).toBe(cents(subtotal.total));
      seen.push(Number((report.turnover as Body).count));
    }
    const records = await selling;
    expect(records.map(({ status }) => status)).toEqual(Array(sales).fill('Fiscalized'));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const report = await read('state', second);
    isWhole(report);
    expect(report).toMatchObject({
      tcrCode: tcrCodes.test,
      registered: {
        count: sales,
        total: 9.66 * sales,
        byType: [{ type: 'Invoice', count: sales }],
        byPayment: [
          { method: 'BANKNOTE', count: sales, amount: 9.66 * 40 + 5 * 20 },
          { method: 'CARD', count: 20, amount: 93.2 },
        ],
      },
      notRegistered: { count: 0, total: 0, byType: [], byPayment: [], byVat: [] },
      drawer: { initial: 0, banknotes: 486.4, withdrawn: 0, inDrawer: 486.4 },
      forDeposit: 486.4,
    });
  });
});

describe('what was handed out offline', () => {
  const fault = { type: 'fault', code: 53, message: 'no' };
  afterAll(() => service.resetAuthority());

  test('is not registered until it is delivered, and in the offline journal for ever; refused, it is listed', async () => {
    const { test: till } = await openShop(service);
    const sold = await till.fiscalized(cashInvoice());
    const reversal = await till.createAndPrint(cancellationOf(sold));
    expect(reversal.body.status).toBe('Fiscalized');
    await service.holdAuthority();
    const [delivered, refused] = [
      (await till.createAndPrint()).body as Body,
      (await till.createAndPrint()).body as Body,
    ];
    expect([delivered.status, refused.status]).toEqual(['Offline', 'Offline']);
    expect(await read('state', till)).toMatchObject({
      registered: { count: 2, total: 0 },
      notRegistered: { count: 2, total: 19.32 },
      turnover: { count: 4, total: 19.32 },
      forDeposit: 19.32,
    });
    await service.releaseAuthority();
    const deliver = async (id: unknown, status: string) => {
      await service.query('update work set scheduled_at = now() where subject_id = $1', [id]);
      await till.until(String(id), status);
    };
    await deliver(delivered.id, 'Fiscalized');
    await service.script(fault, { kind: 'invoice' });
    await deliver(refused.id, 'Failed');
    const report = await read('state', till);
    expect(report).toMatchObject({
      registered: {
        count: 3,
        total: 9.66,
        byType: [
          { type: 'Invoice', count: 2, total: 19.32 },
          { type: 'Corrective', count: 1, total: -9.66 },
        ],
      },
      notRegistered: { count: 0 },
      failed: [{ id: refused.id, iic: refused.iic, total: 9.66, code: 'EFI_REFUSED' }],
      forDeposit: 19.32,
    });
    isWhole(report);
    const offline = await read(`offline-journal?${RANGE}`, till);
    expect((offline.documents as Body[]).map(({ id, status }) => [id, status])).toEqual([
      [delivered.id, 'Fiscalized'],
      [refused.id, 'Failed'],
    ]);
    expect(offline.subtotals).toEqual([{ date: today, count: 1, total: 9.66 }]);
    const correctives = await read(`corrective-journal?${RANGE}`, till);
    expect(correctives.subtotals).toEqual([{ date: today, count: 1, total: -9.66 }]);
  });
});

test('of detached months are 410 with the way to the archive', async () => {
  const { test: till } = await openShop(service);
  await till.fiscalized(cashInvoice());
  await service.query('alter table invoice_content detach partition invoice_content_first');
  try {
    for (const path of [
      'state',
      `period?${RANGE}`,
      `journal?${RANGE}`,
      `journal?${RANGE}&format=csv`,
    ]) {
      const { status, body } = await till.get(`/api/reports/${path}`);
      expect([path, status, body.code]).toEqual([path, 410, 'INVOICE_DETACHED']);
      expect(body.error).toContain('archive');
    }
  } finally {
    const [{ ends } = {}] = await service.query(
      `select first_uuid(min(begins)) as ends from stored_months() where table_name = 'invoice_content'`,
    );
    await service.query(
      `alter table invoice_content attach partition invoice_content_first for values from (minvalue) to ('${ends}')`,
    );
  }
});
