// An upgrade from the code of an earlier commit to this code, and the way back (CONTRIBUTING.md),
// while shops sell: in one step, by waiting and by polling. The schema of the release that follows
// comes beside both: every table has a column more. No call fails, and the authority has each
// number once. Documents of the newer form wait wherever the older code is alone, and hold back no
// others. `--from=<ref>` says from which commit.

import { migrate, MIGRATIONS } from '@fiscal/db/migration';
import { besideOtherClone, controlOf, eventually } from '@fiscal/testbed';
import type { Beside, SeededRegister, Stack } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openBalancer } from '../roles/balancer.ts';
import { startSales, summarize } from '../drill/sales.ts';
import type { Call } from '../drill/sales.ts';
import { cashInvoice, nonCashInvoice } from '../service/invoices.ts';
import { openQueries } from '../service/owner-queries.ts';
import { runOf } from '../../../scripts/bootstrap/leftovers.mjs';
import { openNewerDocuments } from './newer-documents.ts';
import { olderCommit, openOlderClone } from './older-clone.ts';

const TILLS = 3;
const SALE_EVERY_MS = 900;
/** So many sales of each till end in a phase at least. */
const SALES_OF_PHASE = 3;
/** Every so many sales one is printed. */
const PDF_EVERY = 6;
/** A print that is not there yet is asked for again, as its response says. */
const EXPECTED = /^((PDF )?20\d|PDF 503 PDF_NOT_READY$)/;
const ROOT = join(import.meta.dirname, '../../..');

/** Of processes of either release. */
const environment = {
  LOG_LEVEL: 'warn',
  QUEUE_PREFIX: `test-${randomBytes(4).toString('hex')}`,
  // Few connections, so that each prepares every statement, and uses it again after the migration.
  DATABASE_POOL_SIZE: '4',
  EFI_ONLINE_BUDGET_MS: '15000',
  // Shorter than the time that the testbed gives an API to end: it finishes the calls that it has.
  CREATE_AND_PRINT_WAIT_MS: '8000',
  // A browser has the rest of the machine: on a busy one it is slow.
  PRINT_TIMEOUT_MS: '120000',
};

/**
 * By customers: in one step and with a list after it, or in two steps that wait or poll. Some print
 * their invoice, and the first one again. @param sold gets each id.
 */
function serving(sold: string[]) {
  return async (call: Call, customer: number) => {
    const isInOneStep = customer % 2 === 0;
    const id = String(
      isInOneStep
        ? (await call('cash/create-and-print', cashInvoice())).id
        : (await call('draft', nonCashInvoice())).id,
    );
    if (isInOneStep) await call('?limit=5');
    else await call(`${id}/fiscalize`, {}, customer % 4 === 1 ? 'wait=8' : '');
    await eventually(
      () => call(id),
      ({ status }) => status !== 'Pending',
      { everyMs: 200 },
    );
    if (customer % PDF_EVERY === 0) {
      for (const printed of [id, sold[0] ?? id]) {
        await eventually(
          () => call(`${printed}/pdf`),
          ({ code }) => code !== 'PDF_NOT_READY',
        );
      }
    }
    sold.push(id);
  };
}

type Kind = 'api' | 'worker';
type Start = (kind: Kind) => Promise<Beside>;

/** Two APIs and two workers of one release at a time, and the URLs of the APIs that get calls. */
interface Installation {
  rotation: Set<string>;
  running: Record<Kind, Beside[]>;
}

/**
 * The processes of the kind, each beside the one that it replaces, which gets no new call before it
 * is asked to end.
 */
async function replace({ rotation, running }: Installation, kind: Kind, start: Start) {
  for (const older of [...running[kind]]) {
    const newer = await start(kind);
    running[kind].push(newer);
    if (kind === 'api') rotation.add(newer.url);
    rotation.delete(older.url);
    await older.process.stop();
    running[kind].shift();
  }
}

async function readSchemaCheck(workerUrl: string) {
  const response = await fetch(`${workerUrl}/health/ready`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, schema: checks.schema };
}

/** On a busy machine a statement waits long for one of the few connections, and is made again. */
const BUSY = 'timeout exceeded when trying to connect';

/** The lines of processes in these folders that say that something broke. */
function errorLines(folders: string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => /\/(api|worker)[^/]*$/.test(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => /"level":[56]0|cached plan/.test(line) && !line.includes(BUSY));
}

const migrationsOf = (clone: string) =>
  readdirSync(join(clone, 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/**
 * The migrations of this clone and those of a release that follows it: every table gets a column,
 * and what is announced of an invoice another word.
 */
async function writeNextRelease(databaseUrl: string, folder: string): Promise<URL> {
  const { query, endQueries } = openQueries(databaseUrl);
  const tables = await query(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
     and relname <> '_prisma_migrations' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const [announcing] = await query(
    `select pg_get_functiondef('notify_invoice_changed'::regproc) as text`,
  );
  await endQueries();
  const migrations = [
    ...tables.map(({ name }) => `alter table "${String(name)}" add column added_later text;`),
    'create index concurrently invoice_added_later on invoice (added_later);',
    String(announcing?.text).replace('NEW.status)', `NEW.status, 'v2', NEW.created_at)`),
  ];
  cpSync(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  for (const [index, sql] of migrations.entries()) {
    const migration = join(folder, `29990101000000_${String(index).padStart(3, '0')}`);
    mkdirSync(migration);
    writeFileSync(join(migration, 'migration.sql'), sql);
  }
  return pathToFileURL(`${folder}/`);
}

/** The service as the older release starts it, with its own database, company and authority. */
async function openOlder(clone: string, directory: string) {
  // This clone's types: what is used of it has to stay as it is.
  const older = (await import(
    pathToFileURL(join(clone, 'packages/testbed/src/index.ts')).href
  )) as typeof import('@fiscal/testbed');
  const stack = await older.startStack({
    directory,
    environment,
    isDurable: false,
    workers: 2,
    redisUrl: process.env.TEST_REDIS_URL,
    isWithoutRedis: !process.env.TEST_REDIS_URL,
  });
  try {
    // Two more for documents of the newer form.
    const wanted = { name: 'Radnja d.o.o.', cashRegisters: TILLS + 2 };
    const { cashRegisters } = await older.addCompany(stack, wanted);
    return { stack, tills: cashRegisters };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function sellThrough(
  clone: string,
  stack: Stack,
  registers: SeededRegister[],
  directory: string,
) {
  const tills = registers.slice(0, TILLS);
  const { query, endQueries } = openQueries(stack.databaseUrl);
  const [plain, placed] = registers.slice(TILLS);
  const documents = openNewerDocuments(query, [plain!, placed!], tills[0]!);
  const beside = (kind: Kind) => stack.startBeside(kind, {});
  const part = (name: 'api' | 'worker' | 'worker-2', url: string) => ({
    url,
    process: stack.processes.get(name)!,
  });
  const api = [part('api', stack.apiUrl), await beside('api')];
  const worker = [part('worker', stack.workerUrl), part('worker-2', '')];
  /** Of the newer release, without customers. */
  const apart: Beside[] = [];
  const rotation = new Set(api.map(({ url }) => url));
  const installation = { rotation, running: { api, worker } };
  const newer = await besideOtherClone(stack, { directory, environment });
  const balancer = await openBalancer(rotation);
  const sold: string[][] = tills.map(() => []);
  const shops = tills.map(({ apiKey }) => ({ url: balancer.url, key: apiKey }));
  const selling = shops.map((shop, index) =>
    startSales(shop, SALE_EVERY_MS, serving(sold[index]!)),
  );
  const phase = async (name: string, step: () => Promise<unknown> = () => Promise.resolve()) => {
    for (const sales of selling) sales.begin(name);
    const before = sold.map(({ length }) => length);
    await step();
    await eventually(
      () => sold.map(({ length }, index) => length - before[index]!),
      (counts) => counts.every((count) => count >= SALES_OF_PHASE),
    );
  };
  try {
    await phase('the older release');
    const expected = migrationsOf(ROOT).filter((name) => !migrationsOf(clone).includes(name));
    await phase('migrations', async () => {
      expect(await migrate(stack.databaseUrl)).toEqual(expected);
      await documents.enter();
    });
    await phase('migrations of the release that follows', async () => {
      const folder = await writeNextRelease(stack.databaseUrl, join(directory, 'next'));
      const applied = await migrate(stack.databaseUrl, { folder });
      expect(applied.length).toBeGreaterThan(20);
      expected.push(...applied);
    });
    const newerApi = await newer('api');
    apart.push(newerApi);
    let waiting: Record<string, string> = {};
    await phase('workers replaced', async () => {
      await replace(installation, 'worker', newer);
      const ids = await documents.store(newerApi.url);
      await documents.expectRefused(installation.running.api[0]!.url, ids);
      await documents.request(newerApi.url, ids);
      await documents.expectRegistered(newerApi.url, ids);
      waiting = await documents.store(newerApi.url);
    });
    await phase('APIs replaced', () => replace(installation, 'api', newer));
    // The other way about: no worker is older than an API.
    await phase('APIs of the way back', () => replace(installation, 'api', beside));
    await documents.expectRefused(installation.running.api[0]!.url, waiting);
    await phase('workers of the way back', () => replace(installation, 'worker', beside));
    await documents.request(newerApi.url, waiting);
    await phase('the older release beside newer documents');
    await documents.expectUntouched(waiting);
    apart.push(await newer('worker'));
    await documents.expectRegistered(newerApi.url, waiting);
    for (const { url } of installation.running.worker) {
      const schema = expect.stringContaining(expected[0]!);
      expect(await readSchemaCheck(url)).toEqual({ status: 200, schema });
    }
    await Promise.all(selling.map((sales) => sales.stop()));
  } finally {
    await Promise.allSettled(selling.map((sales) => sales.stop()));
    await Promise.all([...api, ...worker, ...apart].map((each) => each.process.stop()));
    await endQueries();
    balancer.close();
  }
  return { sales: selling.flatMap(({ all }) => all), sold };
}

/** Of the authority: every sale of each till, under each number once. */
async function expectLedgers(stack: Stack, tills: SeededRegister[], sold: string[][]) {
  for (const [index, { tcrCode }] of tills.entries()) {
    const ledger = await controlOf(stack.simulatorUrl)('GET', `/ledger?tcrCode=${tcrCode}`);
    const ordinals = (ledger.invoices as { ordinal: number }[]).map(({ ordinal }) => ordinal);
    expect(ordinals.toSorted((a, b) => a - b)).toEqual(sold[index]!.map((_, at) => at + 1));
  }
}

const asked = process.env.UPGRADE_FROM;
const from = await olderCommit(asked).catch((error: unknown) => error as Error);
const isSkipped = from instanceof Error && asked === undefined;
if (isSkipped) process.stdout.write(`${from.message}\n`);

(isSkipped ? test.skip : test)(
  'an upgrade from the code of before, and the way back, fail no call and give each number once (needs the history of git)',
  async () => {
    if (from instanceof Error) throw from;
    const directory = mkdtempSync(join(runOf() ?? tmpdir(), 'versions-'));
    const [clone, older, newer] = ['clone', 'older', 'newer'].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    await openOlderClone(from, clone);
    mkdirSync(older);
    const { stack, tills } = await openOlder(clone, older);
    try {
      const { sales, sold } = await sellThrough(clone, stack, tills, newer);
      process.stdout.write(`from ${from.ref}, ${from.commit}:\n${summarize(sales)}\n`);
      const failed = sales.filter(({ response }) => !EXPECTED.test(response));
      const lines = errorLines([join(older, 'logs'), join(newer, 'logs')]);
      expect({ failed, lines }).toEqual({ failed: [], lines: [] });
      await expectLedgers(stack, tills.slice(0, TILLS), sold);
    } finally {
      await stack.stop();
      rmSync(directory, { recursive: true });
    }
  },
);
