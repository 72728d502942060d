// What stands outside the database, in a redis-server of this test's own.

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openLastNumberStore } from './last-number.ts';
import type { LastNumberStore } from './last-number.ts';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import type { PrivateRedis } from './testing/private-redis.ts';

const withRedis = hasRedisServer ? test : test.skip;
let redis: PrivateRedis;
let store: LastNumberStore;
beforeEach(async () => {
  redis = await privateRedis();
  await redis.start();
  store = openLastNumberStore({ url: redis.url, prefix: 'test' });
});
afterEach(async () => {
  store.close();
  await redis.close();
});

withRedis('the later number is kept, in whatever order they come', async () => {
  expect(await store.keep('one', null)).toBeNull();
  const [early, late] = [1_795_630_800_123, 1_795_630_800_124];
  expect(await store.keep('one', { at: late, text: 'late' })).toBe('late');
  expect(await store.keep('one', { at: early, text: 'early' })).toBe('late');
  expect(await store.keep('one', null)).toBe('late');
  expect(await store.keep('one', { at: late + 1, text: 'later' })).toBe('later');
  expect(await store.keep('another', { at: early, text: 'its own' })).toBe('its own');
});

withRedis('of a Redis that is away, the number is not kept, and later it is', async () => {
  await redis.kill();
  await expect(store.keep('one', { at: 1, text: 'first' })).rejects.toThrow();
  await redis.start();
  while ((await store.keep('one', { at: 1, text: 'first' }).catch(() => null)) === null);
  expect(await store.keep('one', null)).toBe('first');
});
