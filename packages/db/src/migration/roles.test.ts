import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { MIGRATIONS } from './committed-migrations.ts';
import { migrate } from './migrate.ts';
import { PRIVILEGES } from './privileges.ts';
import { decidedGrants, givePrivileges, linesOf, readGrants } from './roles.ts';
import {
  BOTH_MAY_NOT,
  API_MAY_NOT,
  NOT_ALLOWED,
  WORKER_MAY_NOT,
} from '../testing/forbidden-statements.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';

let db: OpenTestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  db = await openTestDatabase();
  owner = new pg.Client({ connectionString: db.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

const grants = async () => linesOf(await readGrants(owner));

describe('the privileges of the processes', () => {
  test('every table has its decision, and PostgreSQL’s catalogue says the same', async () => {
    const { rows } = await owner.query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition order by relname`,
    );
    expect(rows.map(({ relname }) => relname)).toEqual(Object.keys(PRIVILEGES).toSorted());
    expect(await grants()).toBe(linesOf(await decidedGrants(owner)));
  });

  test('a table that is made later may be touched by nobody until it is decided', async () => {
    await owner.query('create table later (id bigserial primary key)');
    for (const process of [db.api, db.worker]) {
      for (const statement of ['select from later', 'insert into later default values']) {
        await expect(process.pool.query(statement)).rejects.toMatchObject({ code: NOT_ALLOWED });
      }
    }
    await owner.query('drop table later');
  });

  test('are given by the next migration where they are missing, and taken from everybody', async () => {
    const before = await grants();
    await owner.query(
      `grant delete on audit_log to public; grant update (note) on invoice to public;
       revoke all on submission from fiscal_worker`,
    );
    expect(await grants()).not.toBe(before);
    await migrate(db.url);
    expect(await grants()).toBe(before);
  });

  test('that the release before has are left to it, and `migrate` says which', async () => {
    const before = await grants();
    await owner.query(
      `grant update on cash_register to fiscal_worker; grant delete on retry_batch to fiscal_api`,
    );
    const said: string[] = [];
    await migrate(db.url, { onWait: (sentence) => said.push(sentence) });
    await db.worker.pool.query('update cash_register set name = name where false');
    await db.api.pool.query('delete from retry_batch where false');
    expect(said).toEqual([
      expect.stringContaining('`revoke update on "cash_register" from fiscal_worker`'),
      expect.stringContaining('`revoke delete on "retry_batch" from fiscal_api`'),
    ]);
    // The next release takes one of them, and the columns that it still needs stay.
    const reason = 'the release before does not use it';
    await givePrivileges(owner, [
      { table: 'cash_register', role: 'fiscal_worker', privilege: 'update', reason },
    ]);
    await owner.query('revoke delete on retry_batch from fiscal_api');
    expect(await grants()).toBe(before);
  });

  test('come with the migration that makes their table, also where the next one fails', async () => {
    const before = await grants();
    const folder = mkdtempSync(join(tmpdir(), 'fiscal-privileges-'));
    cpSync(fileURLToPath(MIGRATIONS), folder, { recursive: true });
    const migrations = {
      '29990101000000_moved': `alter table rate_limit rename to rate_limit_before;
        create table rate_limit (like rate_limit_before)`,
      '29990101000001_failing': 'select 1 / 0',
    };
    for (const [name, sql] of Object.entries(migrations)) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'migration.sql'), sql);
    }
    const run = migrate(db.url, { folder: pathToFileURL(`${folder}/`) });
    await expect(run).rejects.toThrow('29990101000001_failing failed: division by zero');
    await db.api.pool.query('delete from rate_limit where false');
    await owner.query('drop table rate_limit; alter table rate_limit_before rename to rate_limit');
    await owner.query(`delete from _prisma_migrations where migration_name like '2999%'`);
    rmSync(folder, { recursive: true });
    expect(await grants()).toBe(before);
  });

  test('what somebody else was given on purpose is left alone by a migration', async () => {
    const role = `report_${db.api.pool.options.user ?? ''}`.slice(0, 60);
    await owner.query(`create role ${role}; grant select on invoice to ${role}`);
    await migrate(db.url);
    expect(await grants()).toContain(`${role}: select on invoice`);
    await owner.query(`revoke all on invoice from ${role}; drop role ${role}`);
  });

  test('neither role owns anything, may log in itself, or may do more than its grants', async () => {
    const { rows } = await owner.query(
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
              (select count(*)::int from pg_shdepend d
               where d.refobjid = r.oid and d.deptype = 'o') as owned,
              (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
       from pg_roles r where rolname in ('fiscal_api', 'fiscal_worker') order by rolname`,
    );
    const nothing = {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolcanlogin: false,
      rolreplication: false,
      rolbypassrls: false,
      owned: 0,
      memberships: 0,
    };
    expect(rows).toEqual([
      { rolname: 'fiscal_api', ...nothing },
      { rolname: 'fiscal_worker', ...nothing },
    ]);
  });
});

describe('PostgreSQL refuses', () => {
  test.each(BOTH_MAY_NOT)('the API and the worker: %s', async (statement) => {
    for (const process of [db.api, db.worker]) {
      await expect(process.pool.query(statement)).rejects.toMatchObject({ code: NOT_ALLOWED });
    }
  });
  test.each(API_MAY_NOT)('the API: %s', async (statement) => {
    await expect(db.api.pool.query(statement)).rejects.toMatchObject({ code: NOT_ALLOWED });
  });
  test.each(WORKER_MAY_NOT)('the worker: %s', async (statement) => {
    await expect(db.worker.pool.query(statement)).rejects.toMatchObject({ code: NOT_ALLOWED });
  });
  test('either process to become the owner or the other one', async () => {
    for (const [process, other] of [
      [db.api, 'fiscal_worker'],
      [db.worker, 'fiscal_api'],
    ] as const) {
      for (const role of [owner.user ?? '', other, 'pg_execute_server_program']) {
        const change = process.pool.query(`set role ${pg.escapeIdentifier(role)}`);
        await expect(change).rejects.toMatchObject({ code: NOT_ALLOWED });
      }
    }
  });
});
