import { afterEach, describe, expect, test } from '@jest/globals';
import { openTcpProxy } from '../../testbed/src/stack/tcp-proxy.ts';
import { examineEvictionPolicy } from './eviction-policy.ts';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import type { PrivateRedis } from './testing/private-redis.ts';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('whether a Redis may be used (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  afterEach(() => redis.close());

  const examined = (url = redis.url) => examineEvictionPolicy({ url, prefix: 'test' });
  async function startWith(policy: string, args: string[] = []): Promise<void> {
    redis = await privateRedis(['--maxmemory-policy', policy, ...args]);
    await redis.start();
  }

  test('one that evicts nothing may', async () => {
    await startWith('noeviction');
    expect(await examined()).toBeNull();
  });

  test.each(['allkeys-lru', 'volatile-lru', 'volatile-ttl'])(
    'one that evicts by %s may not, in a sentence that names the remedy',
    async (policy) => {
      await startWith(policy);
      const { code, sentence } = (await examined())!;
      expect(code).toBe('REDIS_POLICY_EVICTS');
      expect(sentence).toContain(policy);
      expect(sentence).toMatch(/set it to noeviction/);
    },
  );

  test('where CONFIG is forbidden, as by managed services, the policy is read all the same', async () => {
    await startWith('allkeys-lru', ['--rename-command', 'CONFIG', '']);
    expect(await examined()).toMatchObject({ code: 'REDIS_POLICY_EVICTS' });
  });

  test('of one that is away, or never answers, nothing is known within seconds', async () => {
    await startWith('noeviction');
    const proxy = await openTcpProxy(redis.port);
    await proxy.setMode('stall');
    const begun = performance.now();
    await expect(examined(`redis://127.0.0.1:${proxy.port}`)).rejects.toThrow();
    await proxy.close();
    await redis.kill();
    await expect(examined()).rejects.toThrow('Redis can not be reached');
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});
