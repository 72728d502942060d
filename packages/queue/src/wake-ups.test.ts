// Wake-ups between processes, over a redis-server of this test's own.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import type { RedisStore } from './redis.ts';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import type { PrivateRedis } from './testing/private-redis.ts';
import { listening, until } from './testing/wake-ups.ts';
import type { Listening } from './testing/wake-ups.ts';
import { createWaker } from './waker.ts';
import type { Waker } from './waker.ts';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a wake-up (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  let store: RedisStore;
  let waker: Waker;
  let processes: Listening[];
  beforeEach(async () => {
    redis = await privateRedis();
    await redis.start();
    store = { url: redis.url, prefix: 'test' };
    waker = createWaker(store, () => undefined);
    const isThere = () =>
      waker.ping().then(
        () => true,
        () => false,
      );
    await until('Redis takes questions', isThere);
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((each) => each.close()));
    await waker.close();
    await redis.close();
  });
  function listen(wake?: () => Promise<unknown>): Listening {
    const process = listening(store, wake);
    processes.push(process);
    return process;
  }
  const waiting = async () => redis.admin.llen('{test}:fiscalization:wait');

  test('is received by one process, once', async () => {
    const [one, other] = [listen(), listen()];
    await waker.wake('fiscalization');
    await until('it is received', () => one.received() + other.received() > 0);
    await until('nothing is left of it', async () => (await waiting()) === 0);
    expect(one.received() + other.received()).toBe(1);
  });

  test('says of which version it is', async () => {
    await waker.wake('fiscalization');
    const [job] = await redis.admin.lrange('{test}:fiscalization:wait', 0, -1);
    expect(await redis.admin.hget(`{test}:fiscalization:${job}`, 'data')).toBe('{"v":1}');
  });

  test.each([
    ['another name and a payload', 'look', { v: 2, companies: ['1'] }, {}],
    ['nothing', '', null, {}],
    ['garbage', '\u0001💥', '\uFFFD'.repeat(500), { attempts: 7 }],
  ])('of another release, with %s, is one like any other', async (_, name, data, options) => {
    const process = listen();
    const connection = { url: redis.url, maxRetriesPerRequest: null };
    const other = new Queue('fiscalization', { connection, prefix: '{test}' });
    await other.add(name, data, options);
    await other.close();
    await until('it is received', () => process.received() === 1);
    await waker.wake('fiscalization');
    await until('the next one is received', () => process.received() === 2);
    expect(process.errors).toEqual([]);
  });

  test('waits once, however often a lane is woken without a listener', async () => {
    for (let i = 0; i < 50; i += 1) await waker.wake('fiscalization');
    expect(await waiting()).toBe(1);
  });

  test('is not taken by a process whose places are all busy while another one is idle', async () => {
    const { promise, resolve: release } = Promise.withResolvers<null>();
    const busy = listen(() => promise);
    await waker.wake('fiscalization');
    await until('the first is taken', () => busy.received() === 1);
    const idle = listen();
    for (const count of [1, 2, 3]) {
      await waker.wake('fiscalization');
      await until('the idle one receives it', () => idle.received() === count);
    }
    expect(busy.received()).toBe(1);
    release(null);
  });

  test('that comes while an earlier one is processed is received after it', async () => {
    const { promise, resolve: release } = Promise.withResolvers<null>();
    const process = listen(() => (process.received() === 1 ? promise : Promise.resolve()));
    await waker.wake('fiscalization');
    await until('the first is processed', () => process.received() === 1);
    await waker.wake('fiscalization');
    expect(process.received()).toBe(1);
    release(null);
    await until('the second is received', () => process.received() === 2);
  });

  test('whose process died over it keeps later ones from nobody for long', async () => {
    // As one leaves it that dies between taking it and taking its mark away.
    await waker.wake('fiscalization');
    await redis.admin.lpop('{test}:fiscalization:wait');
    const process = listen();
    await until('a later one is received', async () => {
      await waker.wake('fiscalization');
      return process.received() > 0;
    });
  });
});
