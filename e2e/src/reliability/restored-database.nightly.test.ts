// The database comes back older than it was: its files are put back, or a standby is promoted that
// lacks the last commits. No number is registered twice: cash registers stand still, and say so,
// until their last numbers are confirmed.

import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createFiscalClient } from '@fiscal/client';
import type { Event } from '@fiscal/client';
import { controlOf, eventually, startEmbeddedPostgres, startStack } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { callerOf } from '../service/caller.ts';
import type { Body } from '../service/running-service.ts';
import { cancellationOf, nonCashInvoice } from '../service/running-service.ts';
import { recoverWith } from './recover-command.ts';

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'fiscal-restored-'));
const [data, backup, standby, oldPrimary] = ['postgres', 'backup', 'standby', 'old-primary'].map(
  (name) => join(directory, name),
) as [string, string, string, string];
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});
const stack = await startStack({
  directory,
  isDurable: false,
  environment: {
    LOG_LEVEL: 'error',
    EFI_ONLINE_BUDGET_MS: '15000',
    CREATE_AND_PRINT_WAIT_MS: '30000',
    LEASE_MS: '20000',
  },
});
const shop = callerOf({ stack }, stack.demo.testKey);

const sellOne = async () => (await shop.fiscalized()).invoiceNumber as string;
async function sell(count: number): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) numbers.push(await sellOne());
  return numbers;
}
const ordinalOf = (invoiceNumber: string) => Number(invoiceNumber.split('/')[1]);
const tcrCodeOf = (invoiceNumber: string) => invoiceNumber.split('/')[3]!;

/** Ends well: nothing is held afterwards. @returns what it prints. */
async function recover(...options: string[]): Promise<string> {
  const { stdout, code } = await recoverWith(stack.databaseUrl, ...options);
  expect(code).toBe(0);
  return stdout;
}

/** Something is held afterwards, as the live cash register of the demo. @returns what it prints. */
async function recoverPartly(...options: string[]): Promise<string> {
  const { stdout, code } = await recoverWith(stack.databaseUrl, ...options);
  expect(code).toBe(1);
  return stdout;
}

/** The authority's: every number once, none left out. */
async function expectWholeLedger(): Promise<void> {
  const { invoices } = await controlOf(stack.simulatorUrl)('GET', '/ledger');
  const ordinals = (invoices as { ordinal: number }[]).map(({ ordinal }) => ordinal);
  expect(ordinals.toSorted((a, b) => a - b)).toEqual(ordinals.map((_, index) => index + 1));
}

/** @returns the id of the sale that failed. */
async function expectHeld(): Promise<string> {
  const { body } = await eventually(
    () => shop.sell(nonCashInvoice()),
    ({ status }) => status !== 503,
  );
  expect(body).toMatchObject({ code: 'NUMBERS_UNCONFIRMED', retryable: true });
  expect(body.error).toContain('restored or replaced');
  return String(body.invoiceId);
}

async function query(text: string): Promise<Body[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Body>(text)).rows;
  } finally {
    await client.end();
  }
}

const stopPostgres = () => stack.processes.get('postgres')!.stop();

async function copyWhileStopped(to: string): Promise<void> {
  await stopPostgres();
  // With owners and modes, which PostgreSQL looks at.
  await run('cp', ['-a', data, to]);
  await stack.restart('postgres');
}

async function putInPlace(copy: string): Promise<void> {
  rmSync(data, { recursive: true });
  await run('mv', [copy, data]);
  await stack.restart('postgres');
}

/** Follows the events as a client does that keeps its cursor in memory. */
function follow() {
  const client = createFiscalClient({ baseUrl: stack.apiUrl, apiKey: stack.demo.testKey });
  const closing = new AbortController();
  const seen: Event[] = [];
  const outdated: string[] = [];
  let kept: string | null = null;
  const cursor = {
    read: () => Promise.resolve(kept),
    write: (next: string) => Promise.resolve(void (kept = next)),
  };
  const following = (async () => {
    const onOutdated = (from: string) => outdated.push(from);
    const events = client.events({ cursor, onOutdated, signal: closing.signal });
    for await (const event of events) seen.push(event);
  })().catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  const close = () => {
    closing.abort();
    return following;
  };
  return { seen, outdated, close };
}

test('files that are put back are noticed by the workers that sold since', async () => {
  const follower = follow();
  await sell(2);
  await eventually(
    () => Promise.resolve(follower.seen),
    (seen) => seen.length >= 2,
  );
  await copyWhileStopped(backup);
  const lostSale = await shop.fiscalized();
  const lost = [lostSale.invoiceNumber as string, ...(await sell(2))];
  await stopPostgres();
  await putInPlace(backup);
  await expectHeld();
  expect(await recoverPartly()).toContain(`test/${tcrCodeOf(lost[0]!)}`);
  // The list of what was sold, wherever it comes from.
  const list = join(directory, 'sold.csv');
  writeFileSync(list, lost.map((number) => `${number};12,50\n`).join(''));
  const because = ['--because', 'the export of noon'];
  expect(await recoverPartly('--ledger', list, '--environment', 'test', ...because)).toContain(
    `goes on after 5, 3 invoices of which are not in this database`,
  );
  const { id, invoiceNumber } = await shop.fiscalized();
  expect(ordinalOf(invoiceNumber as string)).toBe(6);
  // Extensions §1: what was lost by a restore can be cancelled, as the authority knows it.
  await query('update company set originals_from_elsewhere = true');
  await eventually(
    () => shop.draft(cancellationOf(lostSale)),
    ({ status }) => status === 201,
  );
  expect(await shop.fiscalized(cancellationOf(lostSale))).toMatchObject({
    status: 'Fiscalized',
    original: { id: lostSale.iic, source: 'authority' },
  });
  await expectWholeLedger();
  // A client that follows the events goes on with what comes.
  await eventually(
    () => Promise.resolve(follower.seen),
    (seen) => seen.some(({ invoiceId }) => invoiceId === id),
  );
  // Once for the files that were put back, and once more where it read between that and the moment
  // when a worker noticed it, which makes another place.
  expect([1, 2]).toContain(follower.outdated.length);
  await follower.close();
});

/** @returns the ordinal after which the copy ends, and the last number that it lacks. */
async function putBackWhileEveryWorkerIsStopped() {
  const before = ordinalOf(await sellOne());
  await copyWhileStopped(backup);
  const lost = (await sell(2)).at(-1)!;
  await stack.processes.get('worker')!.stop();
  await stopPostgres();
  await putInPlace(backup);
  return { before, lost };
}

async function confirmLast(lost: string): Promise<void> {
  const last = `test/${tcrCodeOf(lost)}=${ordinalOf(lost)}`;
  await recoverPartly('--last', last, '--because', 'the last receipt of the till');
  expect(ordinalOf(await sellOne())).toBe(ordinalOf(lost) + 1);
  await expectWholeLedger();
}

test('files that are put back while every worker is stopped are noticed by the next worker', async () => {
  const { before, lost } = await putBackWhileEveryWorkerIsStopped();
  await stack.restart('worker');
  const held = await eventually(
    async () => (await recoverWith(stack.databaseUrl)).stdout,
    (said) => said.includes('last number here'),
  );
  expect(held).toContain(`last number here ${before}`);
  await expectHeld();
  await confirmLast(lost);
});

test('files that are put back with the Redis are noticed once it is reported', async () => {
  const { before, lost } = await putBackWhileEveryWorkerIsStopped();
  const redis = new Redis(stack.redisUrl!);
  await redis.flushall();
  await redis.quit();
  expect(await recoverPartly('--rolled-back')).toContain(`last number here ${before}`);
  await stack.restart('worker');
  await expectHeld();
  await confirmLast(lost);
});

test('a standby that has every commit goes on where the primary ended, once it is reported', async () => {
  const lastSold = ordinalOf(await sellOne());
  await stopPostgres();
  // What a primary that has ended leaves is what its synchronous standby has.
  writeFileSync(join(data, 'data/standby.signal'), '');
  await stack.restart('postgres');
  await query('select pg_promote()');
  const failed = await expectHeld();
  expect(await recover('--nothing-lost', '--because', 'synchronous standby')).toMatch(
    /^Confirmed \d+ cash registers as they stand\.$/m,
  );
  expect(await recover()).toBe('No cash register is suspended.\n');
  const { body } = await shop.fiscalize(failed);
  expect(body).toMatchObject({ status: 'Fiscalized', orderNumber: lastSold + 1 });
  await expectWholeLedger();
});

test('a standby that lacks the last commits is noticed by itself, and no process is restarted', async () => {
  await copyWhileStopped(standby);
  const { port, password, username } = new URL(stack.databaseUrl);
  const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  appendFileSync(join(standby, 'data/postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  writeFileSync(join(standby, 'data/standby.signal'), '');
  const host = { logs: directory, runDirectory: directory, onDeath: () => undefined };
  const following = await startEmbeddedPostgres(host, {
    directory: standby,
    isDurable: false,
    database: 'fiscal',
  });
  const replicated = ordinalOf((await sell(2)).at(-1)!);
  await eventually(
    () => query('select 1 from pg_stat_replication where replay_lsn = pg_current_wal_lsn()'),
    (rows) => rows.length > 0,
  );
  await following.process?.stop();
  const lastSold = ordinalOf((await sell(3)).at(-1)!);
  stack.processes.get('postgres')!.kill('SIGKILL');
  await stopPostgres();
  await run('cp', ['-a', data, oldPrimary]);
  await putInPlace(standby);
  await query('select pg_promote()');
  await expectHeld();
  const held = await recoverPartly();
  expect(held).toContain(`last number here ${replicated}`);
  const [, tcrCode] = /test\/(\w+)/.exec(held) ?? [];
  expect(lastSold).toBe(replicated + 3);
  const last = `test/${tcrCode}=${lastSold}`;
  await recoverPartly('--last', last, '--because', 'the last receipt of the till');
  expect(ordinalOf(await sellOne())).toBe(lastSold + 1);
  await expectWholeLedger();

  // It never followed the new one: everything that it knows is confirmed.
  await stopPostgres();
  await putInPlace(oldPrimary);
  await expectHeld();
});
