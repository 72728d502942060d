// Where the queues live: Redis, or BullMQ's own PostgreSQL backend where no Redis is to be had.

import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { Processor, WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobPayload, QueueName } from './jobs.ts';

/** Exactly one of the two stores. */
export type QueueStore =
  /** `redis://…`, `rediss://…`, or the path of a unix socket; the prefix separates installations. */
  | { kind: 'redis'; url: string; prefix: string }
  /** `postgresql://…`; the schema holds the queue's own tables. */
  | { kind: 'postgresql'; url: string; schema: string };

/** A queue store that must not be used, or is not there. `message` says what to do. */
export class QueueStoreError extends Error {
  readonly code = 'QUEUE_STORE_UNUSABLE';
  override readonly name = 'QueueStoreError';
}

/** The store named by the environment: REDIS_URL first, QUEUE_DATABASE_URL else. */
export function queueStoreOf(env: {
  REDIS_URL?: string | undefined;
  QUEUE_DATABASE_URL?: string | undefined;
  QUEUE_PREFIX: string;
}): QueueStore {
  const { REDIS_URL: redisUrl, QUEUE_DATABASE_URL: databaseUrl, QUEUE_PREFIX: prefix } = env;
  if (redisUrl !== undefined) return { kind: 'redis', url: redisUrl, prefix };
  if (databaseUrl !== undefined) return { kind: 'postgresql', url: databaseUrl, schema: 'queue' };
  throw new QueueStoreError('Set REDIS_URL, or QUEUE_DATABASE_URL where there is no Redis.');
}

/** A queue to add to. With Redis away an add fails at once instead of waiting for its return. */
export function openQueue(store: QueueStore, name: QueueName) {
  if (store.kind === 'redis') {
    const connection = openRedis(store.url, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
    const { prefix } = store;
    const queue = new Queue<JobPayload, void>(name, { connection, prefix });
    return {
      queue,
      closeConnection: () => {
        connection.disconnect();
      },
    };
  }
  const connection = postgresConnection(store);
  const queue = new Queue(name, { connection }, createPostgresBackend);
  return { queue, closeConnection: () => undefined };
}

/** A worker on a queue. It waits for a store that is away as long as it takes. */
export function openWorker(
  store: QueueStore,
  name: QueueName,
  processor: Processor<JobPayload, void>,
  options: Omit<WorkerOptions, 'connection' | 'prefix'>,
) {
  if (store.kind === 'redis') {
    const connection = openRedis(store.url, { maxRetriesPerRequest: null });
    const { prefix } = store;
    const worker = new Worker<JobPayload, void>(name, processor, {
      ...options,
      connection,
      prefix,
    });
    return {
      worker,
      closeConnection: () => {
        connection.disconnect();
      },
    };
  }
  const connection = postgresConnection(store);
  const worker = new Worker(name, processor, { ...options, connection }, createPostgresBackend);
  return { worker, closeConnection: () => undefined };
}

/**
 * Refuses a Redis that may evict keys: a pointer that vanishes delays a sale until the sweep. A
 * Redis that is away is no reason not to start: work is written down and pointed at on its return.
 * @throws QueueStoreError
 */
export async function assertUsable(
  store: QueueStore,
  onUnreachable: (error: Error) => void,
): Promise<void> {
  if (store.kind === 'postgresql') return;
  const redis = openRedis(store.url, { maxRetriesPerRequest: 1, lazyConnect: true });
  try {
    await redis.connect().catch((cause: unknown) => {
      throw new Error('Redis can not be reached', { cause });
    });
    const [, policy] = await redis.config('GET', 'maxmemory-policy');
    if (policy !== undefined && policy !== 'noeviction') {
      throw new QueueStoreError(
        `Redis has the maxmemory-policy ${policy}, which throws away jobs; set it to noeviction.`,
      );
    }
  } catch (error) {
    if (error instanceof QueueStoreError) throw error;
    onUnreachable(error instanceof Error ? error : new Error(String(error)));
  } finally {
    redis.disconnect();
  }
}

function openRedis(
  url: string,
  options: {
    maxRetriesPerRequest: number | null;
    enableOfflineQueue?: boolean;
    lazyConnect?: boolean;
  },
): Redis {
  const redis = new Redis(url, {
    ...options,
    // Reconnects soon after an outage: the longest pause stays well below the sweep's promise.
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // The owner logs what fails; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return redis;
}

function postgresConnection(store: { url: string; schema: string }) {
  return { connectionString: store.url, schema: store.schema, migrate: true };
}
