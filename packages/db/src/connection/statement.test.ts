import { describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { inTransaction } from './client.ts';
import { numbered, statement } from './statement.ts';

const db = useTestDatabase();

interface Values {
  first: number;
  last: number;
}
const TEXT = 'select n from generate_series(:first::int, :last::int) n order by n';

describe('a statement with named parameters', () => {
  test('numbers each name once, and takes neither casts nor texts for names', () => {
    const text = `select a::text, 'user:%', ':1' from t where id = :id and (s = :status::text or t <> :id)`;
    expect(numbered(text)).toEqual({
      text: `select a::text, 'user:%', ':1' from t where id = $1 and (s = $2::text or t <> $1)`,
      parameters: ['id', 'status'],
    });
  });

  test('is not run without a value that its text names', async () => {
    const values = { first: 7 } as Values;
    const read = statement.all<Values, object>('read_numbers', TEXT);
    await expect(async () => read(db.api, values)).rejects.toThrow('read_numbers lacks :last');
  });

  test('gives all rows, the first one, or how many there are', async () => {
    const all = statement.all<Values, { n: number }>('all_numbers', TEXT);
    const maybe = statement.maybe<Values, { n: number }>('maybe_a_number', TEXT);
    const one = statement.one<Values, { n: number }>('one_number', TEXT);
    const run = statement.run<Values>('run_numbers', TEXT);
    const [some, none] = [
      { last: 3, first: 2 },
      { last: 1, first: 2 },
    ];
    expect(await all(db.api, some)).toEqual([{ n: 2 }, { n: 3 }]);
    expect(await maybe(db.api, some)).toEqual({ n: 2 });
    expect(await one(db.api, some)).toEqual({ n: 2 });
    expect(await run(db.api, some)).toBe(2);
    expect(await all(db.api, none)).toEqual([]);
    expect(await maybe(db.api, none)).toBeNull();
    await expect(one(db.api, none)).rejects.toThrow('the statement one_number returned no row');
    expect(await run(db.api, none)).toBe(0);
  });

  test('is part of the transaction that it runs in, also of one of Prisma', async () => {
    const read = statement.one<object, { isFirst: boolean; now: Date }>(
      null,
      `select pg_try_advisory_xact_lock(7) as "isFirst", now() as now`,
    );
    const lock = statement.run<{ key: number }>(null, 'select pg_advisory_xact_lock(:key)');
    const other = async () => (await read(db.worker)).isFirst;
    await inTransaction(db.api, async (transaction) => {
      await lock(transaction, { key: 7 });
      expect(await read(transaction)).toEqual({ isFirst: true, now: expect.any(Date) });
      expect(await other()).toBe(false);
    });
    await db.api.prisma.$transaction(async (transaction) => {
      await lock(transaction, { key: 7 });
      expect(await read(transaction)).toEqual({ isFirst: true, now: expect.any(Date) });
      expect(await other()).toBe(false);
    });
    expect(await other()).toBe(true);
  });
});
