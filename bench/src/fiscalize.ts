// `npm run bench:fiscalize`: what a fiscalized invoice costs each process, and how fast one
// register sells, against the two RSA signatures that no one can avoid. One API, one worker, an
// authority that answers at once, everything on this machine. docs/performance.md says how to read
// it.

import { inParallel } from '@fiscal/testbed';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addMonths } from './months.ts';
import { readOptions } from './options.ts';
import { cpuOf } from './process-costs.ts';
import { measureCosts, readCpu, timed } from './rounds.ts';
import { SALE } from './sample.ts';
import { CLIENTS, createDrafts, openService } from './service.ts';
import type { Service } from './service.ts';
import { say, textOfCpu, textOfTimes } from './table.ts';

const options = readOptions({ invoices: 2_000, months: 12, withoutRedis: false });
const COUNT = options.invoices;
const ALONE = 200;
const SIGNATURES_AT_ONCE = 4;

/**
 * CPU of two RSA-2048 signatures, milliseconds: the measure of everything else. It is taken again
 * and again beside what it measures, because a machine is not equally fast at all times.
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

/** CPU by process, with what the worker's print process has used by itself. */
function readProcesses({ pidsOf }: Service): Record<string, number> {
  const { worker = -1, ...others } = pidsOf('worker', 'postgres', 'api', 'redis');
  const { ownMs, childrenMs } = cpuOf(worker);
  return { worker: ownMs, printing: childrenMs, ...readCpu(others) };
}

async function readWalBytes(db: pg.Client): Promise<number> {
  const text = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`;
  return (await db.query<{ wal: number }>(text)).rows[0]?.wal ?? 0;
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
    await addMonths(db, options.months);
    const alone: number[] = [];
    for (let i = 0; i < ALONE; i += 1) alone.push(await timed(() => client.createAndPrint(SALE)));
    const ids = await createDrafts(service, SALE, COUNT);
    // What the drafts have left to be written and printed is not the sales'.
    await sleep(3_000);
    const signatures = measureSignatures();
    const walBefore = await readWalBytes(db);
    const costs = await measureCosts(
      () => readProcesses(service),
      async () => {
        await inParallel(ids, CLIENTS, (id) => client.fiscalize(id));
        await untilFiscalized(db, ids.length + ALONE);
        return ids.length;
      },
    );
    const wal = (await readWalBytes(db)) - walBefore;
    const signaturesMs = signatures.stop();
    const ratio = (costs.cpuMs.worker ?? NaN) / signaturesMs;
    say(`${COUNT} invoices of 3 lines on one register, ${CLIENTS} clients`);
    say(`  two RSA-2048 signatures   ${signaturesMs.toFixed(2)} ms (the measure)`);
    say(`  CPU an invoice, ms        ${textOfCpu(costs.cpuMs)}`);
    say(`  of the worker             ${ratio.toFixed(1)} ×`);
    say(`  WAL an invoice            ${(wal / COUNT / 1_000).toFixed(1)} kB`);
    say(`  sales a second            ${costs.perSecond.toFixed(0)}`);
    say(`  one invoice alone         ${textOfTimes(alone.slice(20))}`);
  } finally {
    await db.end();
    await service.close();
  }
}

await main();
