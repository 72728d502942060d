// `migrate` on a database that it cannot bring up to date says what to do, and changes nothing.

import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { committedNames, MIGRATIONS } from './committed-migrations.ts';
import { migrate } from './migrate.ts';

const cluster = useTestDatabase();
let name: string;
let url: string;
let client: pg.Client;
let folder: string;
let said: string[];

/** An empty database, and the migrations of this release. */
beforeEach(async () => {
  name = `history_${randomUUID().slice(0, 8)}`;
  url = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
  await cluster.owner.pool.query(`create database ${name}`);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  folder = mkdtempSync(join(tmpdir(), 'fiscal-history-'));
  cpSync(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  said = [];
});
afterEach(async () => {
  await client.end();
  await cluster.owner.pool.query(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

const run = () =>
  migrate(url, { folder: pathToFileURL(`${folder}/`), onWait: (sentence) => said.push(sentence) });
const addMigration = (of: string, sql: string) => {
  mkdirSync(join(folder, of), { recursive: true });
  writeFileSync(join(folder, of, 'migration.sql'), sql);
};
const removeMigration = (of: string) => {
  rmSync(join(folder, of), { recursive: true });
};

/** Every table, column, privilege and function, and what is recorded. */
async function readState(): Promise<unknown> {
  const { rows } = await client.query(
    `select c.relname, c.relacl::text, a.attname, a.attacl::text, a.atttypid::regtype::text as type
     from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace order by 1, a.attnum`,
  );
  const { rows: functions } = await client.query(
    `select oid::regprocedure::text, md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  );
  const { rows: tables } = await client.query(
    `select to_regclass('_prisma_migrations') is not null as "isThere"`,
  );
  const recorded = tables[0].isThere
    ? (await client.query('select * from _prisma_migrations order by id')).rows
    : null;
  return { rows, functions, recorded };
}

const LATER = '29990101000000_later';
const BESIDE = '29990101000000_beside';

/**
 * By what the state came about, and what the sentence names; in all of them a migration is missing.
 */
const STATES: [string, () => Promise<void>, RegExp][] = [
  [
    'an edited file',
    async () => {
      await run();
      for (const each of await committedNames()) addMigration(each, 'select 1');
      addMigration(LATER, 'create table later (id bigint)');
    },
    /^The migration 20261126073000_first_schema.* was changed after it had been applied: .*Restore the file, or run `migrate` of the release that has it as it was/,
  ],
  [
    'a migration of another branch',
    async () => {
      addMigration(BESIDE, 'create table beside (id bigint)');
      await run();
      removeMigration(BESIDE);
      addMigration(LATER, 'create table later (id bigint)');
    },
    /^The database has the migrations 29990101000000_beside, which this release does not know, and lacks 29990101000000_later: .*Run `migrate` of a release that has all of them/,
  ],
  [
    'an older history that was squashed since',
    async () => {
      await run();
      for (const each of await committedNames()) removeMigration(each);
      addMigration(LATER, 'create table later (id bigint)');
    },
    /^The database was made by other migrations \(20261126073000_first_schema.*\), none of which this release has: .*run `migrate` of the release whose migrations these are, or name another database/,
  ],
  [
    'tables without a record of their migrations',
    async () => {
      await run();
      await client.query('drop table _prisma_migrations');
    },
    /^The database has tables \(api_key, .* and \d+ more\) and no record of the migrations that made them, .*name the right one, or an empty one.*restore it whole, with the table _prisma_migrations/,
  ],
  [
    'tables with an empty record',
    async () => {
      await run();
      await client.query('delete from _prisma_migrations');
    },
    /^The database has tables \(api_key, .*restore it whole/,
  ],
  [
    'tables of another program',
    async () => {
      await client.query('create table orders (id bigint)');
    },
    /^The database has tables \(orders\) and no record of the migrations that made them/,
  ],
];

test.each(STATES)('a database with %s is not upgraded: one sentence', async (_, make, words) => {
  await make();
  said = [];
  const before = await readState();
  const message = await run().then(
    () => 'it was upgraded',
    (error: unknown) => (error as Error).message,
  );
  expect(message).toMatch(words);
  expect(message).toMatch(/Nothing was changed\.$/);
  expect(message).not.toContain('\n');
  expect(said).toEqual([]);
  expect(await readState()).toEqual(before);
});

test('of a newer release it says so, changes nothing and is no failure: the way back runs it', async () => {
  addMigration(LATER, 'create table later (id bigint)');
  await run();
  removeMigration(LATER);
  await client.query('grant select on later to public');
  said = [];
  const before = await readState();
  expect(await run()).toEqual([]);
  expect(said).toEqual([
    expect.stringMatching(
      /^The database has the migration 29990101000000_later, which this release does not know: a newer release has migrated it\..*Nothing was changed\.$/,
    ),
  ]);
  expect(await readState()).toEqual(before);
});

test('an empty database, and one with objects of extensions alone, is migrated', async () => {
  await client.query('create extension if not exists pg_trgm with schema public');
  expect(await run()).toEqual(await committedNames());
  expect(await run()).toEqual([]);
  expect(said).toEqual([]);
});
