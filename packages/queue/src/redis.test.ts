import { expect, test } from '@jest/globals';
import { redisStoreOf } from './redis.ts';

const env = { REDIS_URL: 'redis://:secret@any', REDIS_SENTINEL_NAME: 'fiscal', QUEUE_PREFIX: 'p' };

test('sentinels are named by host and port, IPv6 in brackets', () => {
  expect(redisStoreOf(env)).toEqual({ url: env.REDIS_URL, prefix: 'p' });
  const own = { REDIS_SENTINELS: 'a.example:26379, [::1]:26380', REDIS_SENTINEL_PASSWORD: 'other' };
  expect(redisStoreOf({ ...env, ...own })?.sentinels).toEqual({
    at: [
      { host: 'a.example', port: 26_379 },
      { host: '::1', port: 26_380 },
    ],
    name: 'fiscal',
    password: 'other',
  });
});

test.each(['a.example', 'redis://a.example:26379', ':26379', 'a:26379,'])(
  'sentinels that are none are refused: %s',
  (text) => {
    const sentence = 'REDIS_SENTINELS has to be host:port, several with commas between.';
    expect(() => redisStoreOf({ ...env, REDIS_SENTINELS: text })).toThrow(sentence);
  },
);

test('sentinels alone are refused: the URL says user, password and TLS', () => {
  const alone = { ...env, REDIS_URL: undefined, REDIS_SENTINELS: 'a:26379' };
  expect(() => redisStoreOf(alone)).toThrow(/REDIS_SENTINELS is set and REDIS_URL is not/);
});

test('nodes of a cluster are named alike, and fail over without sentinels', () => {
  const REDIS_CLUSTER = 'node-1:6379,[::1]:6380';
  expect(redisStoreOf({ ...env, REDIS_CLUSTER })?.cluster).toEqual([
    { host: 'node-1', port: 6379 },
    { host: '::1', port: 6380 },
  ]);
  const wrong = (more: object) => () => redisStoreOf({ ...env, REDIS_CLUSTER, ...more });
  expect(wrong({ REDIS_CLUSTER: 'node-1' })).toThrow(/^REDIS_CLUSTER has to be host:port/);
  expect(wrong({ REDIS_SENTINELS: 'a:26379' })).toThrow(/are both set/);
  expect(wrong({ REDIS_URL: undefined })).toThrow(/REDIS_CLUSTER is set and REDIS_URL is not/);
});
