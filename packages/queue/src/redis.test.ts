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
