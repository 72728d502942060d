// The tills of the integration guide, as its reader has them: processes of their own, killed at
// random together with the API and the worker, behind a proxy that loses calls and responses. At
// the end every sale that a till has on disk is registered once, and the follower of events, killed
// as often, has seen it. TILL_SEED repeats a run.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@fiscal/testbed';
import { randomFrom, seedOf, type Random } from '@fiscal/testbed/random';
import { afterAll, expect, test } from '@jest/globals';
import { programOf, root } from '../documents/page-examples.ts';
import { testWith } from '../processes/external-programs.ts';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';

const SEED = seedOf(process.env.TILL_SEED);
const STORM_MS = 60_000;
/** Rounds that a till may need afterwards for what its calls had no time for. */
const LAST_ROUNDS = 5;

const service = await startService({
  environment: {
    EFI_ONLINE_BUDGET_MS: '2000',
    LEASE_MS: '5000',
    EFI_RECEIPT_CHECK_MS: '1500',
    CREATE_AND_PRINT_WAIT_MS: '3000',
    DELIVERY_AFTER_MS: '300',
  },
});
const { stack } = service;
const proxy = await openLosingProxy(randomFrom(SEED));
const folders: string[] = [];
afterAll(() => {
  proxy.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test(`the till.ts of the guide sells each sale once: seed ${SEED}`, () =>
  sellThrough('ts', process.execPath, ['--conditions=source']));
testWith('python3')(`the till.py of the guide sells each sale once: seed ${SEED}`, () =>
  sellThrough('py', 'python3', []),
);

async function sellThrough(kind: 'ts' | 'py', program: string, args: string[]): Promise<void> {
  const [till, events] = [`till.${kind}`, `events.${kind}`];
  const [code, follower] = [till, events].map((file) =>
    programOf('docs/integration-guide.md', file),
  );
  expect(code!.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(60);
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-till-'));
  folders.push(folder);
  writeFileSync(join(folder, till), code!);
  writeFileSync(join(folder, events), follower!);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules/@fiscal'), { recursive: true });
  symlinkSync(join(root, 'packages/client'), join(folder, 'node_modules/@fiscal/client'));
  const before = (await registered()).length;
  const start = (file: string, url: string) =>
    spawn(program, [...args, file], {
      cwd: folder,
      env: { ...process.env, FISCAL_URL: url, FISCAL_KEY: stack.demo.testKey },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const startTill = () => {
    const running = start(till, proxy.url);
    running.stdout.resume();
    return running;
  };
  let followed = '';
  const startFollower = () => {
    const running = start(events, stack.apiUrl);
    running.stdout.on('data', (text: Buffer) => (followed += text.toString()));
    return running;
  };
  // Its first cursor comes before the first sale.
  await endedAt(startFollower(), () => existsSync(join(folder, 'cursor')));

  const seen = new Set<string>();
  const look = () => {
    for (const name of [...namesIn(folder, 'open'), ...namesIn(folder, 'sold')]) seen.add(name);
  };
  const counts = await storm(startTill, startFollower, look);
  for (let round = 0; round < LAST_ROUNDS; round += 1) {
    const last = startTill();
    last.stdin.end();
    await once(last, 'exit');
    if (namesIn(folder, 'open').length === 0) break;
  }
  look();

  const sold = namesIn(folder, 'sold');
  process.stdout.write(
    `${till}: ${JSON.stringify({ seed: SEED, sales: sold.length, ...counts })}\n`,
  );
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(2);
  expect(namesIn(folder, 'open')).toEqual([]);
  expect(sold).toEqual([...seen].sort());
  const iics = sold.map((name) => {
    const record = JSON.parse(readFileSync(join(folder, 'sold', name), 'utf8')) as Body;
    expect(['Fiscalized', 'Offline']).toContain(record.status);
    return record.iic as string;
  });
  await service.deliverNow();
  const open = `select from work where kind in ('fiscalize', 'deliver')`;
  await eventually(
    () => service.query(open),
    ({ length }) => length === 0,
  );
  const effects = (await registered()).slice(before);
  expect(effects.toSorted()).toEqual(iics.toSorted());
  const ids = sold.map((name) => name.replace('.json', ''));
  await endedAt(startFollower(), () => ids.every((id) => hasFiscalized(followed, id)));
}

const hasFiscalized = (followed: string, id: string) =>
  followed.includes(`invoice.fiscalized ${id} Fiscalized`);

/** Ends a follower, which goes on without end, once it has come so far. */
async function endedAt(follower: ChildProcess, isThere: () => boolean): Promise<void> {
  try {
    await eventually(isThere, Boolean);
  } finally {
    follower.kill('SIGKILL');
    await once(follower, 'close');
  }
}

/** What the authority has registered, in order. */
async function registered(): Promise<string[]> {
  const { invoices } = await service.control('GET', '/ledger');
  return (invoices as Body[]).map(({ iic }) => iic as string);
}

function namesIn(folder: string, of: 'open' | 'sold'): string[] {
  return existsSync(join(folder, of)) ? readdirSync(join(folder, of)).sort() : [];
}

/** Customers come while everything is killed. @returns how often. */
async function storm(
  startTill: () => ChildProcess,
  startFollower: () => ChildProcess,
  look: () => void,
) {
  const random = randomFrom(SEED);
  const lostBefore = proxy.lost();
  const end = Date.now() + STORM_MS;
  const kills = { till: 0, follower: 0, api: 0, worker: 0 };
  const killAgainAndAgain = async (name: 'api' | 'worker', own: Random) => {
    for (;;) {
      await sleep(3_000 + own.below(6_000));
      if (Date.now() > end) return;
      await stack.restart(name, { how: 'kill', downMs: own.below(1_500) });
      kills[name] += 1;
    }
  };
  const tillAgainAndAgain = async () => {
    while (Date.now() < end) {
      const till = startTill();
      // What is written to a till that has just been killed is no sale.
      till.stdin!.on('error', () => undefined);
      const customers = setInterval(() => {
        till.stdin!.write('[{"name":"Espreso","unitPrice":1.8,"quantity":1,"vat":{"rate":21}}]\n');
      }, 150);
      await sleep(500 + random.below(4_000));
      clearInterval(customers);
      till.kill('SIGKILL');
      await once(till, 'exit');
      kills.till += 1;
      look();
    }
  };
  const followAgainAndAgain = async (own: Random) => {
    while (Date.now() < end) {
      const follower = startFollower();
      await sleep(1_000 + own.below(5_000));
      follower.kill('SIGKILL');
      await once(follower, 'close');
      kills.follower += 1;
    }
  };
  await Promise.all([
    tillAgainAndAgain(),
    followAgainAndAgain(randomFrom(SEED + 3)),
    killAgainAndAgain('api', randomFrom(SEED + 1)),
    killAgainAndAgain('worker', randomFrom(SEED + 2)),
  ]);
  return { ...kills, lost: proxy.lost() - lostBefore };
}

/** Passes calls on, and loses one in five: the call itself, or the response, or a part of it. */
async function openLosingProxy(random: Random) {
  let lost = 0;
  const server = createServer((request, response) => {
    const lose = () => {
      lost += 1;
      request.socket.destroy();
    };
    const pass = async () => {
      const body = await buffer(request);
      if (random.oneIn(15)) {
        lose();
        return;
      }
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const headers = { Authorization: authorization, 'Content-Type': type };
      const called = await fetch(`${stack.apiUrl}${request.url}`, {
        method: 'POST',
        headers,
        body,
      });
      const text = await called.text();
      if (random.oneIn(10)) {
        lose();
        return;
      }
      const retryAfter = called.headers.get('Retry-After');
      response.writeHead(called.status, {
        'Content-Length': Buffer.byteLength(text),
        ...(retryAfter === null ? {} : { 'Retry-After': retryAfter }),
      });
      if (!random.oneIn(20)) return response.end(text);
      response.write(text.slice(0, random.below(text.length)), lose);
    };
    // The API is dead: so is the line.
    pass().catch(lose);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, lost: () => lost, close: () => server.close() };
}
