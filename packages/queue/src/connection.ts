// Where the queues live: Redis, or BullMQ's own PostgreSQL backend where no Redis is to be had. All
// times of patience with a store stand here. Nothing here decides what a job does.

import { readFileSync } from 'node:fs';
import { createPostgresBackend, Queue } from 'bullmq';
import type { JobsOptions, Processor, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { AttentiveWorker } from './attentive-worker.ts';
import type { FoundNothing } from './attentive-worker.ts';
import type { JobPayload, QueueName } from './jobs.ts';
import { QUEUE_SCHEMA } from './prepare-tables.ts';
import { openRedis } from './redis.ts';
import type { RedisStore } from './redis.ts';
import { QueueStoreAwayError, QueueStoreError, QueueStoreSilentError } from './store-errors.ts';

/** Exactly one of the two stores. */
export type QueueStore =
  | RedisStore
  /** `postgresql://…`; the schema holds the queue's own tables. */
  | { kind: 'postgresql'; url: string; schema: string };

/** How long a connection to PostgreSQL may take to come about. */
const CONNECT_TIMEOUT_MS = 3_000;
/** A producer's connection that owes an answer for so long is given up and made anew. */
const PRODUCER_SOCKET_TIMEOUT_MS = 5_000;
/** Longer than a consumer may be kept waiting on purpose: BullMQ blocks for 10 s at most. */
const CONSUMER_SOCKET_TIMEOUT_MS = 15_000;
/** The same for PostgreSQL, where nothing blocks. */
const QUERY_TIMEOUT_MS = 10_000;

/**
 * The store named by the environment: REDIS_URL first, QUEUE_DATABASE_URL else.
 * @throws QueueStoreError where none is named, or REDIS_TLS_CA cannot be used.
 */
export function queueStoreOf(env: {
  REDIS_URL?: string | undefined;
  REDIS_TLS_CA?: string | undefined;
  QUEUE_DATABASE_URL?: string | undefined;
  QUEUE_PREFIX: string;
}): QueueStore {
  const { REDIS_URL: redisUrl, QUEUE_DATABASE_URL: databaseUrl, QUEUE_PREFIX: prefix } = env;
  if (redisUrl !== undefined) {
    return { kind: 'redis', url: redisUrl, prefix, ...authorityOf(redisUrl, env.REDIS_TLS_CA) };
  }
  if (databaseUrl !== undefined) {
    return { kind: 'postgresql', url: databaseUrl, schema: QUEUE_SCHEMA };
  }
  throw new QueueStoreError('Set REDIS_URL, or QUEUE_DATABASE_URL where there is no Redis.');
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

/** What a producer asks of a queue, whichever store it is in. */
export interface OpenQueue {
  add(name: string, data: JobPayload, options: JobsOptions): Promise<unknown>;
  /** `unknown` where there is no such job. */
  getJobState(jobId: string): Promise<string>;
  getWaitingCount(): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A producer's way to the store; all its queues share it. */
export interface ProducerConnection {
  openQueue(name: QueueName): OpenQueue;
  /** Throws where it is known that no answer would come. */
  assertReachable(): void;
  disconnect(): void;
}

/** With the store away a question fails at once instead of waiting for its return. */
export function connectProducer(store: QueueStore): ProducerConnection {
  if (store.kind === 'postgresql') {
    const connection = postgresConnection(store);
    return {
      openQueue: (name) => new Queue(name, { connection }, createPostgresBackend),
      assertReachable: () => undefined,
      disconnect: () => undefined,
    };
  }
  const connection = openRedis(store, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    socketTimeout: PRODUCER_SOCKET_TIMEOUT_MS,
  });
  const { prefix } = store;
  const troubleOf = watchTrouble(connection);
  return {
    openQueue: (name) => new Queue<JobPayload, void>(name, { connection, prefix }),
    assertReachable() {
      const cause = troubleOf();
      if (!cause) return;
      // A connection was made and nothing came back over it: more than a store that is away.
      if (cause.message.startsWith('Socket timeout')) {
        throw new QueueStoreSilentError('The queue store does not answer.', { cause });
      }
      throw new QueueStoreAwayError(`The queue store can not be reached: ${cause.message}`, {
        cause,
      });
    },
    disconnect: () => {
      connection.disconnect();
    },
  };
}

/** A worker on a queue. It waits for a store that is away as long as it takes. */
export function openWorker(
  store: QueueStore,
  name: QueueName,
  processor: Processor<JobPayload, void>,
  options: Omit<WorkerOptions, 'connection' | 'prefix'> & { onFoundNothing: FoundNothing },
) {
  const { onFoundNothing, ...others } = options;
  if (store.kind === 'redis') {
    const connection = openRedis(store, {
      maxRetriesPerRequest: null,
      socketTimeout: CONSUMER_SOCKET_TIMEOUT_MS,
    });
    const own = { ...others, connection, prefix: store.prefix };
    const worker = new AttentiveWorker(name, processor, own, onFoundNothing);
    return {
      worker,
      disconnect: () => {
        connection.disconnect();
      },
    };
  }
  const own = { ...others, connection: postgresConnection(store) };
  const worker = new AttentiveWorker(name, processor, own, onFoundNothing, createPostgresBackend);
  return { worker, disconnect: () => undefined };
}

/** Why the connection is not there; undefined while it is, and before the first attempt has failed. */
function watchTrouble(connection: Redis): () => Error | undefined {
  let trouble: Error | undefined;
  connection.on('error', (error: Error) => {
    trouble = error;
  });
  connection.on('close', () => {
    trouble ??= new Error('the store closed the connection');
  });
  connection.on('ready', () => {
    trouble = undefined;
  });
  return () => trouble;
}

function postgresConnection(store: { url: string; schema: string }) {
  return {
    connectionString: store.url,
    schema: store.schema,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  };
}
