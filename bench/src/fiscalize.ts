// `npm run bench:fiscalize`: what a fiscalized invoice costs each process, and how fast one register
// sells, against the two RSA signatures that nobody can avoid. One API, one worker, an authority that
// answers at once, everything on this machine. docs/performance.md says how to read it.

import { inParallel, percentile } from '@fiscal/testbed';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readOptions } from './options.ts';
import { cpuOf } from './process-costs.ts';
import { SALE } from './sample.ts';
import { createDrafts, openService } from './service.ts';
import type { Service } from './service.ts';
import { say } from './table.ts';

const options = readOptions({ invoices: 2_000, withoutRedis: false });
const COUNT = options.invoices;
const ALONE = 200;
const CLIENTS = 16;
const SIGNATURES_AT_ONCE = 4;

/**
 * CPU of two RSA-2048 signatures, milliseconds: the measure of everything else. It is taken again and
 * again beside what it measures, because a machine is not equally fast at all times.
 */
function measureSignatures(): { stop: () => number } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const data = randomBytes(2_000);
  let [signed, microseconds] = [0, 0];
  const timer = setInterval(() => {
    const begun = process.threadCpuUsage();
    for (let i = 0; i < SIGNATURES_AT_ONCE; i += 1) sign('sha256', data, privateKey);
    const { user, system } = process.threadCpuUsage(begun);
    signed += SIGNATURES_AT_ONCE;
    microseconds += user + system;
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return (2 * microseconds) / signed / 1_000;
    },
  };
}

interface Costs {
  atMs: number;
  api: number;
  worker: number;
  printing: number;
  postgres: number;
  redis: number;
  wal: number;
}

async function readCosts({ stack, cpuMsOf }: Service, db: pg.Client): Promise<Costs> {
  const worker = cpuOf(stack.processes.get('worker')?.pid ?? -1);
  const { rows } = await db.query<{ wal: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  );
  return {
    atMs: performance.now(),
    api: cpuMsOf('api'),
    worker: worker.ownMs,
    printing: worker.childrenMs,
    postgres: cpuMsOf('postgres'),
    redis: cpuMsOf('redis'),
    wal: rows[0]?.wal ?? 0,
  };
}

/** Asked for by the work that is left, which costs PostgreSQL next to nothing. */
async function untilFiscalized(db: pg.Client, count: number): Promise<void> {
  while ((await db.query('select from work limit 1')).rowCount !== 0) await sleep(20);
  const { rows } = await db.query<{ done: number }>(
    `select count(*)::int as done from invoice where status = 'Fiscalized'`,
  );
  if (rows[0]?.done !== count) throw new Error(`${rows[0]?.done} of ${count} are fiscalized`);
}

async function main(): Promise<void> {
  const service = await openService({ isWithoutRedis: options.withoutRedis });
  const { client, stack } = service;
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  try {
    const alone: number[] = [];
    for (let i = 0; i < ALONE; i += 1) {
      const begun = performance.now();
      await client.createAndPrint(SALE);
      alone.push(performance.now() - begun);
    }
    const ids = await createDrafts(service, SALE, COUNT);
    // What the drafts have left to be written and printed is not the sales'.
    await sleep(3_000);
    const signatures = measureSignatures();
    const before = await readCosts(service, db);
    await inParallel(ids, CLIENTS, (id) => client.fiscalize(id));
    await untilFiscalized(db, ids.length + ALONE);
    const after = await readCosts(service, db);
    report(signatures.stop(), before, after, alone);
  } finally {
    await db.end();
    await service.close();
  }
}

function report(signaturesMs: number, before: Costs, after: Costs, alone: number[]): void {
  const each = (read: (costs: Costs) => number) => (read(after) - read(before)) / COUNT;
  const workerMs = each(({ worker }) => worker);
  const seconds = (after.atMs - before.atMs) / 1_000;
  const at = (share: number) => percentile(alone.slice(20), share);
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  say(`${COUNT} invoices of 3 lines on one register, ${CLIENTS} clients`);
  say(`  two RSA-2048 signatures       ${ms(signaturesMs)} (the measure)`);
  say(
    `  worker CPU an invoice         ${ms(workerMs)} = ${(workerMs / signaturesMs).toFixed(1)} ×`,
  );
  say(`  PostgreSQL CPU an invoice     ${ms(each(({ postgres }) => postgres))}`);
  say(`  API CPU a fiscalize call      ${ms(each(({ api }) => api))}`);
  say(`  Redis CPU an invoice          ${ms(each(({ redis }) => redis))}`);
  say(`  printing CPU an invoice       ${ms(each(({ printing }) => printing))}`);
  say(`  WAL an invoice                ${(each(({ wal }) => wal) / 1_000).toFixed(1)} kB`);
  say(`  sales a second                ${(COUNT / seconds).toFixed(0)}`);
  say(`  one invoice alone             p50 ${ms(at(0.5))}, p99 ${ms(at(0.99))}`);
}

await main();
