// Opens connections to Redis: the one place that knows how long they may take, when they come back and
// whose certificate is believed.

import { Redis } from 'ioredis';

/** A Redis and how to speak to it. */
export interface RedisStore {
  kind: 'redis';
  /** `redis://…`, `rediss://…` for TLS, or the path of a unix socket. */
  url: string;
  /** Separates installations. */
  prefix: string;
  /** PEM: the CAs under which its certificate is believed; those of the system without it. */
  ca?: string;
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
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Reconnects soon after an outage: lost jobs are looked for every 2 s as well.
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // The owner logs what fails; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return redis;
}
