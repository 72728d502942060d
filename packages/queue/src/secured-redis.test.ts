// A Redis that asks for a password and speaks TLS alone, with a certificate of a CA of our own.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionRefusalOf } from '../../runtime/src/refused-connection.ts';
import { createWaker, examineEvictionPolicy, openRedis, redisStoreOf } from './waker.ts';
import { QueueStoreAwayError, QueueStoreError } from './store-errors.ts';
import { startEncryptedRedis } from './testing/encrypted-redis.ts';
import type { EncryptedRedis } from './testing/encrypted-redis.ts';
import { hasRedisServer } from './testing/private-redis.ts';
import { expectWakeUp, listening, until } from './testing/wake-ups.ts';

const NO_SENTINELS = { REDIS_SENTINEL_NAME: 'mymaster' };
const PASSWORD = 'a-password-of-redis';
const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a Redis with TLS and a password (needs redis-server: apt install redis-server)', () => {
  let redis: EncryptedRedis;
  let ourCa: string;
  let otherCa: string;
  beforeAll(async () => {
    redis = await startEncryptedRedis(PASSWORD);
    ({ authorityFile: ourCa, otherFile: otherCa } = redis);
  });
  afterAll(() => redis.close());

  const storeOf = (url: string, ca: string | undefined) =>
    redisStoreOf({ REDIS_URL: url, REDIS_TLS_CA: ca, QUEUE_PREFIX: 'secured', ...NO_SENTINELS })!;

  test('with the right CA and password wake-ups go in and come out', async () => {
    const store = storeOf(redis.url, ourCa);
    const troubles: Error[] = [];
    const onError = (error: Error) => troubles.push(error);
    expect(await examineEvictionPolicy(store)).toBeNull();
    const waker = createWaker(store, onError);
    const listener = listening(store);
    await expectWakeUp(waker, () => listener.received());
    await listener.close();
    await waker.close();
    expect([...troubles, ...listener.errors]).toEqual([]);
  });

  test.each([
    ['another CA', () => storeOf(redis.url, otherCa), /CA that is not trusted/],
    ['no CA of its own', () => storeOf(redis.url, undefined), /name its CA, in REDIS_TLS_CA/],
    [
      'a host that the certificate is not for',
      () => storeOf(redis.url.replace('localhost', '127.0.0.1'), ourCa),
      /host of REDIS_URL is none that the server’s certificate is for/,
    ],
    [
      'a wrong password',
      () => storeOf(redis.url.replace(PASSWORD, 'another'), ourCa),
      /user or password is wrong/,
    ],
    [
      'no password',
      () => storeOf(redis.url.replace(`:${PASSWORD}@`, ''), ourCa),
      /asks for a password, and there is none/,
    ],
  ])(
    'with %s nothing is asked of it, and the reason is a sentence',
    async (_what, store, words) => {
      const refused = expect.stringMatching(words);
      const examined = examineEvictionPolicy(store()).catch((error: unknown) => error);
      expect(connectionRefusalOf(await examined, 'REDIS_URL')).toEqual(refused);

      const waker = createWaker(store(), () => undefined);
      let failure: unknown;
      await until('the connection has failed', async () => {
        failure = await waker.ping().catch((error: unknown) => error);
        return failure instanceof QueueStoreAwayError;
      });
      await waker.close();
      expect(connectionRefusalOf(failure, 'REDIS_URL')).toEqual(refused);
    },
  );

  test('handshakes that are given up at any moment break nothing', async () => {
    const store = storeOf(redis.url.replace('localhost', '127.0.0.1'), ourCa);
    for (let count = 0; count < 200; count += 1) {
      const connection = openRedis(store, { maxRetriesPerRequest: 1, lazyConnect: true });
      const refused = expect(connection.connect()).rejects.toThrow('Connection is closed.');
      await sleep((count % 20) / 4);
      connection.disconnect();
      await refused;
    }
  });
});

describe('REDIS_TLS_CA', () => {
  const storeWith = (url: string, ca: string) => () =>
    redisStoreOf({ REDIS_URL: url, REDIS_TLS_CA: ca, QUEUE_PREFIX: 'secured', ...NO_SENTINELS });

  test('is refused where it cannot be read, and where nothing is encrypted', () => {
    const missing = '/nowhere/ca.pem';
    expect(storeWith('rediss://redis:6379', missing)).toThrow(QueueStoreError);
    expect(storeWith('rediss://redis:6379', missing)).toThrow(
      /REDIS_TLS_CA cannot be read: .*ENOENT/,
    );
    expect(storeWith('redis://redis:6379', missing)).toThrow(/REDIS_URL is not encrypted/);
  });
});
