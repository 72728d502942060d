// Processes that are told to end, as at every deployment, and a Redis that is away or set up wrong when
// they start. No sale is lost, and none is cut off in the middle.

import { randomBytes } from 'node:crypto';
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Body, RunningService } from '../running-service.ts';
import { eventually } from '../eventually.ts';
import { logOf, startHastyService } from './hasty-service.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

let service: RunningService;
let nextTill: () => Till;
/** A sale whose answer takes a second, in the hands of the worker and at the authority. */
async function saleInHand(till: Till): Promise<string> {
  await till.script({ type: 'delay', ms: 1_000 });
  const id = await till.draft();
  await till.post(`/api/invoices/${id}/fiscalize`);
  await eventually(till.ledger, ({ messages }) => (messages as Body[]).length === 1);
  return id;
}
const isEnding = (name: 'api' | 'worker') =>
  eventually(
    () => logOf(service, name),
    (log) => log.includes('"msg":"ending"'),
  );

describe('a process that is told to end', () => {
  beforeAll(async () => {
    service = await startHastyService({ environment: { LOG_LEVEL: 'info' } });
    nextTill = await openTills(service, 4);
  });
  afterAll(() => service.close());

  test('a worker settles the sale in its hands, takes no other, and exits with 0', async () => {
    const [till, neighbour] = [nextTill(), nextTill()];
    const worker = service.stack.processes.get('worker');
    const id = await saleInHand(till);
    worker?.kill('SIGTERM');
    await isEnding('worker');
    const later = await neighbour.draft();
    expect((await neighbour.post(`/api/invoices/${later}/fiscalize`)).status).toBe(202);

    expect(await worker?.ended).toEqual({ code: 0, signal: null });
    expect((await till.read(id)).status).toBe('Fiscalized');
    expect(await neighbour.read(later)).toMatchObject({
      status: 'Pending',
      attempts: 0,
      iic: null,
    });
    expect((await neighbour.ledger()).messages).toEqual([]);

    await service.stack.restart('worker');
    expect(await neighbour.until(later, 'Fiscalized')).toMatchObject({ orderNumber: 1 });
    expect((await till.ledger()).messages).toHaveLength(1);
  });

  test('the API answers the call that waits, and exits with 0', async () => {
    const till = nextTill();
    await till.script({ type: 'delay', ms: 1_000 });
    const api = service.stack.processes.get('api');
    const id = await till.draft();
    const waiting = till.fiscalize(id).then((answer) => answer);
    await eventually(till.ledger, ({ messages }) => (messages as Body[]).length === 1);
    api?.kill('SIGTERM');
    await isEnding('api');
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'Fiscalized', fic: expect.any(String) });
    expect(await api?.ended).toEqual({ code: 0, signal: null });
    await service.stack.restart('api');
    expect(await till.read(id)).toMatchObject({ status: 'Fiscalized', fic: body.fic });
  });
});

const isRedisThere = () => {
  try {
    return execFileSync('redis-server', ['--version']).length > 0;
  } catch {
    return false;
  }
};
const suite = isRedisThere() ? describe : describe.skip;

suite('a Redis of its own (needs redis-server: apt install redis-server)', () => {
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await prepareRedis();
    await redis.start();
    service = await startHastyService({ redisUrl: redis.url, isWithoutRedis: false });
    nextTill = await openTills(service, 3);
  });
  afterAll(async () => {
    try {
      await service.close();
    } finally {
      await redis.remove();
    }
  });

  test('that is away keeps nobody from starting, and sales go on meanwhile', async () => {
    const till = nextTill();
    await redis.stop();
    await service.stack.restart('api', { how: 'kill' });
    await service.stack.restart('worker', { how: 'kill' });
    expect(logOf(service, 'worker')).toContain('Redis is away');
    const ids = await Promise.all(Array.from({ length: 5 }, () => till.draft()));
    for (const id of ids) {
      expect((await till.post(`/api/invoices/${id}/fiscalize`)).status).toBe(202);
    }
    for (const id of ids) await till.until(id, 'Fiscalized');
    await redis.start();
    const { invoices, messages } = await till.ledger();
    expect([invoices.length, messages.length]).toEqual([5, 5]);
  });

  test.each([['worker'], ['api']] as const)(
    'that may throw jobs away is refused by the %s, in words that say what to do',
    async (name) => {
      await redis.setPolicy('allkeys-lru');
      try {
        await expect(service.stack.restart(name, { how: 'kill' })).rejects.toThrow(
          /could not start\..*maxmemory-policy allkeys-lru.*set it to noeviction/,
        );
      } finally {
        await redis.setPolicy('noeviction');
        await service.stack.restart(name);
      }
      expect((await nextTill().sell()).body.status).toBe('Fiscalized');
    },
  );
});

interface OwnRedis {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  setPolicy(policy: string): Promise<void>;
  remove(): Promise<void>;
}

/** A redis-server on a free port of 127.0.0.1 that may be stopped and started again there. */
async function prepareRedis(): Promise<OwnRedis> {
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-redis-'));
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  const url = `redis://:${password}@127.0.0.1:${port}`;
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password];
  const quiet = ['--save', '', '--dir', directory, '--maxmemory-policy', 'noeviction'];
  let server: ChildProcess | undefined;

  async function ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(url, { maxRetriesPerRequest: 50, retryStrategy: () => 100 });
    client.on('error', () => undefined);
    try {
      return await question(client);
    } finally {
      client.disconnect();
    }
  }
  async function stop(): Promise<void> {
    const running = server;
    server = undefined;
    if (running === undefined) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }
  return {
    url,
    stop,
    async start() {
      server = spawn('redis-server', [...options, ...quiet], { stdio: 'ignore' });
      await ask((redis) => redis.ping());
    },
    async setPolicy(policy) {
      await ask((redis) => redis.config('SET', 'maxmemory-policy', policy));
    },
    async remove() {
      await stop();
      rmSync(directory, { recursive: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}
