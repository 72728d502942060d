// Receives wake-ups over Redis and passes each to its lane.

import { Worker } from 'bullmq';
import type { Job } from 'bullmq';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LaneName } from './lanes.ts';
import { openRedis, queueKeysOf } from './redis.ts';
import type { RedisStore } from './redis.ts';

export { publishChanges } from './change-news.ts';
export { openLastNumberStore } from './last-number.ts';
export type { LastNumberStore } from './last-number.ts';
export { redisStoreOf } from './redis.ts';
export type { RedisStore } from './redis.ts';
export { LANES, LANES_OF_ROLE, SALES_LANES } from './lanes.ts';
export type { LaneName, WorkerRole } from './lanes.ts';
export { examineEvictionPolicy } from './eviction-policy.ts';

/** Longer than a listener may be kept waiting on purpose: BullMQ blocks for 10 s at most. */
const SOCKET_TIMEOUT_MS = 15_000;
/** How long Redis may take to process the end. */
const STORE_GRACE_MS = 2_000;
/** How soon a listener is opened again whose first connection failed. */
const REOPEN_MS = 1_000;
/** How long a command waits that Redis has refused. */
const REFUSED_PAUSE_MS = 500;

const WORKER_OPTIONS = {
  concurrency: 1,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  // As long as BullMQ blocks at most. What is lost in an outage, and the wake-up of a worker that
  // died, wakes no lane; it looks for itself each second.
  drainDelay: 10,
  lockDuration: 15_000,
  stalledInterval: 30_000,
  // BullMQ's own 15 s would be a lost quarter of a minute after every outage.
  runRetryDelay: REFUSED_PAUSE_MS,
};

/**
 * Wakes a concurrency slot of the lane. Resolves when one is idle again: until then this
 * process takes no other wake-up, which an idle one could use.
 */
export type Wake = () => Promise<void>;

/**
 * BullMQ's worker would ask a Redis that refuses (out of memory, read-only) thousands of times a
 * second.
 */
class PatientWorker extends Worker {
  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await sleep(REFUSED_PAUSE_MS);
      throw error;
    }
  }
}

/**
 * Listens at once; with Redis away it begins when Redis is back, also where the first connection
 * failed: BullMQ keeps that failure for ever. @param onError called with every error.
 */
export function listenForWakeUps(
  store: RedisStore,
  lane: LaneName,
  wake: Wake,
  onError: (error: Error) => void,
): { close: () => Promise<void> } {
  let isClosing = false;
  let reopening: NodeJS.Timeout | undefined;
  let opened = open();

  function open() {
    const connection = openRedis(store, {
      maxRetriesPerRequest: null,
      socketTimeout: SOCKET_TIMEOUT_MS,
    });
    const options = { ...WORKER_OPTIONS, connection, prefix: queueKeysOf(store) };
    const worker = new PatientWorker(lane, (job) => passOn(job, wake), options);
    worker.on('error', (error) => {
      if (!isClosing) onError(error);
    });
    worker.waitUntilReady().catch(() => {
      if (!isClosing) reopening = setTimeout(reopen, REOPEN_MS);
    });
    return { worker, connection };
  }
  function reopen(): void {
    const { worker, connection } = opened;
    worker
      .close(true)
      .catch(onError)
      .finally(() => connection.disconnect());
    opened = open();
  }
  return {
    async close() {
      isClosing = true;
      clearTimeout(reopening);
      // A Redis that is away does not reply.
      await Promise.race([opened.worker.close(), sleep(STORE_GRACE_MS, undefined, { ref: false })]);
      opened.connection.disconnect();
    },
  };
}

/**
 * Work that is added from now on wakes another process; what was added before is there to be seen.
 */
async function passOn(job: Job, wake: Wake): Promise<void> {
  await job.removeDeduplicationKey();
  await wake();
}
