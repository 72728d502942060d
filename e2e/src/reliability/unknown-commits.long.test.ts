// Commits that wait: a synchronous standby is away, or a backend of PostgreSQL hangs at its commit
// while the lines of the API break. Tills without an externalId do as the guide says, over two API
// processes: none sells twice.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlOf, eventually, startStack } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { callerOf } from '../service/caller.ts';
import { cashInvoice, nonCashInvoice } from '../service/running-service.ts';

const directory = mkdtempSync(join(tmpdir(), 'fiscal-unknown-commits-'));
const stack = await startStack({
  directory,
  isDurable: false,
  isWithoutRedis: true,
  isProxied: true,
  environment: { LOG_LEVEL: 'error' },
});
const beside = await stack.startBeside('api', {});
const apis = [stack.apiUrl, beside.url];
afterAll(async () => {
  await beside.process.stop();
  await stack.stop();
  rmSync(directory, { recursive: true });
});
const shopAt = (attempt: number) =>
  callerOf({ stack: { apiUrl: apis[attempt % apis.length]! } }, stack.demo.testKey);

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Whether commits wait for a standby that is not there. */
async function setStandby(isAwaited: boolean): Promise<void> {
  const change = isAwaited ? `set synchronous_standby_names = 'nobody'` : 'reset all';
  await query(`alter system ${change}`);
  await query('select pg_reload_conf()');
  if (isAwaited) await untilCommitsWait();
}

/** PostgreSQL takes a setting up some time after the command. */
async function untilCommitsWait(): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    for (;;) {
      let isOver = false as boolean;
      const commit = client
        .query(`select pg_logical_emit_message(true, 'test', '')`)
        .finally(() => (isOver = true));
      while (!isOver) {
        const cancelled = await query(
          `select pg_cancel_backend(pid) from pg_stat_activity
           where pid = $1 and wait_event = 'SyncRep'`,
          [rows[0]!.pid],
        );
        if (cancelled.length > 0) {
          // The commit itself stands; only its wait has ended.
          await commit;
          return;
        }
      }
      await commit;
    }
  } finally {
    await client.end();
  }
}

/** What a till has seen of one sale. */
interface Sold {
  note: string;
  responses: string[];
  id: string;
}

/**
 * A sale as the guide says: after an unknown end the id is read, and only after 404 it is created
 * again.
 */
async function sell(note: string, attempt: number, isDraft: boolean): Promise<Sold> {
  const responses: string[] = [];
  for (let call = attempt; ; call++) {
    const shop = shopAt(call);
    const created = await (isDraft
      ? shop.draft(nonCashInvoice({ note }))
      : shop.createAndPrint(cashInvoice({ note })));
    responses.push(`create ${created.status} ${String(created.body.stored)}`);
    const { stored, id, invoiceId } = created.body as Record<string, string>;
    if (created.status < 300) return { note, responses, id: id! };
    if (stored === 'no') {
      await sleep(500);
      continue;
    }
    const read = await readUntilKnown(invoiceId!, call + 1, responses);
    if (read.status === 200) return { note, responses, id: invoiceId! };
  }
}

async function readUntilKnown(id: string, attempt: number, responses: string[]) {
  for (let call = attempt; ; call++) {
    const read = await shopAt(call).get(`/api/invoices/${id}`);
    responses.push(`read ${read.status} ${String(read.body.stored)}`);
    if (read.status !== 503) return read;
    await sleep(500);
  }
}

/** Every note is stored once, under the id that its till knows, and registered once. */
async function expectSoldOnce(sales: readonly Sold[], ofDrafts: number): Promise<void> {
  const notes = sales.map(({ note }) => note);
  const stored = await query<{ note: string; id: string }>(
    'select note, id from invoice where note = any($1) order by note',
    [notes],
  );
  expect(stored).toEqual(
    sales.map(({ note, id }) => ({ note, id })).toSorted((a, b) => (a.note < b.note ? -1 : 1)),
  );
  const open = `select id from invoice where note = any($1) and status = 'Pending'`;
  await eventually(
    () => query(open, [notes]),
    (rows) => rows.length === 0,
  );
  const issued = await query<{ iic: string }>(
    'select iic from invoice where note = any($1) and iic is not null',
    [notes],
  );
  expect(issued).toHaveLength(sales.length - ofDrafts);
  const { invoices } = await controlOf(stack.simulatorUrl)('GET', '/ledger');
  const registered = (invoices as { iic: string }[]).map(({ iic }) => iic);
  expect(new Set(registered).size).toBe(registered.length);
  const known = await query<{ count: number }>(
    'select count(*)::int as count from invoice where iic = any($1)',
    [registered],
  );
  expect(known).toEqual([{ count: registered.length }]);
}

const tillsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, attempt) =>
    sell(`${name} ${attempt}`, attempt, attempt % 4 === 3),
  );

test('a synchronous standby is away: no id is said not to be stored, and nothing is sold twice', async () => {
  expect((await shopAt(0).createAndPrint(cashInvoice())).body.status).toBe('Fiscalized');
  await setStandby(true);
  const selling = tillsOf('standby', 8);
  // Longer than a call waits for PostgreSQL: each till has read its id meanwhile.
  await sleep(40_000);
  const search = await shopAt(0).get('/api/invoices?note=standby%200');
  await setStandby(false);
  const backAt = performance.now();
  const sales = await Promise.all(selling);
  await expectSoldOnce(sales, 2);
  // Not ten minutes behind the horizon of the claims.
  expect(performance.now() - backAt).toBeLessThan(60_000);
  for (const { responses } of sales) {
    expect(responses).toContain('create 503 unknown');
    expect(responses).toContain('read 503 unknown');
    expect(responses).not.toContain('read 404 undefined');
  }
  expect(search.status).toBe(503);
});

test('backends hang at their commit while the lines of the API break: nothing is sold twice', async () => {
  await setStandby(true);
  const selling = tillsOf('hanging', 6);
  const hanging = await eventually(
    () =>
      query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event = 'SyncRep'
           and application_name = 'fiscal-api' and query like '%insert into invoice_content%'`,
      ),
    (rows) => rows.length >= 2,
  );
  for (const { pid } of hanging) process.kill(pid, 'SIGSTOP');
  stack.proxies!.postgres.cut();
  await setStandby(false);
  await sleep(15_000);
  const unknown = await query<{ id: string }>(`select id from invoice where note like 'hanging %'`);
  for (const { pid } of hanging) process.kill(pid, 'SIGCONT');
  const sales = await Promise.all(selling);
  await expectSoldOnce(sales, 1);
  // Those of the backends that hung were not there while the tills asked for them.
  expect(unknown.length).toBeLessThan(sales.length);
  expect(sales.flatMap(({ responses }) => responses)).toContain('read 503 unknown');
});
