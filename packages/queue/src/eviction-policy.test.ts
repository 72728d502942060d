import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openTcpProxy } from '../../testbed/src/stack/tcp-proxy.ts';
import { hasRedisServer, privateRedis } from './testing/private-redis.ts';
import type { PrivateRedis } from './testing/private-redis.ts';
import { QueueStoreError } from './store-errors.ts';
import { assertUsable } from './usable.ts';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('whether a Redis may hold jobs (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  let troubles: Error[];
  beforeEach(() => {
    troubles = [];
  });
  afterEach(() => redis.close());

  /** What `assertUsable` ends with; null where the Redis may be used. */
  async function verdict(url = redis.url): Promise<Error | null> {
    const store = { url, prefix: 'test' };
    return assertUsable(store, (error) => troubles.push(error)).then(
      () => null,
      (error: unknown) => error as Error,
    );
  }
  async function startWith(policy: string, args: string[] = []): Promise<void> {
    redis = await privateRedis(['--maxmemory-policy', policy, ...args]);
    await redis.start();
  }

  test('one that evicts nothing may', async () => {
    await startWith('noeviction');
    expect(await verdict()).toBeNull();
    expect(troubles).toEqual([]);
  });

  test.each(['allkeys-lru', 'volatile-lru', 'volatile-ttl'])(
    'one that evicts by %s may not, in a sentence that names the remedy',
    async (policy) => {
      await startWith(policy);
      const error = await verdict();
      expect(error).toBeInstanceOf(QueueStoreError);
      expect(error!.message).toContain(policy);
      expect(error!.message).toMatch(/set it to noeviction/);
    },
  );

  test('where CONFIG is forbidden, as by managed services, the policy is read all the same', async () => {
    await startWith('allkeys-lru', ['--rename-command', 'CONFIG', '']);
    expect(await verdict()).toBeInstanceOf(QueueStoreError);
  });

  test('one that is away, or never answers, does not hold up a start', async () => {
    await startWith('noeviction');
    const proxy = await openTcpProxy(redis.port);
    await proxy.setMode('stall');
    const begun = performance.now();
    expect(await verdict(`redis://127.0.0.1:${proxy.port}`)).toBeNull();
    await proxy.close();
    await redis.kill();
    expect(await verdict()).toBeNull();
    expect(troubles).toHaveLength(2);
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});
