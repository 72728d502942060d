// A connection keeps its prepared statements while a migration runs beside it. PostgreSQL refuses
// one whose result has other columns since (0A000, "cached plan must not change result type"), so
// none may return what it has not named.

import { beforeAll, expect, jest, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import * as real from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

const ROOT = new URL('..', import.meta.url);
const MODULES = globSync('*/*.ts', { cwd: ROOT.pathname }).filter(
  (file) => !/generated|testing|\.test\.ts$/.test(file),
);

const texts = new Map<string, string>();
type Make = (name: string | null, text: string, ...others: object[]) => unknown;
const noted =
  (make: Make): Make =>
  (name, text, ...others) => {
    if (name !== null) texts.set(name, real.numbered(text).text);
    return make(name, text, ...others);
  };
jest.unstable_mockModule('../connection/statement.ts', () => ({
  ...real,
  statement: Object.fromEntries(
    Object.entries(real.statement).map(([rows, make]) => [rows, noted(make as Make)]),
  ),
}));

// What is imported before the mock makes its statements unwatched.
const { useTestDatabase } = await import('../testing/open-test-database.ts');
const db = useTestDatabase({ maxConnections: 1 });
beforeAll(async () => {
  for (const file of MODULES) await import(new URL(file, ROOT).href);
});

/** What PostgreSQL says to a use of each on the one connection, where it does not plan it. */
async function refusalsOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; values: string }>(
    `select name, concat('(' || nullif(array_to_string(array_fill('null'::text,
       array[cardinality(parameter_types)]), ', '), '') || ')') as values
     from pg_prepared_statements where name = any($1)`,
    [[...texts.keys()]],
  );
  expect(rows.length).toBe(texts.size);
  const refusals: string[] = [];
  for (const { name, values } of rows) {
    await pool.query(`explain execute ${name} ${values}`).catch((error: unknown) => {
      refusals.push(`${name}: ${String(error)}`);
    });
  }
  return refusals;
}

test('every prepared statement is made by a function that is watched here', () => {
  const literal = /\bname: ?['"`][^'"`]*['"`],\s*text\b/;
  const isLiteral = (file: string) => literal.test(readFileSync(new URL(file, ROOT), 'utf8'));
  expect(MODULES.filter(isLiteral)).toEqual([]);
});

/** What is done with every sale. */
const OF_SALES = [
  'claim_sale',
  'store_signed_invoice',
  'answer_submission',
  'record_fiscalized',
  'record_fiscalized_and_claim_sale',
  'find_invoice',
  'find_record_states',
];

test('the statements of a sale open no month by themselves, but for the one that they write to', async () => {
  for (const name of OF_SALES) {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`there is no statement ${name}`);
    const { rows } = await db.owner.pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${text}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/(invoice_content|document|submission)_(first|\d{4})/);
  }
});

test('no prepared statement notices that a migration adds columns and values', async () => {
  const { pool } = db.owner;
  expect(texts.size).toBeGreaterThan(120);
  for (const [name, text] of texts) await pool.query(`prepare ${name} as ${text}`);
  expect(await refusalsOf(db.owner)).toEqual([]);
  const { rows } = await pool.query<{ change: string }>(
    `select format('alter table %s add column added_later text', oid::regclass) as change
     from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
     union all
     select format('alter type %s add value ''added_later''', oid::regtype)
     from pg_type where typtype = 'e' and typnamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { change } of rows) await pool.query(change);
  expect(await refusalsOf(db.owner)).toEqual([]);
});
