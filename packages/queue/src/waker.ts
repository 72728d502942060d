// Wakes lanes over Redis. A wake-up does not decide what is to be done: that has been written to
// PostgreSQL before.

import { Queue } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import { LANES } from './lanes.ts';
import type { LaneName } from './lanes.ts';
import { openRedis, queueKeysOf } from './redis.ts';
import type { RedisClient, RedisStore } from './redis.ts';
import { replyWithin, QueueStoreAwayError, QueueStoreSilentError } from './store-errors.ts';

export { publishChanges, subscribeToChanges } from './change-news.ts';
export type { ChangePublisher } from './change-news.ts';
export { LANES_OF_ROLE, SALES_LANES } from './lanes.ts';
export type { LaneName } from './lanes.ts';
export { openRedis, redisStoreOf } from './redis.ts';
export type { RedisStore } from './redis.ts';
export { examineEvictionPolicy } from './eviction-policy.ts';
export { QueueStoreAwayError, QueueStoreError, QueueStoreSilentError } from './store-errors.ts';

/**
 * Every command succeeds or fails within 2 s: with QueueStoreAwayError where there is no
 * connection, with QueueStoreSilentError where nothing comes back, with Redis's own error where it
 * refuses.
 */
export interface Waker {
  /** Wakes one concurrency slot of a lane, in any process with an idle one. */
  wake(lane: LaneName): Promise<void>;
  /** Throws if Redis does not reply. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A connection that owes a reply for so long is given up and made anew. */
const SOCKET_TIMEOUT_MS = 5_000;
const REPLY_TIMEOUT_MS = 2_000;
/** How long Redis may take to process the end. */
const STORE_GRACE_MS = 2_000;

/**
 * One wake-up of a lane waits at most, however much work is added meanwhile. The listener that
 * takes it deletes the mark; where that listener dies, the mark expires.
 */
const WAKE_UP_OPTIONS = {
  removeOnComplete: true,
  removeOnFail: true,
  deduplication: { id: 'wake-up', ttl: 5_000 },
} as const;

/** With its version; of whatever version it is, the lane looks for itself (CONTRIBUTING.md). */
const WAKE_UP = { v: 1 } as const;

/** @param onError called with every connection error; Redis may be away for a while. */
export function createWaker(store: RedisStore, onError: (error: Error) => void): Waker {
  // With Redis away a command fails at once instead of waiting for its return.
  const connection = openRedis(store, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  const assertReachable = watchErrors(connection);
  const queues = new Map(LANES.map((lane) => [lane, openEnd(lane)]));

  /** A queue whose first connection failed never works again: BullMQ remembers the failure. */
  function openEnd(lane: LaneName): { queue: Queue; hasFailed: boolean } {
    const queue = new Queue(lane, { connection, prefix: queueKeysOf(store) });
    const end = { queue, hasFailed: false };
    queue.on('error', onError);
    queue.waitUntilReady().catch(() => {
      end.hasFailed = true;
    });
    return end;
  }

  function queueOf(lane: LaneName): Queue {
    const opened = queues.get(lane);
    if (!opened) throw new Error(`there is no lane ${lane}`);
    if (!opened.hasFailed) return opened.queue;
    opened.queue.close().catch(onError);
    const again = openEnd(lane);
    queues.set(lane, again);
    return again.queue;
  }

  async function ask(lane: LaneName, command: (queue: Queue) => Promise<unknown>): Promise<void> {
    assertReachable();
    await replyWithin(REPLY_TIMEOUT_MS, command(queueOf(lane)));
  }

  return {
    wake: (lane) => ask(lane, (queue) => queue.add('wake-up', WAKE_UP, WAKE_UP_OPTIONS)),
    ping: () => ask('fiscalization', (queue) => queue.getWaitingCount()),
    async close() {
      const closed = Promise.allSettled([...queues.values()].map(({ queue }) => queue.close()));
      // A Redis that is away is not waited for.
      await Promise.race([closed, sleep(STORE_GRACE_MS, undefined, { ref: false })]);
      connection.disconnect();
    },
  };
}

/** @returns what throws while it is known that no reply would come. */
function watchErrors(connection: RedisClient): () => void {
  let failure: Error | undefined;
  connection.on('error', (error: Error) => {
    failure = error;
  });
  connection.on('close', () => {
    failure ??= new Error('Redis closed the connection');
  });
  connection.on('ready', () => {
    failure = undefined;
  });
  return () => {
    if (!failure) return;
    const cause = failure;
    // A connection was made and nothing came back over it: more than a store that is away.
    if (cause.message.startsWith('Socket timeout')) {
      throw new QueueStoreSilentError('Redis does not reply.', { cause });
    }
    throw new QueueStoreAwayError(`Redis can not be reached: ${cause.message}`, { cause });
  };
}
