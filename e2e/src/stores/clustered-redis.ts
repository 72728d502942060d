// Three primaries of a Redis Cluster, of a test's own, and a replica of the one that has the
// queues.

import { eventually, freePort } from '@fiscal/testbed';
import type { Redis } from 'ioredis';
import { certificateIn, connectTo, kill, redisServers } from './redis-servers.ts';

const PASSWORD = 'of-the-cluster';
const SLOTS = 16_384;

export interface ClusteredRedis {
  /** What the processes are given. */
  environment: Record<string, string>;
  /** Of one of the nodes. */
  url: string;
  /** Over TLS: the CA's certificate, a PEM file. */
  tlsCa?: string;
  /** Connections to all nodes. */
  nodes: readonly Redis[];
  /** The node that succeeds the one with the queues. */
  replica: Redis;
  /** Ends the primary that has the queues; resolves when the replica has taken its place. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param keyOfQueues any key with their hash tag.
 * @param transport Over TLS nodes call themselves as their certificate does.
 */
export async function startClusteredRedis(
  keyOfQueues: string,
  transport: 'TCP' | 'TLS' = 'TCP',
): Promise<ClusteredRedis> {
  const servers = redisServers();
  const certificate = transport === 'TLS' ? certificateIn(servers.folder) : null;
  const [scheme, host] = certificate ? ['rediss', 'localhost'] : ['redis', '127.0.0.1'];
  const listensOn = (port: number) =>
    certificate && {
      port: 0,
      'tls-port': port,
      'tls-cluster': 'yes',
      ...Object.fromEntries(certificate.settings),
      'cluster-announce-hostname': host,
      'cluster-preferred-endpoint-type': 'hostname',
    };
  const start = async () => {
    // By itself it takes a port 10 000 above, which may be in use, and then ends.
    const [port, busPort] = [await freePort(), await freePort()];
    const settings = {
      bind: '127.0.0.1',
      port,
      dir: servers.folder,
      dbfilename: `${port}.rdb`,
      save: '',
      requirepass: PASSWORD,
      masterauth: PASSWORD,
      'maxmemory-policy': 'noeviction',
      'cluster-enabled': 'yes',
      'cluster-config-file': `${port}.conf`,
      'cluster-port': busPort,
      'cluster-node-timeout': 1_000,
      'repl-diskless-sync-delay': 0,
      ...listensOn(port),
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const server = servers.start(args);
    const redis = connectTo(`${scheme}://:${PASSWORD}@${host}:${port}`, certificate?.ca);
    await eventually(
      () => redis.ping().catch(String),
      (response) => response === 'PONG',
    );
    return { port, busPort, server, redis };
  };
  const primaries = [await start(), await start(), await start()];
  const replica = await start();
  const all = [...primaries, replica];
  const share = Math.ceil(SLOTS / primaries.length);
  for (const [index, { redis }] of primaries.entries()) {
    const last = Math.min((index + 1) * share, SLOTS) - 1;
    await redis.call('cluster', 'addslotsrange', index * share, last);
    await redis.call('cluster', 'set-config-epoch', index + 1);
  }
  for (const { port, busPort } of all.slice(1)) {
    await all[0]!.redis.call('cluster', 'meet', '127.0.0.1', port, busPort);
  }
  const slot = await replica.redis.cluster('KEYSLOT', keyOfQueues);
  const owner = primaries[Math.floor(slot / share)]!;
  const isKnown = (known: string) => known.includes(`cluster_known_nodes:${all.length}`);
  for (const { redis } of all) await eventually(() => redis.cluster('INFO'), isKnown);
  await replica.redis.cluster('REPLICATE', await owner.redis.cluster('MYID'));
  const isUp = (info: string) => info.includes('master_link_status:up');
  await eventually(() => replica.redis.info('replication'), isUp);
  for (const { redis } of all) {
    await eventually(
      () => redis.cluster('INFO'),
      (info) => info.includes('cluster_state:ok'),
    );
  }
  return {
    environment: { REDIS_CLUSTER: primaries.map(({ port }) => `${host}:${port}`).join(',') },
    url: `${scheme}://:${PASSWORD}@${host}:${all[0]!.port}`,
    ...(certificate && { tlsCa: certificate.authorityFile }),
    nodes: all.map(({ redis }) => redis),
    replica: replica.redis,
    async failOver() {
      await kill(owner.server);
      await eventually(
        () => replica.redis.info('replication'),
        (info) => info.includes('role:master'),
      );
    },
    async close() {
      for (const { redis } of all) redis.disconnect();
      await servers.close();
    },
  };
}
