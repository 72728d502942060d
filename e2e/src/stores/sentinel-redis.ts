// A primary and a replica of Redis with three sentinels, of a test's own.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePort } from '@fiscal/testbed';
import type { Redis } from 'ioredis';
import { certificateIn, connectTo, kill, redisServers } from './redis-servers.ts';

const GROUP = 'fiscal-test';

/** Both servers have it, and the sentinels another one. */
const PASSWORD = 'of-the-servers';
const SENTINEL_PASSWORD = 'of-the-sentinels';

export interface SentinelRedis {
  /** What the processes are given. */
  environment: Record<string, string>;
  /** The URL of the first primary; over TLS with the CA's certificate beside it, a PEM file. */
  primary: { redisUrl: string; redisTlsCa?: string };
  /** A connection to what was the replica. */
  replica: Redis;
  /** Ends the primary without warning; resolves when the replica has taken its place. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

/** @param transport Over TLS servers and sentinels name each other as their certificate does. */
export async function startSentinelRedis(transport: 'TCP' | 'TLS'): Promise<SentinelRedis> {
  const servers = redisServers();
  const { folder } = servers;
  const start = (name: string, settings: string[], ...args: string[]) => {
    const file = join(folder, `${name}.conf`);
    writeFileSync(file, ['bind 127.0.0.1', `dir ${folder}`, ...settings].join('\n'));
    return servers.start([file, ...args]);
  };
  const certificate = transport === 'TLS' ? certificateIn(folder) : null;
  const [scheme, host] = certificate ? ['rediss', 'localhost'] : ['redis', '127.0.0.1'];
  const listensOn = (port: number) =>
    certificate
      ? ['port 0', `tls-port ${port}`, ...certificate.settings.map((setting) => setting.join(' '))]
      : [`port ${port}`];
  const openOn = (port: number, password: string) =>
    connectTo(`${scheme}://:${password}@${host}:${port}`, certificate?.ca);
  const serverSettings = (port: number) => [
    ...listensOn(port),
    `requirepass ${PASSWORD}`,
    `masterauth ${PASSWORD}`,
    'save ""',
    'maxmemory-policy noeviction',
    'repl-diskless-sync-delay 0',
    // Of two in one folder.
    `dbfilename ${port}.rdb`,
    ...(certificate ? ['replica-announce-ip localhost'] : []),
  ];
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const primary = start('primary', serverSettings(primaryPort));
  const follows = `replicaof ${host} ${primaryPort}`;
  start('replica', [...serverSettings(replicaPort), follows]);
  const replica = openOn(replicaPort, PASSWORD);
  await eventually(
    () => replica.info('replication').catch(() => ''),
    (info) => info.includes('master_link_status:up'),
  );
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) {
    const watched = [
      ...(certificate ? ['sentinel resolve-hostnames yes', 'sentinel announce-hostnames yes'] : []),
      ...(certificate ? ['sentinel announce-ip localhost'] : []),
      `sentinel monitor ${GROUP} ${host} ${primaryPort} 2`,
      `sentinel auth-pass ${GROUP} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${GROUP} 1000`,
      `sentinel failover-timeout ${GROUP} 5000`,
    ];
    const own = [...listensOn(port), `requirepass ${SENTINEL_PASSWORD}`];
    start(`sentinel-${port}`, [...own, ...watched], '--sentinel');
  }
  await Promise.all(ports.map((port) => untilItKnowsAll(openOn(port, SENTINEL_PASSWORD))));
  return {
    environment: {
      REDIS_SENTINELS: ports.map((port) => `${host}:${port}`).join(','),
      REDIS_SENTINEL_NAME: GROUP,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    primary: {
      redisUrl: `${scheme}://:${PASSWORD}@${host}:${primaryPort}`,
      ...(certificate && { redisTlsCa: certificate.authorityFile }),
    },
    replica,
    async failOver() {
      await kill(primary);
      await eventually(
        () => replica.info('replication').catch(() => ''),
        (info) => info.includes('role:master'),
      );
    },
    async close() {
      replica.disconnect();
      await servers.close();
    },
  };
}

/** Before that they could not agree on a new primary. */
async function untilItKnowsAll(sentinel: Redis): Promise<void> {
  const known = /status=ok,.*slaves=1,sentinels=3/;
  await eventually(
    () => sentinel.info('sentinel').catch(() => ''),
    (info) => known.test(info),
  );
  sentinel.disconnect();
}
