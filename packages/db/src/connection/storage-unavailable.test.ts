import { createTestDatabase, openTcpProxy } from '@fiscal/testbed';
import type { TcpProxy, TestDatabase } from '@fiscal/testbed';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { inTransaction, openDatabase } from './client.ts';
import type { Database } from './client.ts';
import { StorageUnavailableError, storageUnavailabilityOf } from './storage-unavailable.ts';

let database: TestDatabase;
let proxy: TcpProxy;
/** Not through the proxy: holds locks, in a transaction. */
let holder: pg.Client;
/** Not through the proxy: looks, outside of any transaction. */
let aside: pg.Client;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  proxy = await openTcpProxy(Number(url.port));
  aside = new pg.Client({ connectionString: database.url });
  holder = new pg.Client({ connectionString: database.url });
  await aside.connect();
  await holder.connect();
  await aside.query('create table probe (id int primary key)');
});
afterAll(async () => {
  await aside.end();
  await holder.end();
  await proxy.close();
  await database.drop();
});
beforeEach(async () => {
  await proxy.setMode('pass');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  db = openDatabase({
    url: url.href,
    maxConnections: 1,
    applicationName: 'broken',
    connectionTimeoutMs: 10_000,
    onError: () => undefined,
  });
});
afterEach(async () => {
  await proxy.setMode('pass');
  await db.close();
  await holder.query('rollback');
  await aside.query('delete from probe');
});

/** What a statement throws, classified. */
const failureOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const found = storageUnavailabilityOf(error);
  return found && { code: found.code, mayHaveStored: found.mayHaveStored };
};
const NOTHING_STORED = { code: 'STORAGE_UNAVAILABLE', mayHaveStored: false };
const NOBODY_KNOWS = { code: 'STORAGE_UNAVAILABLE', mayHaveStored: true };

/** Blocks every write into the table, until the rollback. */
const lockProbe = () => holder.query('begin; lock table probe in access exclusive mode');
/** Resolves once a statement of ours waits for the lock. */
const untilItWaits = async () => {
  const waiting = `select pid from pg_stat_activity
    where application_name = 'broken' and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await aside.query<{ pid: number }>(waiting);
    if (rows[0]) return rows[0].pid;
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const insert = () => db.pool.query('insert into probe values (1)');

describe('nothing was stored where', () => {
  test('no connection can be had', async () => {
    await proxy.setMode('refuse');
    expect(await failureOf(insert())).toEqual(NOTHING_STORED);
    expect(
      await failureOf(inTransaction(db, ({ pool: client }) => client.query('select 1'))),
    ).toEqual(NOTHING_STORED);
  });

  test('no connection can be had through Prisma, in a transaction or not', async () => {
    await proxy.setMode('refuse');
    expect(await failureOf(db.prisma.user.count())).toEqual(NOTHING_STORED);
    expect(await failureOf(db.prisma.$transaction((tx) => tx.user.count()))).toEqual(
      NOTHING_STORED,
    );
  });

  test('all connections of the pool are taken for too long', async () => {
    const client = await db.pool.connect();
    try {
      expect(await failureOf(insert())).toEqual(NOTHING_STORED);
    } finally {
      client.release();
    }
  });

  test('the server refuses to write: a standby after a failover', async () => {
    await db.pool.query('set default_transaction_read_only = on');
    expect(await failureOf(insert())).toEqual(NOTHING_STORED);
  });

  test('the time of the statement was up', async () => {
    await db.pool.query("set statement_timeout = '50ms'");
    await lockProbe();
    expect(await failureOf(insert())).toEqual(NOTHING_STORED);
  });

  test('the line broke inside a transaction, before its commit', async () => {
    const lost = inTransaction(db, async ({ pool: client }) => {
      await client.query('insert into probe values (1)');
      proxy.cut();
      await client.query('select 1');
    });
    expect(await failureOf(lost)).toEqual(NOTHING_STORED);
    expect((await aside.query('select from probe')).rowCount).toBe(0);
  });
});

describe('nobody knows what was stored where', () => {
  test('the line broke while the statement was under way', async () => {
    await lockProbe();
    const failure = failureOf(insert());
    await untilItWaits();
    proxy.cut();
    expect(await failure).toEqual(NOBODY_KNOWS);
  });

  test('the line broke while a statement of Prisma was under way', async () => {
    await lockProbe();
    const failure = failureOf(db.prisma.$executeRaw`insert into probe values (1)`);
    await untilItWaits();
    proxy.cut();
    expect(await failure).toEqual(NOBODY_KNOWS);
  });

  test('the server ended the connection while the statement was under way', async () => {
    await lockProbe();
    const failure = failureOf(insert());
    await aside.query('select pg_terminate_backend($1)', [await untilItWaits()]);
    expect(await failure).toEqual(NOBODY_KNOWS);
  });

  test('the line broke while the transaction was being committed', async () => {
    await aside.query(`
      create function hold() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(7); return null; end $$;
      create constraint trigger held after insert on probe deferrable initially deferred
        for each row execute function hold()`);
    await holder.query('begin; select pg_advisory_xact_lock(7)');
    const failure = failureOf(
      inTransaction(db, ({ pool: client }) => client.query('insert into probe values (1)')),
    );
    await untilItWaits();
    proxy.cut();
    expect(await failure).toEqual(NOBODY_KNOWS);
    await holder.query('rollback');
    await aside.query('drop trigger held on probe; drop function hold');
  });
});

describe('what is wrong with a statement is no storage that is away:', () => {
  test.each(['select 1 / 0', 'insert into probe values (1), (1)', 'select from nowhere'])(
    '%s',
    async (text) => {
      expect(await failureOf(db.pool.query(text))).toBeNull();
      expect(
        await failureOf(inTransaction(db, ({ pool: client }) => client.query(text))),
      ).toBeNull();
    },
  );

  test('a missing file', async () => {
    const error = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
    expect(await failureOf(Promise.reject(error))).toBeNull();
  });
});

test('an error keeps what it comes from', async () => {
  await proxy.setMode('refuse');
  const error: unknown = await insert().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StorageUnavailableError);
  expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('a pool is used again as soon as the server is there', async () => {
  await proxy.setMode('refuse');
  expect(await failureOf(insert())).toEqual(NOTHING_STORED);
  await proxy.setMode('pass');
  expect((await insert()).rowCount).toBe(1);
});

test('a line that PostgreSQL does not serve any more is closed, and not one whose statement takes its time', async () => {
  const url = new URL(database.url);
  const { port } = url;
  url.host = `127.0.0.1:${proxy.port}`;
  const errors: string[] = [];
  const two = openDatabase({
    url: url.href,
    maxConnections: 2,
    applicationName: 'broken',
    onError: ({ message }) => errors.push(message),
  });
  await two.pool.query('select 1');
  proxy.leadTo(Number(port));
  await lockProbe();
  const unanswered = two.pool.query('select 1');
  const slow = two.pool.query('insert into probe values (1)');
  await expect(unanswered).rejects.toThrow('Connection terminated');
  expect(errors).toContain('1 connections were closed, which PostgreSQL does not serve any more');
  await untilItWaits();
  await holder.query('rollback');
  expect((await slow).rowCount).toBe(1);
  await two.close();
});
