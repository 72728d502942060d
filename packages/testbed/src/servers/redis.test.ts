import { describe, expect, test } from '@jest/globals';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findLeftovers } from '../../../../scripts/bootstrap/leftovers.mjs';
import { findRedisProgram, startPrivateRedis, useExistingRedis } from './redis.ts';
import { hostForEachTest } from '../testing/process-host.ts';

const program = await findRedisProgram();
const withRedis = program.isUsable ? describe : describe.skip;

const here = hostForEachTest();
const start = () => startPrivateRedis(here().host, join(here().directory, 'redis'));

withRedis('the private Redis (needs redis-server: apt install redis-server)', () => {
  test('keeps every write over a restart and throws nothing away', async () => {
    const first = await start();
    const writer = new Redis(first.url);
    await writer.set('kept', 'yes');
    expect(await writer.config('GET', 'maxmemory-policy')).toEqual([
      'maxmemory-policy',
      'noeviction',
    ]);
    writer.disconnect();
    await first.process!.stop();

    const second = await start();
    const reader = new Redis(second.url);
    expect(await reader.get('kept')).toBe('yes');
    reader.disconnect();
    await second.process!.stop();
  });

  test('refuses everyone without its password, which only the owner can read', async () => {
    const server = await start();
    const bare = new URL(server.url);
    bare.password = '';
    await expect(useExistingRedis(bare.href)).rejects.toThrow(/does not respond \(.*NOAUTH/);
    expect(statSync(join(here().directory, 'redis', 'redis.conf')).mode & 0o777).toBe(0o600);
    await server.process!.stop();
  });

  test('carries the mark of its run', async () => {
    const server = await start();
    expect(findLeftovers(here().directory)).toEqual([server.process!.pid]);
    await server.process!.stop();
  });
});

describe('the Redis of REDIS_URL', () => {
  test('that does not respond ends in a sentence that says what to do', async () => {
    await expect(useExistingRedis('redis://127.0.0.1:1')).rejects.toThrow(
      /does not respond \(.+\): start it, correct the URL, or unset REDIS_URL/,
    );
  });
});
