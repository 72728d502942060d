// A primary and a replica of Redis with three sentinels, of a test's own.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@fiscal/testbed';
import { Redis } from 'ioredis';

const GROUP = 'fiscal-test';

/** Both servers have it, and the sentinels another one. */
const PASSWORD = 'of-the-servers';
const SENTINEL_PASSWORD = 'of-the-sentinels';

export interface SentinelRedis {
  /** What the processes are given. */
  environment: Record<string, string>;
  /** The URL of the first primary. */
  primaryUrl: string;
  /** A connection to what was the replica. */
  replica: Redis;
  /** Ends the primary without warning; resolves when the replica has taken its place. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

export async function startSentinelRedis(): Promise<SentinelRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-sentinel-'));
  const started: ChildProcess[] = [];
  const start = (name: string, settings: string[], ...args: string[]) => {
    const file = join(folder, `${name}.conf`);
    writeFileSync(file, ['bind 127.0.0.1', `dir ${folder}`, ...settings].join('\n'));
    const server = spawn('redis-server', [file, ...args], { stdio: 'ignore' });
    started.push(server);
    return server;
  };
  const serverSettings = (port: number) => [
    `port ${port}`,
    ...[`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`],
    ...['save ""', 'maxmemory-policy noeviction', 'repl-diskless-sync-delay 0'],
    // Of two in one folder.
    `dbfilename ${port}.rdb`,
  ];
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const primaryUrl = `redis://:${PASSWORD}@127.0.0.1:${primaryPort}`;
  const primary = start('primary', serverSettings(primaryPort));
  const follows = `replicaof 127.0.0.1 ${primaryPort}`;
  start('replica', [...serverSettings(replicaPort), follows]);
  const replica = open(`redis://:${PASSWORD}@127.0.0.1:${replicaPort}`);
  await eventually(
    () => replica.info('replication').catch(() => ''),
    (info) => info.includes('master_link_status:up'),
  );
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) {
    const watched = [
      `sentinel monitor ${GROUP} 127.0.0.1 ${primaryPort} 2`,
      `sentinel auth-pass ${GROUP} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${GROUP} 1000`,
      `sentinel failover-timeout ${GROUP} 5000`,
    ];
    const own = [`port ${port}`, `requirepass ${SENTINEL_PASSWORD}`];
    start(`sentinel-${port}`, [...own, ...watched], '--sentinel');
  }
  await Promise.all(ports.map(untilSentinelsKnowAll));
  return {
    environment: {
      REDIS_SENTINELS: ports.map((port) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_NAME: GROUP,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    primaryUrl,
    replica,
    async failOver() {
      const ended = once(primary, 'exit');
      primary.kill('SIGKILL');
      await ended;
      await eventually(
        () => replica.info('replication').catch(() => ''),
        (info) => info.includes('role:master'),
      );
    },
    async close() {
      replica.disconnect();
      for (const server of started) {
        if (server.exitCode !== null || server.signalCode !== null) continue;
        const ended = once(server, 'exit');
        server.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function open(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, retryStrategy: () => 50 });
  return redis.on('error', () => undefined);
}

/** Before that they could not agree on a new primary. */
async function untilSentinelsKnowAll(port: number): Promise<void> {
  const sentinel = open(`redis://:${SENTINEL_PASSWORD}@127.0.0.1:${port}`);
  const known = /status=ok,.*slaves=1,sentinels=3/;
  await eventually(
    () => sentinel.info('sentinel').catch(() => ''),
    (info) => known.test(info),
  );
  sentinel.disconnect();
}
