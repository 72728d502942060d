// One lane with its producer, on both stores: what a canary is, how a consumer ends, and how it gets
// over a way to the store that has fallen silent.

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { QueueStore } from './connection.ts';
import type { Consumer } from './consumer.ts';
import { createProducer } from './producer.ts';
import type { Producer } from './producer.ts';
import { expectConsumed, recordingConsumer, until } from './testing/lanes.ts';
import { postgresStore } from './testing/postgres-store.ts';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import { stallableProxy } from './testing/stallable-proxy.ts';
import type { StallableProxy } from './testing/stallable-proxy.ts';

const ignore = () => undefined;
/** `postgresql://…`; not there where the run has no PostgreSQL. */
const serverUrl = process.env.TEST_DATABASE_URL;

/** A store behind a proxy. */
interface Ground {
  store: QueueStore;
  proxy: StallableProxy;
  close(): Promise<void>;
}

async function redisGround(): Promise<Ground> {
  const redis = await privateRedis();
  await redis.start();
  const proxy = await stallableProxy({ host: '127.0.0.1', port: redis.port });
  return {
    store: { kind: 'redis', url: `redis://127.0.0.1:${proxy.port}`, prefix: 'test' },
    proxy,
    close: async () => {
      await proxy.close();
      await redis.close();
    },
  };
}

async function postgresGround(): Promise<Ground> {
  const url = new URL(serverUrl!);
  const proxy = await stallableProxy({ host: url.hostname, port: Number(url.port || '5432') });
  url.host = `127.0.0.1:${proxy.port}`;
  const { store, drop } = await postgresStore(serverUrl!, url.href);
  return {
    store,
    proxy,
    close: async () => {
      await proxy.close();
      await drop();
    },
  };
}

const grounds = [
  { name: 'Redis (needs redis-server)', open: redisGround, isThere: hasRedisServer },
  {
    name: 'PostgreSQL (needs TEST_DATABASE_URL)',
    open: postgresGround,
    isThere: serverUrl !== undefined,
  },
];

describe.each(grounds)('a lane on $name', ({ open, isThere }) => {
  const given = isThere ? test : test.skip;
  let ground: Ground;
  let producer: Producer;
  let consumers: Consumer[];
  beforeEach(async () => {
    if (!isThere) return;
    ground = await open();
    producer = createProducer(ground.store, ignore);
    consumers = [];
    await until('the store takes questions', () =>
      producer.ping().then(
        () => true,
        () => false,
      ),
    );
  });
  afterEach(async () => {
    if (!isThere) return;
    await Promise.all(consumers.map((consumer) => consumer.close()));
    await producer.close();
    await ground.close();
  });
  function consume(...[own]: [] | [NonNullable<Parameters<typeof recordingConsumer>[1]>]) {
    const recorded = recordingConsumer(ground.store, own);
    consumers.push(recorded.consumer);
    return recorded;
  }

  given('a canary is taken by the consumer and never reaches the processor', async () => {
    const { consumer, taken } = consume();
    await producer.addCanary('fiscalization', randomUUID());
    await until('the canary is taken', () => consumer.state().lastConsumedAt !== null);
    expect(taken).toEqual([]);
    expect(consumer.state()).toMatchObject({ done: 0, failed: 0, inHand: 0 });
  });

  given('one canary of a worker waits at most, and its next add tells that it waits', async () => {
    const workerId = randomUUID();
    for (const wasWaiting of [false, true, true]) {
      expect(await producer.addCanary('fiscalization', workerId)).toEqual({ wasWaiting });
    }
    expect((await producer.depths()).fiscalization).toBe(1);
  });

  given('a job whose processor throws is counted, reported and gone', async () => {
    const failures: string[] = [];
    const { consumer, taken } = consume({
      process: ({ id }) => {
        if (id === 'bad') throw new Error('broken on purpose');
        taken.push(id);
        return Promise.resolve();
      },
      onJobFailed: ({ id }, error) => failures.push(`${id}: ${error.message}`),
    });
    await producer.add({ name: 'fiscalize-invoice', id: 'bad' });
    await until('the failure is reported', () => failures.length === 1);
    expect(failures).toEqual(['bad: broken on purpose']);
    expect(consumer.state()).toMatchObject({ done: 0, failed: 1 });
    await expectConsumed(producer, taken, 3);
  });

  given('a consumer that closes finishes what is in hand and takes nothing new', async () => {
    let release = ignore;
    const released = new Promise<void>((resolve) => {
      release = resolve as () => undefined;
    });
    const ended: string[] = [];
    const { consumer, taken } = consume({
      concurrency: 2,
      process: async ({ id }) => {
        taken.push(id);
        await released;
        ended.push(id);
      },
    });
    for (const id of ['a', 'b', 'c', 'd']) await producer.add({ name: 'fiscalize-invoice', id });
    await until('two jobs are in hand', () => consumer.state().inHand === 2);
    let isClosed = false;
    const closed = consumer.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(isClosed).toBe(false);
    release();
    await closed;
    expect(ended.toSorted()).toEqual(taken.toSorted());
    expect(ended).toHaveLength(2);
    expect((await producer.depths()).fiscalization).toBe(2);
  });

  // BullMQ's PostgreSQL backend can keep a silent connection in its pool for good; there the worker
  // ends itself and is started again (canary.long.test.ts).
  const givenRedis = open === redisGround ? given : test.skip;
  givenRedis(
    'connections that fall silent are given up, and the same consumer goes on',
    async () => {
      const { taken } = consume();
      await expectConsumed(producer, taken);
      ground.proxy.stall('forwarded');
      expect((await expectConsumed(producer, taken)).ms).toBeLessThan(30_000);
    },
  );

  given('a consumer whose store has fallen silent can be closed within seconds', async () => {
    const { consumer, taken } = consume();
    await expectConsumed(producer, taken);
    ground.proxy.stall('silent');
    const begun = performance.now();
    await consumer.close();
    await producer.close();
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});

(serverUrl === undefined ? describe.skip : describe)('a PostgreSQL that comes late', () => {
  test('is used by the producer and the consumer that were there before it', async () => {
    // The proxy's port is nobody's before and after: nothing listens while PostgreSQL is "away".
    const url = new URL(serverUrl!);
    const target = { host: url.hostname, port: Number(url.port || '5432') };
    const reserved = await stallableProxy(target);
    await reserved.close();
    url.host = `127.0.0.1:${reserved.port}`;
    const { store, drop } = await postgresStore(serverUrl!, url.href);
    const producer = createProducer(store, ignore);
    const { consumer, taken } = recordingConsumer(store);
    await expect(producer.add({ name: 'fiscalize-invoice', id: 'a' })).rejects.toThrow();
    const proxy = await stallableProxy(target, reserved.port);
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(30_000);
    await consumer.close();
    await producer.close();
    await proxy.close();
    await drop();
  });
});
