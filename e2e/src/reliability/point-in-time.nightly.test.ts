// The database as it was at a time, from a base backup and the archived write-ahead log, as
// docs/operators-guide.md says. A cash register that was added after that time is not in it, and
// has numbers at the authority all the same.

import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { controlOf, eventually, startStack } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { done, openPanel } from '../admin/panel-browser.ts';
import { callerOf } from '../service/caller.ts';
import type { Caller } from '../service/caller.ts';
import type { Body } from '../service/running-service.ts';
import { recoverWith } from './recover-command.ts';

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'fiscal-instant-'));
const [data, base, archive] = ['postgres', 'base', 'archive'].map((name) =>
  join(directory, name),
) as [string, string, string];
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});
const stack = await startStack({
  directory,
  isDurable: false,
  isWithoutRedis: true,
  environment: { LOG_LEVEL: 'error' },
});
const shop = callerOf({ stack }, stack.demo.testKey);
const panel = await openPanel({ stack });

async function withClient<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
const query = async (text: string) =>
  withClient(async (client) => (await client.query<Body>(text)).rows);
const configure = (folder: string, settings: Record<string, string>) => {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(folder, 'data/postgresql.auto.conf'), lines.join(''));
};
const postgres = () => stack.processes.get('postgres')!;

async function openArchive(): Promise<void> {
  mkdirSync(archive);
  // PostgreSQL may run as another user.
  chmodSync(archive, 0o777);
  await postgres().stop();
  configure(data, {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  await stack.restart('postgres');
}

/** As pg_basebackup makes it, which the embedded server has not. */
async function backUp(): Promise<void> {
  await withClient(async (client) => {
    await client.query(`select pg_backup_start('base', true)`);
    await run('cp', ['-a', data, base]);
    const { rows } = await client.query<Body>('select labelfile from pg_backup_stop()');
    writeFileSync(join(base, 'data/backup_label'), String(rows[0]?.labelfile));
    rmSync(join(base, 'data/postmaster.pid'));
  });
}

async function untilArchived(): Promise<void> {
  const [{ file } = {}] = await query('select pg_walfile_name(pg_switch_wal()) as file');
  await eventually(
    () => query(`select last_archived_wal >= '${file}' as is_there from pg_stat_archiver`),
    ([row]) => row?.is_there === true,
  );
}

async function goBackTo(instant: string): Promise<void> {
  await postgres().stop();
  rmSync(data, { recursive: true });
  await run('mv', [base, data]);
  configure(data, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: instant,
    recovery_target_action: 'promote',
  });
  writeFileSync(join(data, 'data/recovery.signal'), '');
  await stack.restart('postgres');
  await eventually(
    () => query('select pg_is_in_recovery() as is_behind'),
    ([row]) => row?.is_behind === false,
  );
}

const ordinalsOf = async (caller: Caller, count: number) => {
  const ordinals: number[] = [];
  while (ordinals.length < count) ordinals.push(Number((await caller.fiscalized()).orderNumber));
  return ordinals;
};

/** The authority gives a TCR that it knows its old code again. */
async function addRegister(company: string): Promise<{ tcrCode: string; caller: Caller }> {
  const { cashRegisters } = await done(panel.get(`${company}/cash-registers?environment=test`));
  const { businessUnitCode, softwareCode, operatorCode, maintainerCode } = (
    cashRegisters as Body[]
  )[0]!;
  const codes = { businessUnitCode, softwareCode, operatorCode, maintainerCode };
  const added = { environment: 'test', name: 'Nova kasa', internalId: '77', ...codes };
  const { id } = await done(panel.post(`${company}/cash-registers`, added));
  const { tcrCode } = await done(
    panel.post(`${company}/cash-registers/${String(id)}/register-tcr`),
  );
  const bound = { environment: 'test', name: 'Nova kasa', cashRegisterId: id };
  const { key } = await done(panel.post(`${company}/api-keys`, bound));
  return { tcrCode: String(tcrCode), caller: callerOf({ stack }, String(key)) };
}

async function exported(company: string): Promise<string> {
  const file = join(directory, 'export.csv');
  const { text } = await panel.get(`${company}/invoices/export?environment=test&format=csv`);
  writeFileSync(file, text);
  return file;
}

/** The authority's: every number of each cash register once, none left out. */
async function expectWholeLedgers(): Promise<void> {
  const { invoices } = await controlOf(stack.simulatorUrl)('GET', '/ledger');
  const sold = invoices as { tcrCode: string; ordinal: number }[];
  for (const row of Map.groupBy(sold, ({ tcrCode }) => tcrCode).values()) {
    const ordinals = row.map(({ ordinal }) => ordinal).toSorted((a, b) => a - b);
    expect(ordinals).toEqual(ordinals.map((_, index) => index + 1));
  }
}

test('a time before a cash register was added: no number of either is given twice', async () => {
  const company = `/companies/${String((await query('select id from company'))[0]?.id)}`;
  await openArchive();
  await backUp();
  const before = (await ordinalsOf(shop, 2)).at(-1)!;
  const [{ instant } = {}] = await query('select clock_timestamp()::text as instant');
  const lost = (await ordinalsOf(shop, 3)).at(-1)!;
  const added = await addRegister(company);
  await ordinalsOf(added.caller, 2);
  const file = await exported(company);
  await untilArchived();
  await goBackTo(String(instant));

  const failed = await eventually(
    () => shop.sell(),
    ({ status }) => status !== 503,
  );
  expect(failed.body).toMatchObject({ code: 'NUMBERS_UNCONFIRMED' });
  const because = ['--because', 'the export of the panel'];
  const said = await recoverWith(
    stack.databaseUrl,
    '--ledger',
    file,
    '--environment',
    'test',
    ...because,
  );
  expect(said.stdout).toContain(
    `goes on after ${lost}, ${lost - before} invoices of which are not in this database.`,
  );
  expect(said.stdout).toContain(
    `test/${added.tcrCode}: is on no cash register here; the one that gets it goes on after 2, 2 invoices`,
  );
  // The live cash register is not in the file.
  expect(said).toMatchObject({ code: 1, stdout: expect.stringContaining('  live/') });
  expect(await ordinalsOf(shop, 1)).toEqual([lost + 1]);
  const again = await addRegister(company);
  expect(again.tcrCode).toBe(added.tcrCode);
  expect(await ordinalsOf(again.caller, 1)).toEqual([3]);
  await expectWholeLedgers();
});
