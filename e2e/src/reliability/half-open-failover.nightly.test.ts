// A standby is promoted, and the old primary is gone without a word: no line to it is ended, as
// where its machine or a rule of a firewall took it away. No process is restarted, and no call
// waits for a line that says nothing.

import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { controlOf, eventually, startEmbeddedPostgres, startStack } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { callerOf } from '../service/caller.ts';
import { cashInvoice } from '../service/running-service.ts';

const run = promisify(execFile);
const WAIT_MS = 30_000;
const directory = mkdtempSync(join(tmpdir(), 'fiscal-half-open-'));
const standby = join(directory, 'standby');
const stack = await startStack({
  directory,
  isDurable: false,
  isWithoutRedis: true,
  isProxied: true,
  environment: {
    LOG_LEVEL: 'warn',
    EFI_ONLINE_BUDGET_MS: '15000',
    CREATE_AND_PRINT_WAIT_MS: String(WAIT_MS),
  },
});
const shop = callerOf({ stack }, stack.demo.testKey);
let promoted: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
afterAll(async () => {
  await stack.stop();
  await promoted.process?.stop();
  rmSync(directory, { recursive: true });
});

async function query(url: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A standby that follows the primary. */
async function openStandby(): Promise<void> {
  await stack.processes.get('postgres')!.stop();
  // With owners and modes, which PostgreSQL looks at.
  await run('cp', ['-a', join(directory, 'postgres'), standby]);
  await stack.restart('postgres');
  const { port, password, username } = new URL(stack.databaseUrl);
  const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  appendFileSync(join(standby, 'data/postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  writeFileSync(join(standby, 'data/standby.signal'), '');
  const host = { logs: directory, runDirectory: directory, onDeath: () => undefined };
  const options = { directory: standby, isDurable: false, database: 'fiscal' };
  promoted = await startEmbeddedPostgres(host, options);
}

const isStreamedWhole = async () =>
  (
    await query(
      stack.databaseUrl,
      'select 1 from pg_stat_replication where replay_lsn = pg_current_wal_lsn()',
    )
  ).length > 0;

async function sell() {
  const begun = performance.now();
  const { status, body } = await shop.createAndPrint(cashInvoice());
  const word = String(body.code ?? body.status);
  return { status, word, tookMs: performance.now() - begun };
}

const untilSold = () => eventually(sell, ({ word }) => word === 'Fiscalized');

async function failOver(): Promise<void> {
  stack.proxies!.postgres.leadTo(Number(new URL(promoted.url).port));
  stack.processes.get('postgres')!.kill('SIGKILL');
  await query(promoted.url, 'select pg_promote()');
  const command = resolve(import.meta.dirname, '../../../packages/db/src/command.ts');
  const env = { ...process.env, DATABASE_URL: promoted.url };
  const because = ['--nothing-lost', '--because', 'the standby had replayed everything'];
  const args = ['--conditions=source', command, 'recover', ...because];
  expect((await run(process.execPath, args, { env })).stdout).toContain(
    'No cash register is suspended',
  );
}

/** The lines of its log that say so. */
const closedIn = (name: 'api' | 'worker') =>
  readFileSync(stack.processes.get(name)!.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('which PostgreSQL does not serve any more'));

test('lines without a server are closed, and waiting calls end with their work', async () => {
  await untilSold();
  await openStandby();
  await untilSold();
  await Promise.all(Array.from({ length: 40 }, () => shop.get('/api/invoices')));
  await eventually(isStreamedWhole, Boolean);
  await failOver();
  await untilSold();
  for (const name of ['api', 'worker'] as const) {
    expect(closedIn(name).length).toBeGreaterThan(0);
    expect(stack.livesOf(name)).toBe(1);
  }
  await eventually(
    () => fetch(`${stack.apiMonitoringUrl}/health/ready`),
    ({ status }) => status === 200,
  );
  const sales = await Promise.all(Array.from({ length: 10 }, sell));
  expect(sales.map(({ word }) => word)).toEqual(sales.map(() => 'Fiscalized'));
  expect(Math.max(...sales.map(({ tookMs }) => tookMs))).toBeLessThan(WAIT_MS / 2);
  const { invoices } = await controlOf(stack.simulatorUrl)('GET', '/ledger');
  const ordinals = (invoices as { ordinal: number }[]).map(({ ordinal }) => ordinal);
  expect(ordinals.toSorted((a, b) => a - b)).toEqual(ordinals.map((_, index) => index + 1));
});
