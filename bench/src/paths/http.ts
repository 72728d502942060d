// What a retailer's calls cost against a bare server that does the same: accept, poll, poll again.

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Stack } from '@fiscal/testbed';
import pg from 'pg';
import { countsOf } from '../measuring/database-counts.ts';
import { putLoad } from '../measuring/http-load.ts';
import type { Call } from '../measuring/http-load.ts';
import { compareInRounds, inThisProcess } from '../measuring/rounds.ts';
import type { Bench, Comparison, Side } from '../measuring/rounds.ts';
import { SALE, SALE_BODY } from '../service/sample.ts';
import { openService } from '../service/service.ts';
import type { Service } from '../service/service.ts';

const CONNECTIONS = 32;
/** Most that one call asks for, and how long that may take. */
const STATUSES = 1_000;
const STATUSES_MS = 20;
/** V8 compiles a worker over some 3 000 sales, which cost up to half as much again until then. */
const SALES_WARM_UP_MS = 24_000;

/** A sale with the demo's test key. */
export function sell({ demo }: Stack): Call {
  const headers = { Authorization: `Bearer ${demo.testKey}` };
  const path = '/api/invoices/cash/create-and-print';
  return { method: 'POST', path, headers, body: SALE_BODY };
}

/** The two servers, on one PostgreSQL. */
interface Servers extends Service {
  bare: { process: ChildProcess; url: string };
  database: pg.Pool;
}

export const benchHttpPaths: Bench = async (rounds, report) => {
  const service = await openService();
  const { databaseUrl } = service.stack;
  const bare = await startBareServer(databaseUrl);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    // It would work for what an earlier path has stored, and in one of both sides' rounds.
    await database.query('alter system set autovacuum = off');
    await database.query('select pg_reload_conf()');
    for (const comparison of await comparisonsOf({ ...service, bare, database })) {
      report(await compareInRounds(comparison, rounds));
    }
  } finally {
    await database.end();
    bare.process.disconnect();
    await service.close();
  }
};

async function startBareServer(databaseUrl: string): Promise<Servers['bare']> {
  const path = fileURLToPath(new URL('../service/bare-server.js', import.meta.url));
  const child = fork(path, [databaseUrl]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => {
      reject(new Error('the bare server ended'));
    });
  });
  return { process: child, url: `http://127.0.0.1:${port}` };
}

async function comparisonsOf(servers: Servers): Promise<Comparison[]> {
  const { stack, client, bare, database } = servers;
  const key = { Authorization: `Bearer ${stack.demo.testKey}` };
  const sold = await client.createAndPrint(SALE);
  const storing = await fetch(`${bare.url}/invoices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: SALE_BODY,
  });
  const stored = (await storing.json()) as { id: string };
  const read: Call = { method: 'GET', path: `/api/invoices/${sold.id}`, headers: key };
  const { headers } = await fetch(`${stack.apiUrl}${read.path}`, { headers: key });
  const again: Call = {
    ...read,
    headers: { ...key, 'If-None-Match': headers.get('etag') ?? '' },
  };
  const bareRead = bareSide(servers, { method: 'GET', path: `/invoices/${stored.id}` }, 200);
  const draft = { method: 'POST', path: '/api/invoices/draft', headers: key } as const;
  // Bodies of one length on both sides, and no two alike.
  const distinct = (field: string) => (): Call => ({
    ...draft,
    body: JSON.stringify({ ...SALE, [field]: randomUUID() }),
  });
  const ids: string[] = [];
  while (ids.length < STATUSES) ids.push((await client.createDraft(SALE)).id);
  const status: Call = {
    method: 'POST',
    path: '/api/invoices/status',
    headers: key,
    body: JSON.stringify({ ids }),
  };
  return [
    { path: 'poll: GET record', ours: ourSide(servers, read, 200), baseline: bareRead, goal: 0.8 },
    {
      path: 'poll: GET, 304',
      ours: ourSide(servers, again, 304),
      baseline: bareRead,
      goal: 1.2,
    },
    {
      path: 'accept: with externalId',
      ours: ourSide(servers, distinct('externalId'), 201),
      baseline: ourSide(servers, distinct('operatorName'), 201),
      goal: 0.97,
    },
    {
      path: `status: POST of ${STATUSES}`,
      ours: ourSide(servers, status, 200, 1),
      baseline: {
        ...inThisProcess(`${STATUSES_MS} ms`, 1, () => sleep(STATUSES_MS)),
        processes: {},
      },
      goal: 1,
    },
    {
      path: 'accept: POST draft',
      ours: ourSide(servers, { ...draft, body: SALE_BODY }, 201),
      baseline: bareSide(servers, { method: 'POST', path: '/invoices', body: SALE_BODY }, 201),
      goal: 0.6,
    },
    {
      path: `sell: create-and-print${signsByAvx512() ? ', AVX-512' : ''}`,
      ours: { ...ourSide(servers, sell(stack), 201), counts: () => countsOf(database) },
      baseline: twoSignatures(),
      warmUpMs: SALES_WARM_UP_MS,
    },
  ];
}

function ourSide(
  { stack, pidsOf }: Servers,
  call: Call | (() => Call),
  status: number,
  connections = CONNECTIONS,
): Side {
  const processes = pidsOf('api', 'worker', 'postgres', 'redis');
  return httpSide('this service', [stack.apiUrl], call, status, processes, connections);
}

function bareSide({ pidsOf, bare }: Servers, call: Call, status: number): Side {
  const processes = { api: bare.process.pid ?? -1, ...pidsOf('postgres') };
  return httpSide('Express, zod, one statement', [bare.url], call, status, processes);
}

/** Whether OpenSSL signs with AVX-512 IFMA, in half of the time: the unit of a sale is another. */
function signsByAvx512(): boolean {
  return readFileSync('/proc/cpuinfo', 'utf8').includes(' avx512ifma');
}

/** What fiscalizing an invoice costs at least. */
function twoSignatures(): Side {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const message = randomBytes(2_000);
  return inThisProcess('two RSA-2048 signatures', 1, () => {
    sign('sha256', message, privateKey);
    sign('sha256', message, privateKey);
    return Promise.resolve();
  });
}

/** Calls all of the URLs at the same time. */
export function httpSide(
  name: string,
  urls: readonly string[],
  call: Call | (() => Call),
  status: number,
  processes: Readonly<Record<string, number>>,
  connections = CONNECTIONS,
): Side {
  const next = typeof call === 'function' ? call : () => call;
  const load = (url: string, forMs: number) => {
    const port = Number(new URL(url).port);
    return putLoad({ port, connections, forMs, next, status });
  };
  return {
    name,
    processes,
    async run(forMs) {
      const loads = await Promise.all(urls.map((url) => load(url, forMs)));
      return loads.reduce((sum, count) => sum + count, 0);
    },
  };
}
