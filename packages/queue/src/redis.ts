// Opens connections to Redis: the one place that knows how long they may take, when they come back and
// whose certificate is believed.

import { Redis } from 'ioredis';
import type { StandaloneConnectionOptions } from 'ioredis';
import { StandaloneConnector } from 'ioredis/built/connectors/index.js';
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
}

/**
 * The Redis that the environment names; null where none is.
 * @throws QueueStoreError where REDIS_TLS_CA cannot be used.
 */
export function redisStoreOf(env: {
  REDIS_URL?: string | undefined;
  REDIS_TLS_CA?: string | undefined;
  QUEUE_PREFIX: string;
}): RedisStore | null {
  const { REDIS_URL: url, REDIS_TLS_CA: file, QUEUE_PREFIX: prefix } = env;
  if (url === undefined) return null;
  return { url, prefix, ...authorityOf(url, file) };
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
 * ioredis takes one error of each socket. A TLS handshake that is given up brings a second one, which
 * would end the process.
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

/** How long a connection may take to come about. */
const CONNECT_TIMEOUT_MS = 3_000;

/** A connection that comes back by itself. Over TLS nothing is sent to a host that is not proved. */
export function openRedis(
  { url, ca }: Pick<RedisStore, 'url' | 'ca'>,
  options: {
    maxRetriesPerRequest: number | null;
    enableOfflineQueue?: boolean;
    lazyConnect?: boolean;
    socketTimeout?: number;
    commandTimeout?: number;
  },
): Redis {
  const redis = new Redis(url, {
    ...options,
    ...(ca === undefined ? {} : { tls: { ca } }),
    Connector,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Reconnects soon after an outage.
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // The owner logs what fails; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return redis;
}
