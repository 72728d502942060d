// An upgrade while shops sell (CONTRIBUTING.md): the schema of the next release first, beside two
// APIs and two workers of the release before, then one process after the other. No call fails, and
// no sale is lost.

import { migrate, MIGRATIONS } from '@fiscal/db/migration';
import { atPace } from '@fiscal/testbed';
import { afterAll, expect, test } from '@jest/globals';
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
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openBalancer } from '../roles/balancer.ts';
import { callerOf } from '../service/caller.ts';
import type { Caller } from '../service/caller.ts';
import { cashInvoice, nonCashInvoice, openService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openTills } from './tills.ts';

const TILLS = 3;
const SALE_EVERY_MS = 300;

const service = await openService({
  prints: true,
  workers: 2,
  environment: {
    // Few connections, so that each prepares every statement, and uses it again after the
    // migration.
    DATABASE_POOL_SIZE: '2',
    // Shorter than the time that the testbed gives an API to end: it finishes the calls that it
    // has.
    CREATE_AND_PRINT_WAIT_MS: '8000',
  },
});
const { stack } = service;
const startBeside = () => stack.startBeside('api', {});
let beside = await startBeside();
/** The URLs of the APIs that get calls. */
const rotation = new Set([stack.apiUrl, beside.url]);
const balancer = await openBalancer(rotation);
const folder = mkdtempSync(join(tmpdir(), 'fiscal-upgrade-'));
afterAll(async () => {
  balancer.close();
  await beside.process.stop();
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Every table gets a column, and what is announced of an invoice gets another word. */
async function migrationsOfNextRelease(): Promise<string[]> {
  const tables = await service.query(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
     and relname <> '_prisma_migrations' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const [announcing] = await service.query(
    `select pg_get_functiondef('notify_invoice_changed'::regproc) as text`,
  );
  return [
    ...tables.map(({ name }) => `alter table "${String(name)}" add column added_later text;`),
    'create index concurrently invoice_added_later on invoice (added_later);',
    String(announcing?.text).replace('NEW.status)', `NEW.status, 'v2', NEW.created_at)`),
  ];
}

async function migrateToNextRelease(): Promise<void> {
  const migrations = await migrationsOfNextRelease();
  cpSync(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  for (const [index, sql] of migrations.entries()) {
    const migration = join(folder, `29990101000000_${String(index).padStart(3, '0')}`);
    mkdirSync(migration);
    writeFileSync(join(migration, 'migration.sql'), sql);
  }
  const applied = await migrate(stack.databaseUrl, { folder: pathToFileURL(`${folder}/`) });
  expect(applied).toHaveLength(migrations.length);
}

/**
 * One after the other; an API gets no new call before it is asked to end, as one that a proxy
 * leaves out.
 */
async function replaceProcesses(): Promise<void> {
  await stack.restart('worker');
  await stack.restart('worker-2');
  rotation.delete(stack.apiUrl);
  await stack.restart('api');
  rotation.add(stack.apiUrl);
  rotation.delete(beside.url);
  await beside.process.stop();
  beside = await startBeside();
  rotation.add(beside.url);
}

/** A shop that has an invoice whose PDF was printed before the upgrade. */
interface Shop extends Caller {
  printed: string;
}

async function openShop({ key }: Caller): Promise<Shop> {
  const shop = callerOf({ stack: { apiUrl: balancer.url } }, key);
  const { id } = await shop.fiscalized();
  expect((await shop.get(`/api/invoices/${String(id)}/pdf`)).status).toBe(200);
  return { ...shop, printed: String(id) };
}

/**
 * What shops do, until the signal. @returns the invoices, and how often each call was answered how.
 */
async function sell(shops: readonly Shop[], signal: AbortSignal) {
  const answers: Record<string, number> = {};
  const count = (answer: string) => (answers[answer] = (answers[answer] ?? 0) + 1);
  const noted = ({ status, body }: { status: number; body: unknown }, call: string) => {
    count(`${call} ${status}`);
    return body as Body;
  };
  async function serve(shop: Shop, isCash: boolean) {
    if (isCash) {
      noted(await shop.get(`/api/invoices/${shop.printed}/pdf`), 'pdf');
      const { id } = noted(await shop.createAndPrint(cashInvoice()), 'create-and-print');
      return { shop, id: String(id) };
    }
    const id = String(noted(await shop.draft(nonCashInvoice()), 'draft').id);
    noted(await shop.fiscalize(id).set('Prefer', 'wait=8'), 'fiscalize');
    noted(await shop.get(`/api/invoices/${id}`), 'read');
    noted(await shop.get('/api/invoices?limit=5'), 'list');
    return { shop, id };
  }
  let customers = 0;
  function* coming() {
    for (;;) yield (customers += 1);
  }
  const sales = await atPace(
    coming(),
    SALE_EVERY_MS,
    (customer) =>
      serve(shops[customer % shops.length]!, customer % 2 === 0).catch((error: unknown) => {
        count(String(error));
        return null;
      }),
    signal,
  );
  return { sales: sales.filter((sale) => sale !== null), answers };
}

/** The lines of all processes, also of those that have ended, that say that something broke. */
function errorLines(): string[] {
  const logs = dirname(beside.process.logFile);
  return readdirSync(logs)
    .filter((name) => /^(api|worker)/.test(name))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
    .filter((line) => /"level":[56]0|cached plan/.test(line));
}

test('no call fails while the schema grows and every process is replaced, and no sale is lost', async () => {
  const nextTill = await openTills(service, TILLS);
  const tills = Array.from({ length: TILLS }, nextTill);
  const shops = await Promise.all(tills.map(openShop));
  const upgraded = new AbortController();
  const selling = sell(shops, upgraded.signal);
  await migrateToNextRelease()
    .then(replaceProcesses)
    .finally(() => {
      upgraded.abort();
    });
  const { sales, answers } = await selling;

  // 202 where the outcome did not come while the call waited.
  const expected =
    /^(create-and-print 20[12]|pdf 200|draft 201|fiscalize 20[02]|read 200|list 200)$/;
  const unexpected = Object.keys(answers).filter((answer) => !expected.test(answer));
  expect({ unexpected, lines: errorLines() }).toEqual({ unexpected: [], lines: [] });
  for (const { shop, id } of sales) await shop.until(id, 'Fiscalized');
  const registered = await Promise.all(
    tills.map(async (till) => {
      const { invoices } = (await till.ledger()) as { invoices: { ordinal: number }[] };
      const ordinals = invoices.map(({ ordinal }) => ordinal).toSorted((a, b) => a - b);
      expect(ordinals).toEqual(ordinals.map((_, index) => index + 1));
      return ordinals.length;
    }),
  );
  expect(registered.reduce((sum, count) => sum + count, 0)).toBe(sales.length + TILLS);
  expect(sales.length).toBeGreaterThan(20);
});
