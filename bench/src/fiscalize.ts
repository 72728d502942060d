// `npm run bench:fiscalize`: what a fiscalized invoice costs each process, and how fast one register
// sells, against the two RSA signatures that nobody can avoid. One API, one worker, an authority that
// answers at once, everything on this machine. docs/performance.md says how to read it.

import type { Stack } from '@fiscal/testbed';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cpuOf } from './process-costs.ts';
import { SALE_BODY } from './sample.ts';
import { openService } from './service.ts';

const { values: options } = parseArgs({
  options: {
    invoices: { type: 'string', default: '2000' },
    'without-redis': { type: 'boolean', default: false },
  },
});
const COUNT = Number(options.invoices);
const ALONE = 200;
const CLIENTS = 16;
const SIGNATURES_AT_ONCE = 4;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

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

function caller(stack: Stack) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  const headers = {
    Authorization: `Bearer ${stack.demo.testKey}`,
    'Content-Type': 'application/json',
  };
  return (path: string, body = ''): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const options = { method: 'POST', agent, headers };
      const request = http.request(new URL(path, stack.apiUrl), options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      request.on('error', reject);
      request.end(body);
    });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const client = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
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

async function readCosts(stack: Stack, db: pg.Client): Promise<Costs> {
  const pid = (name: string) => stack.processes.get(name)?.pid ?? -1;
  const worker = cpuOf(pid('worker'));
  const postgres = cpuOf(pid('postgres'));
  const { rows } = await db.query<{ wal: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  );
  return {
    atMs: performance.now(),
    api: cpuOf(pid('api')).ownMs,
    worker: worker.ownMs,
    printing: worker.childrenMs,
    postgres: postgres.ownMs + postgres.childrenMs,
    redis: cpuOf(pid('redis')).ownMs,
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
  const { stack, close } = await openService({ isWithoutRedis: options['without-redis'] });
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  try {
    const post = caller(stack);
    const alone: number[] = [];
    for (let i = 0; i < ALONE; i += 1) {
      const begun = performance.now();
      const { status } = await post('/api/invoices/cash/create-and-print', SALE_BODY);
      if (status !== 201) throw new Error(`create-and-print answered ${status}`);
      alone.push(performance.now() - begun);
    }
    const ids: string[] = [];
    await inParallel(
      Array.from({ length: COUNT }).map((_, index) => index),
      async () => {
        const { text } = await post('/api/invoices/draft', SALE_BODY);
        ids.push((JSON.parse(text) as { id: string }).id);
      },
    );
    // What the drafts have left to be written and printed is not the sales'.
    await sleep(3_000);
    const signatures = measureSignatures();
    const before = await readCosts(stack, db);
    await inParallel(ids, async (id) => {
      const { status } = await post(`/api/invoices/${id}/fiscalize`);
      if (status !== 202 && status !== 200) throw new Error(`fiscalize answered ${status}`);
    });
    await untilFiscalized(db, ids.length + ALONE);
    const after = await readCosts(stack, db);
    report(signatures.stop(), before, after, alone);
  } finally {
    await db.end();
    await close();
  }
}

function report(signaturesMs: number, before: Costs, after: Costs, alone: number[]): void {
  const each = (read: (costs: Costs) => number) => (read(after) - read(before)) / COUNT;
  const workerMs = each(({ worker }) => worker);
  const seconds = (after.atMs - before.atMs) / 1_000;
  const sorted = alone.slice(20).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
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
