import { expect, test } from '@jest/globals';
import { makeMonths, readMonthsAhead } from '../month/index.ts';
import { NOT_ALLOWED } from '../testing/forbidden-statements.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';

test('months of events are made a year ahead, and dropped once their newest one is 30 days old', async () => {
  const db = await openTestDatabase();
  try {
    const run = (sql: string) => db.owner.pool.query(sql);
    const months = async () =>
      (await run('select part_name as name from event_months() order by ends')).rows.map(
        ({ name }: { name: string }) => name,
      );
    // As in a service of some time: a month that is over for 30 days and one that is not.
    await run(
      `alter table event detach partition event_first;
       create table event_old partition of event
         for values from (minvalue) to (now() - interval '30 days');
       create table event_newer partition of event
         for values from (now() - interval '30 days') to (now() - interval '29 days')`,
    );
    await run(`drop table ${(await months()).slice(-2).join(', ')}`);
    expect(await readMonthsAhead(db.api)).toBe(10);
    const before = await months();
    await expect(makeMonths(db.api)).rejects.toMatchObject({ code: NOT_ALLOWED });
    const reader = await db.owner.pool.connect();
    await reader.query('begin; select from event');
    await makeMonths(db.worker);
    // What is in use stays, and keeps nothing from being made.
    expect((await months()).slice(0, -2)).toEqual(before);
    expect(await readMonthsAhead(db.api)).toBe(12);
    await reader.query('commit');
    reader.release();
    await Promise.all([makeMonths(db.worker), makeMonths(db.worker)]);
    expect((await months()).slice(0, -2)).toEqual(before.slice(1));
    expect(await readMonthsAhead(db.api)).toBe(12);
    expect((await run(`select to_regclass('event_old') as old`)).rows).toEqual([{ old: null }]);
  } finally {
    await db.close();
  }
});
