import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@fiscal/testbed';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { MIGRATIONS } from './committed-migrations.ts';
import { migrate } from './migrate.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'fiscal-migrations-'));
cpSync(fileURLToPath(MIGRATIONS), directory, { recursive: true });
afterAll(() => {
  rmSync(directory, { recursive: true });
});

let migrations = 0;
let name: string;
let waits: string[];
/** One more migration, as the next release brings it. */
function release(sql: string) {
  migrations += 1;
  name = `29990101000000_next_${migrations}`;
  waits = [];
  mkdirSync(join(directory, name));
  writeFileSync(join(directory, name, 'migration.sql'), sql);
  const options = {
    folder: pathToFileURL(`${directory}/`),
    onWait: (sentence: string) => waits.push(sentence),
  };
  return (more: { patienceMs?: number } = {}) => migrate(db.url, { ...options, ...more });
}

const columns = async (column: string) =>
  (await db.owner.pool.query('select from pg_attribute where attname = $1', [column])).rowCount;

/** As pg_dump: one snapshot, and a weak lock on every table until its end. */
let dump: pg.PoolClient;
let dumper: number | undefined;
beforeEach(async () => {
  dump = await db.owner.pool.connect();
  await dump.query(
    'begin isolation level repeatable read; lock table invoice in access share mode',
  );
  const { rows } = await dump.query<{ pid: number }>('select pg_backend_pid() as pid');
  dumper = rows[0]?.pid;
});
afterEach(() => {
  dump.release();
});

describe('a migration that waits behind a dump', () => {
  test('lets reads pass all the time, and is applied when the dump is over', async () => {
    const migrated = release('alter table invoice add column tip numeric')();
    let reads = 0;
    let isOver = false;
    const read = async () => {
      for (; !isOver; reads += 1) await db.api.pool.query('select from invoice limit 1');
    };
    const reader = read();
    await eventually(
      () => waits.length,
      (seen) => seen >= 2,
    );
    const before = reads;
    await eventually(
      () => reads,
      (seen) => seen > before,
    );
    expect(await columns('tip')).toBe(0);
    expect(waits[0]).toMatch(
      new RegExp(
        `^The migration ${name} gets no lock on its tables. .* process ${dumper} \\(test, since`,
      ),
    );
    await dump.query('commit');
    expect(await migrated).toEqual([name]);
    isOver = true;
    await reader;
    expect(await columns('tip')).toBe(1);
  });

  test('ends with a sentence after its limit, leaves nothing, and may be run again', async () => {
    const run = release(
      'create table before_it (id bigint); alter table invoice add column tax numeric',
    );
    await expect(run({ patienceMs: 1 })).rejects.toThrow(
      new RegExp(`^The migration ${name} gets no lock .*: run \`migrate\` again once it is over.$`),
    );
    const found = await db.owner.pool.query(`select to_regclass('before_it') as it`);
    expect(found.rows).toEqual([{ it: null }]);
    await dump.query('commit');
    expect(await run()).toEqual([name]);
    expect(await columns('tax')).toBe(1);
    await db.owner.pool.query('drop table before_it');
  });
});

describe('an index that is built concurrently', () => {
  const isValid = async () =>
    (
      await db.owner.pool.query<{ indisvalid: boolean }>(
        `select indisvalid from pg_index where indexrelid = to_regclass('invoice_next')`,
      )
    ).rows[0]?.indisvalid;

  test('that is given up is built anew by the next call, also where two migrate at once', async () => {
    const run = release('-- For a list.\ncreate index concurrently invoice_next on invoice (note)');
    await expect(run({ patienceMs: 100 })).rejects.toThrow('gets no lock on its tables');
    expect(await isValid()).toBe(false);
    await dump.query('commit');
    expect((await Promise.all([run(), run()])).flat()).toEqual([name]);
    expect(await isValid()).toBe(true);
  });

  test('is dropped by a later migration', async () => {
    await dump.query('commit');
    const next = 'invoice_next on invoice (note)';
    await release(`create unique index concurrently if not exists ${next}`)();
    const drop = release('-- Nothing reads it.\ndrop index concurrently invoice_next');
    expect(await drop()).toEqual([name]);
    expect(await isValid()).toBeUndefined();
    expect(await drop()).toEqual([]);
  });
});

test('another migrate is waited for, and named', async () => {
  const { rows } = await dump.query('select pg_advisory_lock(72707369), pg_backend_pid() as pid');
  const [{ pid }] = rows as [{ pid: number }];
  const run = release('create table tip (id bigint)')();
  await eventually(
    () => waits,
    (said) => said.length > 0,
  );
  expect(waits).toEqual([
    `Another \`migrate\` works on this database, process ${pid} of PostgreSQL: it is waited for.`,
  ]);
  await dump.query('commit; select pg_advisory_unlock(72707369)');
  expect(await run).toEqual([name]);
  await db.owner.pool.query('drop table tip');
});

test('an error of the statement is thrown at once', async () => {
  const run = release('alter table nowhere add column tip numeric');
  await expect(run()).rejects.toThrow(
    `The migration ${name} failed: relation "nowhere" does not exist`,
  );
  expect(waits).toEqual([]);
  await dump.query('commit');
});
