// Documents by the day of their issue, from rows as the service writes them, at times that tests
// choose.

import { addDocuments, localDateOf } from '@fiscal/domain';
import type { CodeSums, JournalName } from '@fiscal/domain';
import { eventually, randomCode } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { checkReportsByHand } from '../check-reports.ts';
import { recordFiscalized } from '../fiscalization/outcomes.ts';
import { issueDraft, withoutRules } from '../testing/issued-documents.ts';
import type { Issued } from '../testing/issued-documents.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  answer,
  createSampleDraft,
  sampleDraft,
  signedSale,
  SAMPLE_FIC,
  SAMPLE_REFUSAL,
} from '../testing/sample-invoices.ts';
import { addSampleRegister, useSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { storeDay } from './report-days.ts';
import { readDayReport, readJournal, readPeriodReport } from './reports.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

interface Sample extends Issued {
  type?: 'Invoice' | 'Corrective' | 'Advance';
  total?: string;
}

/** A document that was issued then, as its last step has left it. */
async function issue(own: SampleShop, { type = 'Invoice', total = '1.21', ...issued }: Sample) {
  const sample = sampleDraft(own);
  const { id } = await createSampleDraft(db, own, 0, {
    request: { ...sample.request, type, paymentMethod: 'BANKNOTE', typeOfInvoice: 'Cash' },
    computed: {
      ...sample.computed,
      sameTaxGroups: [{ vatRate: '21.00', itemCount: 1, base: `${total}00`, vat: '0.0000' }],
      totals: { withoutVat: total, vat: '0.00', total },
    },
  });
  return issueDraft(db.owner, id, issued);
}

const sumsOn = async (date: string, own: SampleShop = shop): Promise<CodeSums[]> =>
  (await readDayReport(db.api, own.cashRegisterId, date)).sums;
/** Of all TCR codes. */
const turnoverOf = (sums: readonly CodeSums[]) => {
  const parts = sums.flatMap(({ registered, notRegistered }) => [registered, notRegistered]);
  const { count, total } = addDocuments(parts);
  return [count, total];
};

describe('a day', () => {
  test('begins at 00:00:00 and ends after 23:59:59 of Podgorica', async () => {
    await issue(shop, { at: '2026-07-10T23:59:59+02:00', total: '1.00' });
    await issue(shop, { at: '2026-07-11T00:00:00+02:00', total: '2.00' });
    await issue(shop, { at: '2026-07-11T23:59:59+02:00', total: '4.00' });
    await issue(shop, { at: '2026-07-12T00:00:00+02:00', total: '8.00' });
    expect(turnoverOf(await sumsOn('2026-07-10'))).toEqual([1, '1.00']);
    expect(turnoverOf(await sumsOn('2026-07-11'))).toEqual([2, '6.00']);
    expect(turnoverOf(await sumsOn('2026-07-12'))).toEqual([1, '8.00']);
  });

  test.each([
    ['2026-03-29', 23, '+01:00', '+02:00'],
    ['2026-10-25', 25, '+02:00', '+01:00'],
  ])('of the change of clocks, %s, has %d hours', async (date, hours, before, after) => {
    const first = Date.parse(`${date}T00:00:00${before}`);
    const last = Date.parse(`${date}T23:59:59${after}`);
    expect((last + 1_000 - first) / 3_600_000).toBe(hours);
    const at = [first - 1_000, ...Array.from({ length: hours }, (_, h) => first + h * 3_600_000)];
    for (const instant of [...at, last, last + 1_000]) {
      await issue(shop, { at: new Date(instant).toISOString(), total: '1.00' });
    }
    expect(turnoverOf(await sumsOn(date))).toEqual([hours + 1, `${hours + 1}.00`]);
  });

  test('has documents whose number was given on the other side of midnight', async () => {
    const at = '2026-07-11T23:59:50+02:00';
    await issue(shop, { at, numberedAt: '2026-07-12T00:29:49+02:00', total: '1.00' });
    await issue(shop, {
      at: '2026-07-12T00:00:10+02:00',
      numberedAt: '2026-07-11T23:30:11+02:00',
      total: '2.00',
    });
    expect(turnoverOf(await sumsOn('2026-07-11'))).toEqual([1, '1.00']);
    expect(turnoverOf(await sumsOn('2026-07-12'))).toEqual([1, '2.00']);
  });

  test('counts a document once that was given its number twice', async () => {
    const id = await issue(shop, { at: '2026-07-11T10:00:00+02:00' });
    await db.owner.pool.query(
      `insert into number_ledger (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, at)
       select environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, at
       from number_ledger where invoice_id = $1`,
      [id],
    );
    expect(turnoverOf(await sumsOn('2026-07-11'))).toEqual([1, '1.21']);
  });

  test('is that of one cash register: neighbours of the company and others are apart', async () => {
    const beside = await addSampleRegister(db, shop.companyId, randomCode());
    await issue(shop, { at: '2026-07-11T10:00:00+02:00' });
    await issue(beside, { at: '2026-07-11T10:00:00+02:00', total: '9.00' });
    expect(turnoverOf(await sumsOn('2026-07-11'))).toEqual([1, '1.21']);
    expect(turnoverOf(await sumsOn('2026-07-11', beside))).toEqual([1, '9.00']);
  });

  test('has sums of each TCR code that the cash register had', async () => {
    const old = randomCode();
    await issue(shop, { at: '2026-07-11T10:00:00+02:00', tcrCode: old, total: '3.00' });
    await issue(shop, { at: '2026-07-11T11:00:00+02:00', total: '5.00' });
    const sums = await sumsOn('2026-07-11');
    const totals = Object.fromEntries(sums.map((each) => [each.tcrCode, each.registered.total]));
    expect(totals).toEqual({ [old]: '3.00', [shop.tcrCode]: '5.00' });
  });

  test('says of a document what it is now: delivered on the next day, or failed since', async () => {
    const at = '2026-07-11T10:00:00+02:00';
    await issue(shop, { at, status: 'Fiscalized', isHandedOut: true, total: '1.00' });
    await issue(shop, { at, status: 'Offline', total: '2.00' });
    await issue(shop, { at, status: 'Failed', isHandedOut: true, total: '4.00' });
    await issue(shop, { at, status: 'Pending', total: '8.00' });
    const [sums] = await sumsOn('2026-07-11');
    expect(sums).toMatchObject({
      registered: { count: 1, total: '1.00' },
      notRegistered: { count: 2, total: '10.00' },
      failed: [{ total: '4.00', code: 'EFI_REFUSED' }],
      forDeposit: '7.00',
    });
  });
});

describe('a journal', () => {
  const journalOf = async (journal: JournalName) => {
    const totals: Record<string, string[]> = {};
    const { cashRegisterId } = shop;
    const days = { cashRegisterId, dates: ['2026-07-10', '2026-07-11'], journal };
    const pages = readJournal(db.api, days, ({ invoice }, date) => {
      totals[date] = [...(totals[date] ?? []), invoice.computed.totals.total];
    });
    while (!(await pages.next()).done);
    return totals;
  };

  test('lists documents in the order of issue; those once offline, or correctives alone', async () => {
    await issue(shop, { at: '2026-07-11T12:00:00+02:00', total: '2.00', isHandedOut: true });
    await issue(shop, { at: '2026-07-11T11:00:00+02:00', total: '1.00', status: 'Offline' });
    await issue(shop, { at: '2026-07-11T13:00:00+02:00', total: '-1.00', type: 'Corrective' });
    await issue(shop, { at: '2026-07-10T13:00:00+02:00', total: '4.00' });
    expect(await journalOf('journal')).toEqual({
      '2026-07-10': ['4.00'],
      '2026-07-11': ['1.00', '2.00', '-1.00'],
    });
    expect(await journalOf('offline-journal')).toEqual({ '2026-07-11': ['1.00', '2.00'] });
    expect(await journalOf('corrective-journal')).toEqual({ '2026-07-11': ['-1.00'] });
  });

  test('of more than a page has each document once', async () => {
    for (let n = 0; n < 230; n += 1) {
      const second = String(n % 60).padStart(2, '0');
      await issue(shop, { at: `2026-07-11T10:00:${second}+02:00`, total: `${n}.00` });
    }
    const { '2026-07-11': totals } = await journalOf('journal');
    expect(new Set(totals).size).toBe(230);
    expect(totals).toHaveLength(230);
  });
});

describe('a kept day', () => {
  const kept = async () => {
    const { rows } = await db.owner.pool.query<{ day: string }>(
      'select day::text from report_day where cash_register_id = $1 order by day',
      [shop.cashRegisterId],
    );
    return rows.map(({ day }) => day);
  };
  const period = () =>
    readPeriodReport(db.api, shop.cashRegisterId, ['2026-07-10', '2026-07-11', '2026-07-12']);
  const check = () => checkReportsByHand(db.owner, ['--check']);

  test('is what the documents say, and a period is read without them', async () => {
    await issue(shop, { at: '2026-07-10T10:00:00+02:00', total: '1.00' });
    await issue(shop, { at: '2026-07-12T10:00:00+02:00', total: '2.00', status: 'Offline' });
    const first = await period();
    expect(turnoverOf(first)).toEqual([2, '3.00']);
    expect(await kept()).toEqual(['2026-07-10', '2026-07-11', '2026-07-12']);
    await db.owner.pool.query('alter table invoice_content rename to away');
    try {
      expect(await period()).toEqual(first);
    } finally {
      await db.owner.pool.query('alter table away rename to invoice_content');
    }
    expect(await check()).toMatch(/^\d+ days are kept, and each says what its documents say\.$/);
  });

  test('goes with a change of one of its documents, in the same transaction', async () => {
    const id = await issue(shop, { at: '2026-07-11T10:00:00+02:00', status: 'Offline' });
    await period();
    const changing = await db.owner.pool.connect();
    const fail = `update invoice set status = 'Failed', failure = $2 where id = $1`;
    await changing.query('begin');
    await changing.query(fail, [id, SAMPLE_REFUSAL]);
    // It is not committed: the day is as it was, and is kept.
    expect(turnoverOf(await period())).toEqual([1, '1.21']);
    await changing.query('rollback');
    expect(await kept()).toContain('2026-07-11');
    await changing.query(fail, [id, SAMPLE_REFUSAL]);
    changing.release();
    expect(await kept()).not.toContain('2026-07-11');
    expect(turnoverOf(await period())).toEqual([0, '0.00']);
    expect(await kept()).toContain('2026-07-11');
  });

  test('is not stored while a document of it is being changed', async () => {
    const id = await issue(shop, { at: '2026-07-11T10:00:00+02:00', status: 'Offline' });
    const changing = await db.owner.pool.connect();
    await changing.query('begin');
    await changing.query(`update invoice set status = 'Failed', failure = $2 where id = $1`, [
      id,
      SAMPLE_REFUSAL,
    ]);
    await storeDay(db.api, shop.cashRegisterId, '2026-07-11');
    expect(await kept()).toEqual([]);
    await changing.query('commit');
    changing.release();
    await storeDay(db.api, shop.cashRegisterId, '2026-07-11');
    expect(await kept()).toEqual(['2026-07-11']);
    expect(await check()).toMatch(/each says what its documents say/);
  });

  test('never lets two that change documents of the same days wait for each other', async () => {
    const at = ['2026-07-10', '2026-07-12', '2026-07-12', '2026-07-10'];
    const ids: string[] = [];
    for (const day of at) {
      ids.push(await issue(shop, { at: `${day}T10:00:00+02:00`, status: 'Offline' }));
    }
    await period();
    const [one, other] = [await db.owner.pool.connect(), await db.owner.pool.connect()];
    const fail = (by: typeof one, id: string | undefined) =>
      by.query(`update invoice set status = 'Failed', failure = $2 where id = $1`, [
        id,
        SAMPLE_REFUSAL,
      ]);
    await one.query('begin');
    await fail(one, ids[0]);
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    const changed = (async () => {
      await other.query('begin');
      await fail(other, ids[2]);
      await fail(other, ids[3]);
      await other.query('commit');
    })();
    const isWaiting = async () => {
      const waiting = `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`;
      return (await db.owner.pool.query(waiting, [rows[0]?.pid])).rowCount;
    };
    await eventually(isWaiting, (count) => count === 1);
    await fail(one, ids[1]);
    await one.query('commit');
    await changed;
    one.release();
    other.release();
    expect(await kept()).toEqual(['2026-07-11']);
    expect(turnoverOf(await period())).toEqual([0, '0.00']);
  });

  test('has ended an hour ago', async () => {
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    const yesterday = localDateOf(hours(24));
    const today = localDateOf(new Date());
    await readPeriodReport(db.api, shop.cashRegisterId, [localDateOf(hours(48)), yesterday, today]);
    const days = await kept();
    expect(days).toContain(localDateOf(hours(48)));
    expect(days).not.toContain(today);
    expect(days.includes(yesterday)).toBe(localDateOf(hours(1)) === today);
  });

  test('that says something else is named by the check', async () => {
    await issue(shop, { at: '2026-07-11T10:00:00+02:00' });
    await period();
    await db.owner.pool.query(
      `update report_day set sums = '[]' where day = '2026-07-11' and cash_register_id = $1`,
      [shop.cashRegisterId],
    );
    await expect(check()).rejects.toThrow(`2026-07-11 of ${shop.cashRegisterId}`);
    await db.owner.pool.query('delete from report_day');
  });

  test('of another form is not read', async () => {
    await issue(shop, { at: '2026-07-11T10:00:00+02:00' });
    await period();
    await db.owner.pool.query(`update report_day set form = 0, sums = '[]'`);
    expect(turnoverOf(await period())).toEqual([1, '1.21']);
  });

  test('costs a sale of today nothing: it takes no lock and looks for no row', async () => {
    const sale = await signedSale(db, shop);
    await withoutRules(db.owner, 'update invoice set issued_at = now() where id = $1', [sale.id]);
    const other = await db.owner.pool.connect();
    // Every day of the cash register is being stored.
    await other.query('begin');
    await other.query(
      `select pg_advisory_xact_lock(report_day_lock($1, current_date + n)) from generate_series(-1, 1) n`,
      [shop.cashRegisterId],
    );
    expect(
      await recordFiscalized(
        db.worker,
        sale.claimed,
        answer(sale.signed, 'registered'),
        SAMPLE_FIC,
      ),
    ).toBe(true);
    await other.query('rollback');
    other.release();
  });
});
