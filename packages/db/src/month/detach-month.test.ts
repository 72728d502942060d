import { eventually } from '@fiscal/testbed';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { claimNextSale } from '../fiscalization/invoice-claims.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { listPanelInvoices } from '../invoice/panel-invoices.ts';
import { findInvoice, isDetached } from '../invoice/stored-invoice.ts';
import { monthsByHand } from '../months.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { ANY_WORK, createSampleDraft } from '../testing/sample-invoices.ts';
import { scopeOf, useSampleShop } from '../testing/sample-shops.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);
const run = (text: string, values: unknown[] = []) => db.owner.pool.query(text, values);
const months = (args: string[], now?: string) =>
  monthsByHand(db.owner, args, now === undefined ? new Date() : new Date(now));
const WITHOUT = ['--immovables', 'none of the companies deals in them'];

/** The first part begins later, after two months of their own, as in a service of many years. */
beforeAll(async () => {
  const { rows } = await run(
    `select table_name as name, first_uuid(ends) as ends, first_uuid('2018-01-01Z') as january,
       first_uuid('2018-02-01Z') as february, first_uuid('2018-03-01Z') as march
     from stored_months() where begins is null`,
  );
  for (const { name, ends, january, february, march } of rows as Record<string, string>[]) {
    await run(
      `alter table ${name} detach partition ${name}_first;
       alter table ${name} attach partition ${name}_first for values from ('${march}') to ('${ends}');
       create table ${name}_2018_01 partition of ${name} for values from ('${january}') to ('${february}');
       create table ${name}_2018_02 partition of ${name} for values from ('${february}') to ('${march}')`,
    );
  }
});

const addOld = async (at: string) => {
  const { id } = await createSampleDraft(db, shop, 0, {
    id: uuidv7({ msecs: Date.parse(at) }),
  });
  await run('update invoice set created_at = $2 where id = $1', [id, at]);
  return id;
};

describe('months', () => {
  test('are listed with their size and what may become of them', async () => {
    const lines = (await months([])).split('\n');
    expect(lines[0]).toMatch(/^2018-01 .* rows .* MB {2}may go, once those about immovables/);
    expect(lines.at(-1)).toMatch(/stays: it is not over$/);
  });

  test.each([
    [
      'the sixth year has not begun',
      ['detach', '2018-02'],
      '2023-12-31',
      /2018 until the end of 2023/,
    ],
    [
      'nothing is said of immovables',
      ['detach', '2018-02'],
      '2024-01-01',
      /until the end of 2038: say/,
    ],
    [
      'what is said of immovables is nothing',
      ['detach', '2018-02', '--immovables', ' '],
      '2024-01-01',
      /^--immovables says nothing/,
    ],
    [
      'the last of twenty years is not over',
      ['detach', '2018-02'],
      '2038-12-31',
      /until the end of 2038: say/,
    ],
    ['there is none', ['detach', '1999-01'], '2024-01-01', /no month 1999-01/],
    ['it is not over', ['detach', '2018-03', ...WITHOUT], '2090-01-01', /is not over/],
    ['it is no verb', ['drop', '2018-02'], '2024-01-01', /^Use: months/],
  ])('are not detached where %s', async (_, args, now, words) => {
    await expect(months(args, now)).rejects.toThrow(words);
  });

  test('stay while an invoice of them is not finished, or was issued later', async () => {
    const id = await addOld('2018-02-10Z');
    const detach = (now: string) => months(['detach', '2018-02', ...WITHOUT], now);
    await run(`update invoice set issued_at = '2020-06-01Z' where id = $1`, [id]);
    await expect(detach('2025-12-31')).rejects.toThrow(/issued in 2020 until the end of 2025/);
    await run(
      `insert into work (subject_id, kind, company_id, environment, scheduled_at)
      values ($1, 'print', $2, 'test', now())`,
      [id, shop.companyId],
    );
    await expect(detach('2026-01-01')).rejects.toThrow(/1 of its invoices are not finished/);
    const found = await run(`select from stored_months() where part_name like '%2018_02'`);
    expect(found.rowCount).toBe(4);
    await run('delete from work');
  });

  test('that go leave the row of the lists, which says so, and their tables to the owner', async () => {
    const scope = scopeOf(shop);
    const id = await addOld('2018-01-10Z');
    expect(await isDetached(db.api, scope, id)).toBe(false);
    const said = await months(['detach', '2018-01', ...WITHOUT], '2024-01-01');
    expect(said).toContain('--table=invoice_content_2018_01 --table=submission_2018_01');
    expect(await findInvoice(db.api, scope, id)).toBeNull();
    expect(await isDetached(db.api, scope, id)).toBe(true);
    expect(await isDetached(db.api, { ...scope, environment: 'live' }, id)).toBe(false);
    const listed = await listPanelInvoices(db.api, scope, {}, null, 50);
    expect(listed.find((row) => row.id === id)).toMatchObject({ id, buyerName: null });
    // Nobody signs what is not there: neither is it begun, nor claimed.
    expect(await requestFiscalization(db.api, scope, id, 0)).toEqual({ kind: 'unchanged' });
    expect(await claimNextSale(db.worker, 'test', ANY_WORK)).toBeNull();
    const { rows } = await run(
      `select actor, action, after from audit_log where action like 'month.%' order by id`,
    );
    const said2018 = { actor: 'command-line', after: { month: '2018-01', immovables: WITHOUT[1] } };
    expect(rows).toMatchObject([
      { ...said2018, action: 'month.detach-begun' },
      { ...said2018, action: 'month.detached' },
    ]);
    // As the command says: attached again, all is as before.
    for (const line of said.split('\n').filter((each) => each.includes('attach partition'))) {
      await run(line);
    }
    expect((await findInvoice(db.api, scope, id))?.invoice.id).toBe(id);
  });

  test('whose detachment was interrupted have no contents any more, and are brought to their end', async () => {
    const scope = scopeOf(shop);
    const id = await addOld('2018-02-10Z');
    const reader = await db.owner.pool.connect();
    await reader.query('begin; select from invoice_content limit 1');
    const begun = months(['detach', '2018-02', ...WITHOUT], '2026-01-01').catch(() => undefined);
    const waiting = `select pid from pg_stat_activity where query like 'alter table%concurrently'
      and wait_event_type = 'Lock'`;
    const { rows } = await eventually(
      () => run(waiting),
      (found) => found.rowCount === 1,
    );
    await run('select pg_cancel_backend($1)', [(rows as { pid: number }[])[0]?.pid]);
    await begun;
    await reader.query('rollback');
    reader.release();
    const left = await run(
      `select part_name from stored_months() where part_name like '%2018_02' and is_pending`,
    );
    expect(left.rows).toEqual([{ part_name: 'invoice_content_2018_02' }]);
    expect(await findInvoice(db.api, scope, id)).toBeNull();
    // The caller is answered 410, as whoever asks for the print looks for the contents first.
    expect(await isDetached(db.api, scope, id)).toBe(true);
    const audited = await run(
      `select after from audit_log where action = 'month.detach-begun' and after->>'month' = '2018-02'`,
    );
    expect(audited.rows).toMatchObject([{ after: { immovables: WITHOUT[1] } }]);
    // Twenty years after the last of them was issued, nothing has to be said of immovables.
    await expect(months(['detach', '2018-02'], '2040-12-31')).rejects.toThrow(/end of 2040: say/);
    await months(['detach', '2018-02'], '2041-01-01');
    const found = await run(`select from stored_months() where part_name like '%2018_02'`);
    expect(found.rowCount).toBe(0);
  });
});
