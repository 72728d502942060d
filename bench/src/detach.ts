// `npm run bench:detach`: how long a month takes to leave, and what sales notice of it, with rows
// over sixty months. The rows are short: what is looked at is their number. Ends with 1 where a
// sale is not Fiscalized or a call fails.

import { atPace, percentile } from '@fiscal/testbed';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { readOptions } from './options.ts';
import { SALE } from './sample.ts';
import { openService } from './service.ts';
import type { Service } from './service.ts';
import { say, textOfTimes } from './table.ts';

const options = readOptions({ rows: 10_000_000, perSecond: 20, seconds: 30 });
const MONTHS = 60;
const TABLES = ['document', 'submission', 'invoice_content'];
/** Of the months from January 2020 on. */
const DETACHED = ['2020-01', '2020-02', '2020-03'];
const COMMAND = fileURLToPath(new URL('../../packages/db/dist/command.js', import.meta.url));

const monthAt = (index: number) => new Date(Date.UTC(2020, index, 1)).toISOString();

/** The first part begins after sixty months that have a part each. */
async function makePastMonths(db: pg.Client): Promise<void> {
  const idAt = async (at: string | Date) =>
    (await db.query<{ id: string }>('select first_uuid($1) as id', [at])).rows[0]?.id ?? '';
  for (const table of TABLES) {
    const { rows } = await db.query<{ ends: Date }>(
      'select ends from stored_months() where part_name = $1',
      [`${table}_first`],
    );
    const ends = await idAt(rows[0]?.ends ?? '');
    await db.query(
      `alter table ${table} detach partition ${table}_first;
       alter table ${table} attach partition ${table}_first
         for values from ('${await idAt(monthAt(MONTHS))}') to ('${ends}')`,
    );
    for (let index = 0; index < MONTHS; index += 1) {
      const name = `${table}_${monthAt(index).slice(0, 7).replace('-', '_')}`;
      const [from, to] = [await idAt(monthAt(index)), await idAt(monthAt(index + 1))];
      await db.query(
        `create table ${name} partition of ${table} for values from ('${from}') to ('${to}')`,
      );
    }
  }
}

/** So many invoices in a month, spread over it, each with a row in every table. */
const FILL = `
  with shop as (
    select company_id, id as cash_register_id from cash_register where environment = 'test' limit 1
  ), made as materialized (
    select overlay(first_uuid(at)::text placing lpad(to_hex(n), 12, '0') from 25)::uuid as id, at, n
    from generate_series(1, $2::int) n,
      lateral (select $1::timestamptz + n * interval '27 days' / $2 as at) at
  ), invoices as (
    insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
      type_of_invoice, payment_method, order_number, invoice_number, issued_at, iic, iic_signature, fic,
      created_at, updated_at)
    select id, company_id, 'test', cash_register_id, 'Fiscalized', 'INVOICE', 'Cash', 'BANKNOTE', 0,
      'n/' || id, at, upper(md5(id::text)), '', id::text, at, at
    from made, shop
  ), contents as (
    insert into invoice_content (invoice_id, request, computed, warnings, seller)
    select id, '{"items":[]}', '{"totals":{"total":"1.21"}}', '[]', '{}' from made
  ), messages as (
    insert into submission (id, kind, invoice_id, cash_register_id, certificate_id, request_uuid,
      send_date_time, request, created_at, outcome)
    select id, 'invoice', id, cash_register_id, id, id, '', '<Request/>', at, 'registered' from made, shop
  )
  insert into document (id, invoice_id, fic, sha256, pdf, created_at)
  select id, id, id::text, '', '%PDF', at from made`;

async function fill(db: pg.Client): Promise<void> {
  // No announcement of millions of prints.
  await db.query('set session_replication_role = replica');
  const invoices = Math.round(options.rows / MONTHS / TABLES.length);
  for (let index = 0; index < MONTHS; index += 1) await db.query(FILL, [monthAt(index), invoices]);
  await db.query('set session_replication_role = origin');
  await db.query('vacuum (analyze) invoice, submission, invoice_content, document');
}

/** Sales that were no success, by what came of them. */
const failed = new Map<string, number>();

/** The times of sales that come at a pace, meanwhile. */
async function sell({ client }: Service, signal?: AbortSignal): Promise<number[]> {
  const sales = Array.from({ length: options.perSecond * options.seconds }, () => SALE);
  return atPace(
    sales,
    1_000 / options.perSecond,
    async (sale, due) => {
      const outcome = await client.createAndPrint(sale).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
      if (outcome !== 'Fiscalized') failed.set(outcome, (failed.get(outcome) ?? 0) + 1);
      return performance.now() - due;
    },
    signal,
  );
}

async function detach({ stack }: Service, month: string): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)(
    process.execPath,
    [COMMAND, 'months', 'detach', month, '--immovables', 'none of them'],
    { env: { DATABASE_URL: stack.databaseUrl } },
  );
  return performance.now() - begun;
}

async function main(): Promise<void> {
  const service = await openService();
  const db = new pg.Client({ connectionString: service.stack.databaseUrl });
  await db.connect();
  try {
    await makePastMonths(db);
    await fill(db);
    const { rows } = await db.query<{ rows: number; gb: number }>(
      `select sum(c.reltuples)::float8 as rows, pg_database_size(current_database()) / 1e9 as gb
       from stored_months() join pg_class c on c.oid = part_name::regclass where c.reltuples > 0`,
    );
    say(`${rows[0]?.rows} rows in ${MONTHS} months, ${Number(rows[0]?.gb).toFixed(1)} GB`);
    await sell(service);
    const before = await sell(service);
    const p99Before = percentile(before, 0.99);
    const ratioOf = (times: number[]) =>
      `${times.length} sales, ${textOfTimes(times)}, p99 ${(percentile(times, 0.99) / p99Before).toFixed(2)} × before`;
    say(`  before                    ${ratioOf(before)}`);
    for (const month of DETACHED) {
      const ended = new AbortController();
      const during = sell(service, ended.signal);
      const tookMs = await detach(service, month);
      ended.abort();
      say(`  ${month} detached in ${tookMs.toFixed(0).padStart(6)} ms, ${ratioOf(await during)}`);
    }
    say(`  after                     ${ratioOf(await sell(service))}`);
    for (const [outcome, count] of failed) say(`  ${count} sales ended with ${outcome}`);
    if (failed.size > 0) process.exitCode = 1;
    else say('  every sale was Fiscalized');
  } finally {
    await db.end();
    await service.close();
  }
}

await main();
