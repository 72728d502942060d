// A call that waits while a migration adds a column goes on afterwards, as the release before does
// beside it.

import { eventually } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { signedSale } from '../testing/sample-invoices.ts';
import { useSampleShop } from '../testing/sample-shops.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

test.each([
  ['content_of_invoice', 'invoice_content'],
  ['messages_of_invoice', 'submission'],
])('%s gives its rows to a call that waited for a new column of %s', async (name, table) => {
  const { id } = await signedSale(db, shop);
  const migration = await db.owner.pool.connect();
  try {
    await migration.query(`begin; alter table ${table} add column added_meanwhile text`);
    const called = db.worker.pool.query(`select * from ${name}('${id}')`);
    const waiting = `select from pg_stat_activity
      where query like 'select * from ${name}%' and wait_event_type = 'Lock'`;
    await eventually(
      () => db.owner.pool.query(waiting),
      ({ rowCount }) => rowCount === 1,
    );
    await migration.query('commit');
    const { rows } = await called;
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toHaveProperty('added_meanwhile');
  } finally {
    migration.release(true);
  }
});

test('no function returns the rows of a table, whose columns change', async () => {
  const { rows } = await db.owner.pool.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_class c on c.reltype = p.prorettype
     where p.pronamespace = 'public'::regnamespace order by 1`,
  );
  expect(rows).toEqual([]);
});
