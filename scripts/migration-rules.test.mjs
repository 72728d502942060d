// What a migration may not do while processes of the release before work on, and what it may
// (CONTRIBUTING.md). Without its rule each refused statement passes.

import { describe, expect, test } from '@jest/globals';
import { problemsOf } from './check-migrations.mjs';

const rulesOf = (sql) => problemsOf(sql).map(({ rule }) => rule);

describe('a migration is refused that', () => {
  test.each([
    [
      'rewrites a table',
      'add column code uuid default gen_random_uuid()',
      'adding-field-with-default',
    ],
    [
      'adds a column that older inserts lack',
      'add column code text not null',
      'adding-required-field',
    ],
    ['scans a table for nulls', 'alter column note set not null', 'adding-not-nullable-field'],
    ['scans it for a check', 'add constraint c check (year > 0)', 'constraint-missing-not-valid'],
    [
      'scans it for a key',
      'add constraint f foreign key (company_id) references company (id)',
      'constraint-missing-not-valid',
    ],
    [
      'locks another table for a key',
      'add column x uuid references company (id)',
      'adding-foreign-key-constraint',
    ],
    ['rewrites it for numbers', 'add column n bigserial', 'adding-serial-column'],
    ['does so without the word column', 'add "n" serial8', 'adding-serial-column'],
    ['scans it for the check of a column', 'add n int check (n > 0)', 'adding-checked-column'],
    [
      'scans it for one with a name, behind another column',
      "add column m numeric(9, 2), add column if not exists n text default lower(trim(',;')) constraint k check (n > '')",
      'adding-checked-column',
    ],
    [
      'locks another table for a key with a name',
      'add x uuid constraint k references company (id)',
      'adding-foreign-key-constraint',
    ],
    ['builds an index under its lock', 'add unique (note)', 'disallowed-unique-constraint'],
    [
      'validates in the transaction that has locked it',
      'add constraint c check (year > 0) not valid; alter table invoice validate constraint c',
      'constraint-missing-not-valid',
    ],
    ['changes a type', 'alter column note type varchar(3)', 'changing-column-type'],
    ['drops a column', 'drop column note', 'ban-drop-column'],
    ['lets a column be null', 'alter column note drop not null', 'ban-drop-not-null'],
    ['renames a column', 'rename column note to remark', 'renaming-column'],
    ['renames a table', 'rename to bill', 'renaming-table'],
  ])('%s', (_, change, rule) => {
    expect(rulesOf(`alter table invoice ${change};`)).toContain(rule);
  });

  test.each([
    ['drops a table', 'drop table invoice;', 'ban-drop-table'],
    [
      'stops writers for an index',
      'create index i on invoice (note);',
      'require-concurrent-index-creation',
    ],
    ['stops readers for an index', 'drop index i;', 'require-concurrent-index-deletion'],
    [
      'builds an index beside other statements, and so in a transaction',
      'alter table invoice add column x text; create index concurrently i on invoice (x);',
      'ban-concurrent-index-creation-in-transaction',
    ],
    [
      'leaves an index that no next try finds',
      'create index concurrently on invoice (note);',
      'unnamed-index',
    ],
    [
      'fails for ever where its drop was not noted',
      'drop index concurrently i;',
      'dropping-index-once',
    ],
    ['changes all rows', "update invoice set note = '';", 'changing-rows'],
    ['deletes many', '/* old */ delete from invoice where true;', 'changing-rows'],
    ['copies them', 'insert into tip (invoice_id)\n  select id from invoice;', 'changing-rows'],
    [
      'merges them',
      'merge into invoice using tip on true when matched then delete;',
      'changing-rows',
    ],
    ['makes a table of them', 'create table tip as select * from invoice;', 'changing-rows'],
    ['rewrites a table in order', 'cluster invoice using invoice_pkey;', 'rewriting-table'],
    ['rewrites it to a log', 'alter table invoice set logged;', 'rewriting-table'],
    ['rewrites it to none', 'alter table invoice set unlogged;', 'rewriting-table'],
    ['moves it', 'alter table invoice set tablespace other;', 'rewriting-table'],
    ['moves an index', 'alter index i set tablespace other;', 'rewriting-table'],
    ['empties a table', 'truncate invoice;', 'emptying-table'],
    ['locks a table', 'lock table invoice in share mode;', 'locking-table'],
    ['runs what no rule reads', 'do $$ begin update invoice set year = 1; end $$;', 'running-code'],
    ['names its language', 'DO language plpgsql $x$ begin end $x$', 'running-code'],
    ['ends with it', "select 1; do ' begin end '", 'running-code'],
    ['calls a function', 'create table t (); select fill_years();', 'running-code'],
    ['hides a change', 'with x as (delete from invoice returning id) table x;', 'running-code'],
    ['drops a function', 'drop function searched_form(text, text);', 'dropping-what-is-called'],
    [
      'drops a trigger',
      'drop trigger if exists invoice_changed on invoice;',
      'dropping-what-is-called',
    ],
    ['drops a view', 'drop view submission_answer;', 'dropping-what-is-called'],
    ['drops a type', 'drop type environment;', 'dropping-what-is-called'],
    [
      'renames a value',
      "alter type environment rename value 'test' to 'trial';",
      'renaming-what-is-called',
    ],
    [
      'renames a function',
      'alter function make_months() rename to months;',
      'renaming-what-is-called',
    ],
    ['drops a default', 'alter table invoice alter note drop default;', 'dropping-default'],
    ['takes a privilege', 'revoke update on invoice from fiscal_api;', 'revoking'],
    ['is no SQL', 'alter table;', 'syntax-error'],
  ])('%s', (_, sql, rule) => {
    expect(rulesOf(sql)).toContain(rule);
  });
});

test('a migration may add', () => {
  expect(
    rulesOf(`
      create table tip (id bigserial primary key, invoice_id uuid references invoice (id), amount numeric check (amount > 0));
      create index tip_invoice on tip (invoice_id);
      alter table invoice add column tip numeric;
      alter table invoice add column at timestamptz not null default now(), add column tags text[] not null default '{}';
      alter table invoice add column checked int, add column serial text; -- alter table t add n int check (n > 0)
      comment on table tip is 'alter table t add n bigserial';
      alter table invoice add column z int, add constraint z_is check (z > 0) not valid;
      alter table invoice add constraint tip_is check (tip > 0) not valid;
      alter type environment add value 'trial';
      insert into database_place (place) values ('select') on conflict do nothing;
      create or replace function f() returns void language sql as $$ update invoice set year = 1 $$;
      create or replace trigger t before update or delete on invoice for each row execute function f();
      alter table tip add constraint tip_of foreign key (invoice_id) references invoice (id)
        on delete cascade on update cascade not valid;
      grant select, update, delete on tip to fiscal_api;`),
  ).toEqual([]);
  expect(rulesOf('drop index concurrently if exists i;')).toEqual([]);
  expect(rulesOf('create index concurrently i on invoice (note);')).toEqual([]);
  expect(rulesOf('alter table invoice validate constraint tip_is;')).toEqual([]);
});

test('a problem has its line', () => {
  const sql =
    "-- it's ;\nalter table invoice\n  add column a int,\n  add column n int\n    check (n > 0);";
  expect(problemsOf(sql)).toMatchObject([{ rule: 'adding-checked-column', line: 5 }]);
});

describe('what the release before no longer reads', () => {
  const drop = 'alter table invoice drop column note;';

  test('may be dropped by a migration that says why', () => {
    expect(rulesOf(`-- contract: 1.4 was the last to read it\n${drop}`)).toEqual([]);
  });

  test.each([
    'drop trigger invoice_changed on invoice;',
    "alter type environment rename value 'test' to 'trial';",
    'alter table invoice alter note drop default;',
    'revoke update on invoice from fiscal_api;',
  ])('may be taken away so, too: %s', (sql) => {
    expect(rulesOf(`-- contract: 1.4 was the last to use it\n${sql}`)).toEqual([]);
  });

  test('may not be dropped without a reason', () => {
    expect(rulesOf(`-- contract:\n${drop}`)).toEqual(['ban-drop-column']);
  });

  test('excuses no lock', () => {
    const sql = '-- contract: 1.4 was the last to read it\ncreate index i on invoice (note);';
    expect(rulesOf(sql)).toEqual(['require-concurrent-index-creation']);
  });
});

test('what was reviewed is excused, and nothing else of that migration', () => {
  const sql = 'do $$ begin end $$;\nlock table invoice;';
  expect(rulesOf(`-- reviewed running-code: it does nothing\n${sql}`)).toEqual(['locking-table']);
  expect(rulesOf(`-- reviewed running-code:\n${sql}`)).toEqual(['locking-table', 'running-code']);
});
