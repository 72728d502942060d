import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import { examineMonths } from '../doctor/index.ts';
import { findInvoice } from '../invoice/stored-invoice.ts';
import { findMessageTexts, readInvoiceTraces } from '../invoice/invoice-timeline.ts';
import { findDocument, newDocument, STORE_DOCUMENT } from '../print/documents.ts';
import { statement } from '../connection/statement.ts';
import type { NewDocument } from '../print/documents.ts';
import { NOT_ALLOWED } from '../testing/forbidden-statements.ts';
import { openTestDatabase, useTestDatabase } from '../testing/open-test-database.ts';
import { createSampleDraft, SAMPLE_FIC, sellSample } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import { makeMonths, readMonthsAhead } from './index.ts';

const TABLES = ['document', 'invoice_content', 'strip', 'submission'];
const db = useTestDatabase();

/** The first day of a month, so many after this one, in UTC. */
function monthIn(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}
const nameOf = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_');

describe('months that are made later', () => {
  test('are made by a worker alone, a year ahead, and the doctor says when they are few', async () => {
    const own = await openTestDatabase();
    try {
      expect(await readMonthsAhead(own.api)).toBe(12);
      const drop = async (month: number) => {
        for (const table of TABLES) {
          await own.owner.pool.query(`drop table ${table}_${nameOf(monthIn(month))}`);
        }
      };
      for (let month = 12; month > 2; month -= 1) await drop(month);
      expect(await examineMonths(own.api)).toBeNull();
      await drop(2);
      expect(await examineMonths(own.worker)).toMatchObject({ code: 'MONTHS_MISSING' });
      await expect(makeMonths(own.api)).rejects.toMatchObject({ code: NOT_ALLOWED });
      expect(await readMonthsAhead(own.api)).toBe(1);
      await makeMonths(own.worker);
      await makeMonths(own.worker);
      expect(await readMonthsAhead(own.api)).toBe(12);
      expect(await examineMonths(own.api)).toBeNull();
    } finally {
      await own.close();
    }
  });

  test('hold what belongs to them, protected and stored as in the first one', async () => {
    const { rows } = await db.owner.pool.query<{ part: string; table: string }>(
      'select part_name as part, table_name as table from stored_months()',
    );
    expect(rows.length).toBeGreaterThan(30);
    const guardsOf = async (part: string) =>
      (
        await db.owner.pool.query(
          `select array_agg(tgname::text order by tgname) as triggers,
             (select array_agg(option order by option) from unnest(c.reloptions) option
              where option <> 'fillfactor=100') as options,
             (select count(*)::int from pg_index i where i.indrelid = c.oid and i.indisunique) as keys
           from pg_class c join pg_trigger t on t.tgrelid = c.oid
           where c.oid = $1::regclass group by c.oid`,
          [part],
        )
      ).rows;
    for (const { part, table } of rows) {
      expect(await guardsOf(part)).toEqual(await guardsOf(`${table}_first`));
      await expect(db.owner.pool.query(`truncate ${part}`)).rejects.toThrow('can not be emptied');
      for (const process of [db.api, db.worker]) {
        const read = process.pool.query(`select from ${part}`);
        await expect(read).rejects.toMatchObject({ code: NOT_ALLOWED });
      }
    }
    expect(await guardsOf('submission_first')).toMatchObject([
      { options: ['fillfactor=70', 'toast_tuple_target=256'] },
    ]);
  });

  test('take invoices, which nobody changes there, either', async () => {
    const shop = await createSampleShop(db);
    const { id } = await createSampleDraft(db, shop, 0, {
      id: uuidv7({ msecs: monthIn(5).getTime() }),
    });
    const part = `invoice_content_${nameOf(monthIn(5))}`;
    const found = await db.owner.pool.query(`select from ${part} where invoice_id = $1`, [id]);
    expect(found.rowCount).toBe(1);
    for (const table of ['invoice_content', part]) {
      for (const change of [`update ${table} set warnings = '[]'`, `delete from ${table}`]) {
        await expect(db.owner.pool.query(change)).rejects.toThrow('is append-only');
      }
    }
  });

  test('keep the UUID of a message unique', async () => {
    const shop = await createSampleShop(db);
    await sellSample(db, shop);
    const again = `insert into submission (id, kind, invoice_id, cash_register_id, certificate_id,
        request_uuid, send_date_time, request)
      select uuidv7(), kind, invoice_id, cash_register_id, certificate_id, request_uuid, '', ''
      from submission limit 1`;
    await expect(db.owner.pool.query(again)).rejects.toMatchObject({ code: '23505' });
  });
});

/** The parts of tables that a function has looked into. */
async function partsOf(on: Database, read: (db: Database) => Promise<unknown>): Promise<string[]> {
  const client = await on.pool.connect();
  try {
    // What the session has not reported yet is counted, too.
    const scans = async () =>
      (
        await client.query<{ part: string; scans: number }>(
          `select relname as part, (idx_scan + seq_scan)::int as scans from pg_stat_xact_user_tables
           where relname in (select part_name from stored_months()) order by relname`,
        )
      ).rows;
    await client.query('begin');
    const before = new Map((await scans()).map((row) => [row.part, row.scans]));
    await read({ ...on, pool: client as never });
    const after = await scans();
    await client.query('rollback');
    return after.flatMap((row) => (row.scans > before.get(row.part)! ? row.part : []));
  } finally {
    client.release();
  }
}

describe('a look at one invoice', () => {
  test('goes into its month alone', async () => {
    const shop = await createSampleShop(db);
    const scope = scopeOf(shop);
    const { id, signed } = await sellSample(db, shop);
    const store = statement.run<NewDocument>('store_test_document', STORE_DOCUMENT.a4);
    await store(db.worker, newDocument(id, SAMPLE_FIC, Buffer.from('%PDF')));
    const parts = (read: (on: Database) => Promise<unknown>) => partsOf(db.api, read);
    expect(await parts((on) => findInvoice(on, scope, id))).toEqual(['invoice_content_first']);
    const of = { id, companyId: shop.companyId, fic: SAMPLE_FIC };
    expect(await parts((on) => findDocument(on, of, 'a4'))).toEqual(['document_first']);
    expect(await parts((on) => findDocument(on, of, '80mm'))).toEqual(['strip_first']);
    expect(
      await parts((on) => readInvoiceTraces(on, { companyId: scope.companyId, invoiceId: id })),
    ).toEqual(['document_first', 'strip_first', 'submission_first']);
    const { submission } = signed;
    expect(await parts((on) => findMessageTexts(on, scope.companyId, id, submission.id))).toEqual([
      'submission_first',
    ]);
  });

  test('finds what was stored a year ago beside what is stored now', async () => {
    const shop = await createSampleShop(db);
    const scope = scopeOf(shop);
    const msecs = monthIn(-12).getTime();
    const { id } = await createSampleDraft(db, shop, 0, { id: uuidv7({ msecs }) });
    await db.owner.pool.query(
      `begin; set local session_replication_role = replica;
       update invoice set created_at = to_timestamp(${msecs / 1_000}) where id = '${id}'; commit`,
    );
    await db.owner.pool.query(
      `insert into submission (id, kind, invoice_id, cash_register_id, certificate_id, request_uuid,
         send_date_time, request)
       select u::uuid, 'invoice', $1, $2, $2, $3, '', '' from unnest($4::text[]) u`,
      [id, shop.cashRegisterId, randomUUID(), [uuidv7({ msecs: msecs - 60_000 })]],
    );
    const traces = await readInvoiceTraces(db.api, { companyId: scope.companyId, invoiceId: id });
    expect(traces?.messages).toHaveLength(1);
    expect((await findInvoice(db.api, scope, id))?.invoice.id).toBe(id);
  });
});
