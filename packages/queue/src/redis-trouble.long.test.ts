// What a Redis can do to its users, done to a redis-server of this test's own. After each trouble the
// same consumer must take jobs again, without any restart, well within 30 s.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { QueueStore } from './connection.ts';
import type { Consumer } from './consumer.ts';
import type { Job } from './jobs.ts';
import { createProducer, QueueStoreAwayError, QueueStoreSilentError } from './producer.ts';
import type { Producer } from './producer.ts';
import { expectConsumed, recordingConsumer, until } from './testing/lanes.ts';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import type { PrivateRedis } from './testing/private-redis.ts';

const withRedis = hasRedisServer ? describe : describe.skip;
const PROMISE_MS = 30_000;
/** An add gives up after two seconds; a slow machine needs longer for that, and a hang for ever. */
const PROMPTLY_MS = 20_000;
const JOB = { name: 'fiscalize-invoice', id: 'a' } as const;

withRedis('a troubled Redis (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  let store: QueueStore;
  let producer: Producer;
  let consumer: Consumer;
  let taken: string[];
  let errors: Error[];

  beforeEach(async () => {
    redis = await privateRedis();
    store = { kind: 'redis', url: redis.url, prefix: 'test' };
  });
  afterEach(async () => {
    await consumer.close();
    await producer.close();
    await redis.close();
  });
  function open(): void {
    producer = createProducer(store, () => undefined);
    ({ consumer, taken, errors } = recordingConsumer(store));
  }
  async function startAndConsume(): Promise<void> {
    await redis.start();
    open();
    await expectConsumed(producer, taken);
  }
  /** How an add ends, and after how long. */
  async function tryToAdd(job: Job = JOB): Promise<{ error: unknown; ms: number }> {
    const begun = performance.now();
    const error: unknown = await producer.add(job).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return { error, ms: performance.now() - begun };
  }

  test('that is emptied under a running consumer is consumed from at once', async () => {
    await startAndConsume();
    await redis.admin.flushall();
    await redis.admin.script('FLUSH');
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(PROMISE_MS);
  });

  test('that is killed and comes back empty is consumed from by the same consumer', async () => {
    await startAndConsume();
    await redis.kill();
    await until('an add says that the store is away', async () => {
      const { error, ms } = await tryToAdd();
      expect(ms).toBeLessThan(PROMPTLY_MS);
      return error instanceof QueueStoreAwayError;
    });
    await redis.start();
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(PROMISE_MS);
  });

  test('that stays away for longer than any waiting read is consumed from on its return', async () => {
    await startAndConsume();
    await redis.kill();
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    await redis.start();
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(PROMISE_MS);
  });

  test('that is not there at the start fails an add promptly and is used when it comes', async () => {
    open();
    const first = await tryToAdd();
    expect(first.error).toBeInstanceOf(Error);
    expect(first.ms).toBeLessThan(PROMPTLY_MS);
    await until('an add fails at once', async () => {
      const { error, ms } = await tryToAdd();
      return error instanceof QueueStoreAwayError && ms < 1_000;
    });
    await redis.start();
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(PROMISE_MS);
  });

  test('that has no memory left refuses adds and jobs, and is not asked in a hot loop', async () => {
    await redis.start();
    producer = createProducer(store, () => undefined);
    await until('the store takes a job', () =>
      producer.add(JOB).then(
        () => true,
        () => false,
      ),
    );
    await redis.admin.config('SET', 'maxmemory', '1mb');
    const { error, ms } = await tryToAdd({ ...JOB, id: 'b' });
    expect(String(error)).toMatch(/OOM/);
    expect(ms).toBeLessThan(PROMPTLY_MS);
    ({ consumer, taken, errors } = recordingConsumer(store));
    await until('the job is refused', () => errors.some(({ message }) => message.includes('OOM')));
    errors.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(errors.length).toBeLessThan(100);
    await redis.admin.config('SET', 'maxmemory', '0');
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(PROMISE_MS);
    expect(taken).toContain(JOB.id);
  });

  test('that freezes makes an add fail as silent, and is used again when it goes on', async () => {
    await startAndConsume();
    redis.freeze();
    const { error, ms } = await tryToAdd();
    expect(error).toBeInstanceOf(QueueStoreSilentError);
    expect(ms).toBeLessThan(PROMPTLY_MS);
    redis.thaw();
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(PROMISE_MS);
  });

  test('that runs out of memory while jobs are in hand takes their end, and the next ones', async () => {
    await redis.start();
    producer = createProducer(store, () => undefined);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const recorded = recordingConsumer(store, {
      process: async ({ id }) => {
        recorded.taken.push(id);
        await released;
      },
    });
    ({ consumer, taken, errors } = recorded);
    await producer.add(JOB);
    await until('the job is in hand', () => consumer.state().inHand === 1);
    await redis.admin.config('SET', 'maxmemory', '1mb');
    release();
    await until('the job is done', () => consumer.state().done === 1);
    await redis.admin.config('SET', 'maxmemory', '0');
    expect((await expectConsumed(producer, taken)).ms).toBeLessThan(PROMISE_MS);
  });
});
