// Opens connections to Redis: the one place that knows how long they may take, when they come back
// and whose certificate is believed.

import { Cluster, Redis } from 'ioredis';
import type { SentinelConnectionOptions, StandaloneConnectionOptions } from 'ioredis';
import { SentinelConnector, StandaloneConnector } from 'ioredis/built/connectors/index.js';
import { readFileSync } from 'node:fs';
import { QueueStoreError } from './store-errors.ts';

/** A Redis and how to speak to it. */
export interface RedisStore {
  /** `redis://…`, `rediss://…` for TLS, or the path of a unix socket. */
  url: string;
  /** Separates installations. */
  prefix: string;
  /** PEM: the CAs under which its certificate is believed; those of the system without it. */
  ca?: string;
  /** They say where the primary is; the host of `url` counts for nothing then. */
  sentinels?: Sentinels;
  /** Some nodes of a cluster, which know the others; the host of `url` counts for nothing then. */
  cluster?: Host[];
}

interface Host {
  host: string;
  port: number;
}

interface Sentinels {
  at: Host[];
  /** What they call the primary with its replicas. */
  name: string;
  /** Their own, which is not the servers'. */
  password?: string;
}

interface RedisEnv {
  REDIS_URL?: string | undefined;
  REDIS_TLS_CA?: string | undefined;
  REDIS_SENTINELS?: string | undefined;
  REDIS_SENTINEL_NAME: string;
  REDIS_SENTINEL_PASSWORD?: string | undefined;
  REDIS_CLUSTER?: string | undefined;
  QUEUE_PREFIX: string;
}

/**
 * The Redis that the environment names; null where none is.
 * @throws QueueStoreError where REDIS_TLS_CA, REDIS_SENTINELS or REDIS_CLUSTER cannot be used.
 */
export function redisStoreOf(env: RedisEnv): RedisStore | null {
  const { REDIS_URL: url, REDIS_TLS_CA: file, QUEUE_PREFIX: prefix } = env;
  const { REDIS_SENTINELS, REDIS_CLUSTER } = env;
  const lone = Object.entries({ REDIS_SENTINELS, REDIS_CLUSTER }).find(([, value]) => value);
  if (url === undefined) {
    if (lone === undefined) return null;
    throw new QueueStoreError(
      `${lone[0]} is set and REDIS_URL is not, which says user, password and TLS of the servers.`,
    );
  }
  if (REDIS_SENTINELS !== undefined && REDIS_CLUSTER !== undefined) {
    throw new QueueStoreError(
      'REDIS_SENTINELS and REDIS_CLUSTER are both set: a cluster fails over by itself.',
    );
  }
  const cluster = hostsOf('REDIS_CLUSTER', REDIS_CLUSTER);
  return {
    url,
    prefix,
    ...authorityOf(url, file),
    ...sentinelsOf(env),
    ...(cluster && { cluster }),
  };
}

function sentinelsOf(env: RedisEnv): { sentinels?: Sentinels } {
  const at = hostsOf('REDIS_SENTINELS', env.REDIS_SENTINELS);
  if (at === undefined) return {};
  const { REDIS_SENTINEL_NAME: name, REDIS_SENTINEL_PASSWORD: password } = env;
  return { sentinels: { at, name, ...(password === undefined ? {} : { password }) } };
}

function hostsOf(name: string, text: string | undefined): Host[] | undefined {
  return text?.split(',').map((each) => {
    const [, host, port] = /^\s*([^\s:]+|\[[\da-f:]+\]):(\d{1,5})\s*$/i.exec(each) ?? [];
    if (host === undefined) {
      throw new QueueStoreError(`${name} has to be host:port, several with commas between.`);
    }
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
}

function authorityOf(redisUrl: string, file: string | undefined): { ca?: string } {
  if (file === undefined) return {};
  if (!redisUrl.startsWith('rediss://')) {
    throw new QueueStoreError(
      'REDIS_TLS_CA is set, but REDIS_URL is not encrypted: it has to begin with rediss://.',
    );
  }
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new QueueStoreError(`REDIS_TLS_CA cannot be read: ${reason}`, { cause });
  }
}

/**
 * ioredis takes one error of each socket. A TLS handshake that is given up brings a second one,
 * which would end the process.
 */
class Connector extends StandaloneConnector {
  // ioredis passes its options as unknown.
  constructor(options: unknown) {
    super(options as StandaloneConnectionOptions);
  }

  override async connect(
    ...reported: Parameters<StandaloneConnector['connect']>
  ): ReturnType<StandaloneConnector['connect']> {
    const socket = await super.connect(...reported);
    return socket.on('error', () => undefined);
  }
}

/** The same where sentinels say which server it is. */
class ConnectorBySentinel extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override async connect(
    ...reported: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    const socket = await super.connect(...reported);
    return socket.on('error', () => undefined);
  }
}

/** Where a server is found, and how it and the sentinels prove themselves. */
function way({ url, ca, sentinels }: RedisAddress) {
  const tls = ca === undefined ? {} : { tls: { ca } };
  if (sentinels === undefined) return { ...tls, Connector };
  const { at, name, password } = sentinels;
  return {
    Connector: ConnectorBySentinel,
    sentinels: at,
    name,
    // One that hangs is left for the next.
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    ...(password === undefined ? {} : { sentinelPassword: password }),
    // What the URL says of TLS is of the servers and the sentinels alike.
    ...(url.startsWith('rediss://')
      ? { enableTLSForSentinelMode: true, tls: { ca }, sentinelTLS: { ca } }
      : {}),
  };
}

type RedisAddress = Pick<RedisStore, 'url' | 'ca' | 'sentinels' | 'cluster'>;

/**
 * Where BullMQ keeps the keys of the queues. The braces make it one slot of a cluster, which its
 * scripts need.
 */
export function queueKeysOf({ prefix }: Pick<RedisStore, 'prefix'>): string {
  return `{${prefix}}`;
}

/** How long a connection may take to come about. */
const CONNECT_TIMEOUT_MS = 3_000;
/** How often a cluster is asked which node has what. */
const SLOTS_REFRESH_MS = 5_000;

interface ConnectionOptions {
  maxRetriesPerRequest: number | null;
  enableOfflineQueue?: boolean;
  lazyConnect?: boolean;
  socketTimeout?: number;
  commandTimeout?: number;
}

/** A connection to one server, or to a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * A connection that comes back by itself. Over TLS nothing is sent to a host that is not proved.
 */
export function openRedis(address: RedisAddress, options: ConnectionOptions): RedisClient {
  const redis = address.cluster
    ? openCluster(address.cluster, address, options)
    : new Redis(address.url, {
        ...options,
        ...way(address),
        connectTimeout: CONNECT_TIMEOUT_MS,
        retryStrategy: reconnectAfterMs,
      });
  // The owner logs what fails; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return redis;
}

/** Reconnects soon after an outage. */
function reconnectAfterMs(attempt: number): number {
  return Math.min(attempt * 100, 2_000);
}

function openCluster(
  nodes: Host[],
  { url, ca }: RedisAddress,
  { enableOfflineQueue = true, lazyConnect = false, ...options }: ConnectionOptions,
): Cluster {
  const { protocol, username, password } = new URL(url);
  const redisOptions = {
    ...options,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: { ca } }),
    Connector,
    connectTimeout: CONNECT_TIMEOUT_MS,
  };
  const clusterRetryStrategy = reconnectAfterMs;
  return new Cluster(nodes, {
    redisOptions,
    enableOfflineQueue,
    lazyConnect,
    clusterRetryStrategy,
    // The socket resolves a name: a certificate is held against the name, not against an address.
    dnsLookup: (host, done) => done(null, host),
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    // A primary that died is known by its successor alone.
    slotsRefreshInterval: SLOTS_REFRESH_MS,
  });
}
