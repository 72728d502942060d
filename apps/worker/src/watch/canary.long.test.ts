// The self-watch on real stores, with a shorter patience than in production, and still with one that no
// busy machine uses up.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createConsumer } from '@fiscal/queue/consumer';
import type { Consumer, Processor, QueueStore } from '@fiscal/queue/consumer';
import { createProducer } from '@fiscal/queue/producer';
import type { Producer } from '@fiscal/queue/producer';
import { until } from '../../../../packages/queue/src/testing/lanes.ts';
import { postgresStore } from '../../../../packages/queue/src/testing/postgres-store.ts';
import {
  hasRedisServer,
  privateRedis,
} from '../../../../packages/queue/src/testing/private-redis.ts';
import type { PrivateRedis } from '../../../../packages/queue/src/testing/private-redis.ts';
import { stallableProxy } from '../../../../packages/queue/src/testing/stallable-proxy.ts';
import type { StallableProxy } from '../../../../packages/queue/src/testing/stallable-proxy.ts';
import { startCanaries } from './canary.ts';

const ignore = () => undefined;
/** `postgresql://…`; not there where the run has no PostgreSQL. */
const serverUrl = process.env.TEST_DATABASE_URL;
const withRedis = hasRedisServer ? describe : describe.skip;
const withPostgres = serverUrl === undefined ? describe.skip : describe;

/** One worker process with one lane, as far as the watch is concerned. */
interface Watched {
  consumer: Consumer;
  producer: Producer;
  silent: string[];
  close(): Promise<void>;
}

function consumerOf(store: QueueStore, process: Processor = () => Promise.resolve()): Consumer {
  return createConsumer({
    store,
    queue: 'fiscalization',
    concurrency: 2,
    process,
    onError: ignore,
    onJobFailed: ignore,
  });
}

function watch(options: {
  store: QueueStore;
  /** Where the lane takes its jobs from, if not from where they are added. */
  consumed?: QueueStore;
  process?: Processor;
  silentAfterMs: number;
  everyMs?: number;
}): Watched {
  const { store, silentAfterMs, everyMs = 200 } = options;
  const producer = createProducer(store, ignore);
  const consumer = consumerOf(options.consumed ?? store, options.process);
  const silent: string[] = [];
  const canaries = startCanaries({
    consumers: [consumer],
    producer,
    workerId: randomUUID(),
    onSilent: (lane) => silent.push(lane),
    everyMs,
    silentAfterMs,
  });
  return {
    consumer,
    producer,
    silent,
    close: async () => {
      canaries.close();
      await consumer.close();
      await producer.close();
    },
  };
}

const consumes = ({ consumer }: Watched) =>
  until('the lane consumes', () => consumer.state().lastConsumedAt !== null);

/** Eight workers on one queue, idle; for longer than each of them may be silent. */
async function expectAllToLive(store: QueueStore): Promise<void> {
  const workers = Array.from({ length: 8 }, () =>
    watch({ store, silentAfterMs: 25_000, everyMs: 1_000 }),
  );
  open = workers;
  await sleep(40_000);
  expect(workers.flatMap(({ silent }) => silent)).toEqual([]);
}

let open: { close(): Promise<void> }[];
let proxy: StallableProxy | undefined;
beforeEach(() => {
  open = [];
  proxy = undefined;
});

async function closeAll(): Promise<void> {
  await Promise.all(open.map((worker) => worker.close()));
  await proxy?.close();
}

withRedis('the canary on Redis (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  let store: QueueStore;
  beforeEach(async () => {
    redis = await privateRedis();
    await redis.start();
    store = { kind: 'redis', url: redis.url, prefix: 'test' };
  });
  afterEach(async () => {
    await closeAll();
    await redis.close();
  });

  test('of eight idle workers on one queue none takes itself for silent', async () => {
    await expectAllToLive(store);
  });

  test('a worker whose canaries are nearly all taken by others lives', async () => {
    // The others send none themselves, so that this one gets only every ninth of its own.
    const others = Array.from({ length: 8 }, () => consumerOf(store));
    const worker = watch({ store, silentAfterMs: 25_000, everyMs: 2_000 });
    open = [worker, ...others];
    await sleep(40_000);
    expect(worker.silent).toEqual([]);
  });

  test('a worker whose connections nobody serves any more ends', async () => {
    proxy = await stallableProxy({ host: '127.0.0.1', port: redis.port });
    const url = `redis://127.0.0.1:${proxy.port}`;
    const worker = watch({ store: { kind: 'redis', url, prefix: 'test' }, silentAfterMs: 12_000 });
    open = [worker];
    await consumes(worker);
    proxy.stall('silent');
    await until('the worker ends', () => worker.silent.length > 0);
    expect(worker.silent).toEqual(['fiscalization']);
  });

  test('a worker whose consumer alone has lost its connection ends, although canaries are taken', async () => {
    proxy = await stallableProxy({ host: '127.0.0.1', port: redis.port });
    const consumed: QueueStore = {
      kind: 'redis',
      url: `redis://127.0.0.1:${proxy.port}`,
      prefix: 'test',
    };
    const other = watch({ store, silentAfterMs: 20_000 });
    const worker = watch({ store, consumed, silentAfterMs: 20_000 });
    open = [worker, other];
    await consumes(worker);
    proxy.stall('silent');
    await until('the worker ends', () => worker.silent.length > 0);
    expect(other.silent).toEqual([]);
  });

  test('a worker whose store is away waits for it, and lives on when it is back', async () => {
    const worker = watch({ store, silentAfterMs: 12_000 });
    open = [worker];
    await consumes(worker);
    await redis.kill();
    await sleep(20_000);
    expect(worker.silent).toEqual([]);
    await redis.start();
    const before = worker.consumer.state().progressAt;
    await until('it consumes again', () => worker.consumer.state().progressAt > before);
    await sleep(15_000);
    expect(worker.silent).toEqual([]);
  });

  test('a lane that is full of work that ends lives; one whose slots all hang does not', async () => {
    const hung = { isOver: false, now: false };
    const process = () => (hung.now ? until('the hang is over', () => hung.isOver) : sleep(1_000));
    const worker = watch({ store, process, silentAfterMs: 12_000 });
    open = [worker];
    for (let id = 0; id < 60; id += 1) {
      await worker.producer.add({ name: 'fiscalize-invoice', id: String(id) });
    }
    await sleep(20_000);
    expect(worker.silent).toEqual([]);
    hung.now = true;
    await until('the worker ends', () => worker.silent.length > 0);
    expect(worker.consumer.state().inHand).toBe(2);
    hung.isOver = true;
  });

  test('a lane that finds nothing where its canary waits untaken does not count as living', async () => {
    const consumed: QueueStore = { kind: 'redis', url: redis.url, prefix: 'elsewhere' };
    const worker = watch({ store, consumed, silentAfterMs: 20_000 });
    open = [worker];
    await until('the worker ends', () => worker.silent.length > 0);
  });
});

withPostgres('the canary on PostgreSQL (needs TEST_DATABASE_URL)', () => {
  let drop: () => Promise<void>;
  afterEach(async () => {
    await closeAll();
    await drop();
  });

  test('of eight idle workers on one queue none takes itself for silent', async () => {
    const ground = await postgresStore(serverUrl!);
    drop = ground.drop;
    await expectAllToLive(ground.store);
  });

  test('a worker whose connections nobody serves any more ends', async () => {
    const url = new URL(serverUrl!);
    proxy = await stallableProxy({ host: url.hostname, port: Number(url.port || '5432') });
    url.host = `127.0.0.1:${proxy.port}`;
    const ground = await postgresStore(serverUrl!, url.href);
    drop = ground.drop;
    const worker = spawn(process.execPath, [
      '--conditions=source',
      '--experimental-strip-types',
      join(import.meta.dirname, 'testing/watched-lane.ts'),
      JSON.stringify(ground.store),
      '12000',
    ]);
    open = [{ close: () => Promise.resolve(void worker.kill('SIGKILL')) }];
    await once(worker.stdout, 'data');
    expect(worker.exitCode).toBeNull();
    proxy.stall('silent');
    const [code] = (await once(worker, 'exit')) as [number | null];
    expect(code).toBe(3);
  });
});
