// What a Redis can do to its users, done to a redis-server of this test's own. After each trouble
// the same listener must receive wake-ups again, without any restart, well within 30 s.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openTcpProxy } from '../../testbed/src/stack/tcp-proxy.ts';
import type { RedisStore } from './redis.ts';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import type { PrivateRedis } from './testing/private-redis.ts';
import { expectWakeUp, listening, until } from './testing/wake-ups.ts';
import type { Listening } from './testing/wake-ups.ts';
import { createWaker, QueueStoreAwayError, QueueStoreSilentError } from './waker.ts';
import type { Waker } from './waker.ts';

const withRedis = hasRedisServer ? describe : describe.skip;
const PROMISE_MS = 30_000;
/**
 * A wake-up gives up after two seconds; a slow machine needs longer for that, and a hang for ever.
 */
const PROMPTLY_MS = 20_000;

withRedis('a troubled Redis (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  let store: RedisStore;
  let waker: Waker;
  let listener: Listening;

  beforeEach(async () => {
    redis = await privateRedis();
    store = { url: redis.url, prefix: 'test' };
  });
  afterEach(async () => {
    await listener.close();
    await waker.close();
    await redis.close();
  });
  function open(): void {
    waker = createWaker(store, () => undefined);
    listener = listening(store);
  }
  async function startAndReceive(): Promise<void> {
    await redis.start();
    open();
    await expectReceived();
  }
  async function expectReceived(): Promise<void> {
    const { ms } = await expectWakeUp(waker, () => listener.received());
    expect(ms).toBeLessThan(PROMISE_MS);
  }
  /** Behind a proxy that can hold back every byte. */
  async function startBehindProxy() {
    await redis.start();
    const proxy = await openTcpProxy(redis.port);
    store = { url: `redis://127.0.0.1:${proxy.port}`, prefix: 'test' };
    open();
    await expectReceived();
    return proxy;
  }
  /** How a wake-up ends, and after how long. */
  async function tryToWake(): Promise<{ error: unknown; ms: number }> {
    const begun = performance.now();
    const error: unknown = await waker.wake('fiscalization').then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return { error, ms: performance.now() - begun };
  }

  test('that is emptied under a running listener delivers at once', async () => {
    await startAndReceive();
    await redis.admin.flushall();
    await redis.admin.script('FLUSH');
    await expectReceived();
  });

  test('that is killed and comes back empty delivers to the same listener', async () => {
    await startAndReceive();
    await redis.kill();
    await until('a wake-up says that the store is away', async () => {
      const { error, ms } = await tryToWake();
      expect(ms).toBeLessThan(PROMPTLY_MS);
      return error instanceof QueueStoreAwayError;
    });
    await redis.start();
    await expectReceived();
  });

  test('that stays away for longer than any waiting read delivers on its return', async () => {
    await startAndReceive();
    await redis.kill();
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    await redis.start();
    await expectReceived();
  });

  test('that is not there at the start fails a wake-up promptly and is used when it comes', async () => {
    open();
    const first = await tryToWake();
    expect(first.error).toBeInstanceOf(Error);
    expect(first.ms).toBeLessThan(PROMPTLY_MS);
    await until('a wake-up fails at once', async () => {
      const { error, ms } = await tryToWake();
      return error instanceof QueueStoreAwayError && ms < 1_000;
    });
    await redis.start();
    await expectReceived();
  });

  test('that has no memory left refuses wake-ups, and is not asked in a hot loop', async () => {
    await startAndReceive();
    await redis.admin.config('SET', 'maxmemory', '1mb');
    const { error, ms } = await tryToWake();
    expect(String(error)).toMatch(/OOM/);
    expect(ms).toBeLessThan(PROMPTLY_MS);
    listener.errors.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(listener.errors.length).toBeLessThan(100);
    await redis.admin.config('SET', 'maxmemory', '0');
    await expectReceived();
  });

  test('that freezes makes a wake-up fail as silent, and is used again when it goes on', async () => {
    await startAndReceive();
    redis.freeze();
    const { error, ms } = await tryToWake();
    expect(error).toBeInstanceOf(QueueStoreSilentError);
    expect(ms).toBeLessThan(PROMPTLY_MS);
    redis.thaw();
    await expectReceived();
  });

  test('whose connections stall delivers again to the same listener', async () => {
    const proxy = await startBehindProxy();
    await proxy.setMode('stall');
    const isGivenUp = ({ message }: Error) => message.startsWith('Socket timeout');
    await until('the silent connection is given up', () => listener.errors.some(isGivenUp));
    await proxy.setMode('pass');
    await expectReceived();
    await proxy.close();
  });

  test('that has fallen silent keeps nobody from closing', async () => {
    const proxy = await startBehindProxy();
    await proxy.setMode('stall');
    const begun = performance.now();
    await listener.close();
    await waker.close();
    expect(performance.now() - begun).toBeLessThan(60_000);
    await proxy.close();
  });
});
