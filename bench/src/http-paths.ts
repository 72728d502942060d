// What a retailer's calls cost against a bare server that does the same: accept, poll, poll again.

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { putLoad } from './http-load.ts';
import type { Call } from './http-load.ts';
import { compareInRounds, inThisProcess } from './rounds.ts';
import type { Compared, Comparison, Rounds, Side } from './rounds.ts';
import { SALE, SALE_BODY } from './sample.ts';
import { openService } from './service.ts';
import type { Service } from './service.ts';

const CONNECTIONS = 32;
const SELL = '/api/invoices/cash/create-and-print';

/** The two servers, on one PostgreSQL. */
interface Servers extends Service {
  bare: { process: ChildProcess; port: number };
}

export async function benchHttpPaths(
  rounds: Rounds,
  tell: (compared: Compared) => void,
): Promise<void> {
  const service = await openService();
  const bare = await startBareServer(service.stack.databaseUrl);
  try {
    for (const comparison of await comparisonsOf({ ...service, bare })) {
      tell(await compareInRounds(comparison, rounds));
    }
  } finally {
    bare.process.disconnect();
    await service.close();
  }
}

async function startBareServer(databaseUrl: string): Promise<Servers['bare']> {
  const path = fileURLToPath(new URL('bare-server.js', import.meta.url));
  const child = fork(path, [databaseUrl]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => {
      reject(new Error('the bare server ended'));
    });
  });
  return { process: child, port };
}

async function comparisonsOf(servers: Servers): Promise<Comparison[]> {
  const { stack, client, bare } = servers;
  const key = { Authorization: `Bearer ${stack.demo.testKey}` };
  const sold = await client.createAndPrint(SALE);
  const storing = await fetch(`http://127.0.0.1:${bare.port}/invoices`, {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: SALE_BODY },
  });
  const stored = (await storing.json()) as { id: string };
  const read: Call = { method: 'GET', path: `/api/invoices/${sold.id}`, headers: key };
  const { headers } = await fetch(`${stack.apiUrl}${read.path}`, { headers: key });
  const again: Call = {
    ...read,
    headers: { ...key, 'If-None-Match': headers.get('etag') ?? '' },
  };
  const bareRead = bareSide(servers, { method: 'GET', path: `/invoices/${stored.id}` }, 200);
  return [
    {
      path: 'accept: POST draft',
      ours: ourSide(
        servers,
        { method: 'POST', path: '/api/invoices/draft', headers: key, body: SALE_BODY },
        201,
      ),
      baseline: bareSide(servers, { method: 'POST', path: '/invoices', body: SALE_BODY }, 201),
      goal: 0.8,
    },
    {
      path: 'sell: create-and-print',
      ours: ourSide(servers, { method: 'POST', path: SELL, headers: key, body: SALE_BODY }, 201),
      baseline: twoSignatures(),
    },
    { path: 'poll: GET record', ours: ourSide(servers, read, 200), baseline: bareRead, goal: 0.8 },
    {
      path: 'poll: GET, 304',
      ours: ourSide(servers, again, 304),
      baseline: bareRead,
      goal: 1.2,
    },
  ];
}

function ourSide({ stack }: Servers, call: Call, status: number): Side {
  const port = Number(new URL(stack.apiUrl).port);
  const pid = (name: string) => stack.processes.get(name)?.pid ?? -1;
  return sideOf('this service', port, call, status, {
    api: pid('api'),
    worker: pid('worker'),
    postgres: pid('postgres'),
    redis: pid('redis'),
  });
}

function bareSide({ stack, bare }: Servers, call: Call, status: number): Side {
  return sideOf('Express, zod, one statement', bare.port, call, status, {
    api: bare.process.pid ?? -1,
    postgres: stack.processes.get('postgres')?.pid ?? -1,
  });
}

/** What nobody who fiscalizes an invoice can avoid. */
function twoSignatures(): Side {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const message = randomBytes(2_000);
  return inThisProcess('two RSA-2048 signatures', 1, () => {
    sign('sha256', message, privateKey);
    sign('sha256', message, privateKey);
    return Promise.resolve();
  });
}

function sideOf(
  name: string,
  port: number,
  call: Call,
  status: number,
  processes: Readonly<Record<string, number>>,
): Side {
  const next = () => call;
  return {
    name,
    processes,
    async run(forMs) {
      const load = await putLoad({ port, connections: CONNECTIONS, forMs, next, status });
      return load.answers;
    },
  };
}
