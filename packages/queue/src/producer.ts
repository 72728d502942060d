// Adds jobs. It must not decide what is to be done: whoever adds has written the truth before.

import { setTimeout as sleep } from 'node:timers/promises';
import { connectProducer } from './connection.ts';
import type { OpenQueue, QueueStore } from './connection.ts';
import { CANARY, canaryId, jobId, QUEUE_OF_JOB } from './jobs.ts';
import type { Job, JobName, QueueName } from './jobs.ts';
import { answerWithin } from './store-errors.ts';

export { queueStoreOf } from './connection.ts';
export type { QueueStore } from './connection.ts';
export { openRedis } from './redis.ts';
export type { RedisStore } from './redis.ts';
export { assertUsable } from './usable.ts';
export { QueueStoreAwayError, QueueStoreError, QueueStoreSilentError } from './store-errors.ts';

/** How a job is added. */
export interface AddOptions {
  /** Not before so many milliseconds. */
  delayMs?: number;
}

/**
 * The open ends of the queues. Every question is answered or fails within 2 s: with
 * QueueStoreAwayError where there is no connection, with QueueStoreSilentError where nothing comes
 * back, with the store's own error where it refuses.
 */
export interface Producer {
  /** Adds the job; a job that is in the queue already is left as it is. */
  add(job: Job, options?: AddOptions): Promise<void>;
  /**
   * Adds a worker's canary, of which a queue holds one at most.
   * @returns whether the one before was still waiting: nobody on this queue has taken it.
   */
  addCanary(queue: QueueName, workerId: string): Promise<{ wasWaiting: boolean }>;
  /** Throws if the store does not answer. */
  ping(): Promise<void>;
  /** Jobs that wait, by queue. */
  depths(): Promise<Record<QueueName, number>>;
  close(): Promise<void>;
}

/** A caller of the API waits meanwhile; what is not added now is found by the sweep. */
const ANSWER_TIMEOUT_MS = 2_000;
/** How long the store may take to hear of the end. */
const STORE_GRACE_MS = 2_000;

/** A kept finished or failed job would swallow the next add of the same id. */
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;

/** @param onError told of every connection error; the store may be away for a while. */
export function createProducer(store: QueueStore, onError: (error: Error) => void): Producer {
  const names = [...new Set(Object.values(QUEUE_OF_JOB))];
  const connection = connectProducer(store);
  const queues = new Map(names.map((name) => [name, openEnd(name)]));

  /** A queue whose first connection failed never works again: BullMQ remembers the failure. */
  function openEnd(name: QueueName): { queue: OpenQueue; hasFailed: boolean } {
    const queue = connection.openQueue(name);
    const end = { queue, hasFailed: false };
    queue.on('error', onError);
    queue.waitUntilReady().catch(() => {
      end.hasFailed = true;
    });
    return end;
  }

  function queueOf(name: QueueName): OpenQueue {
    const opened = queues.get(name);
    if (!opened) throw new Error(`there is no queue ${name}`);
    if (!opened.hasFailed) return opened.queue;
    opened.queue.close().catch(onError);
    const again = openEnd(name);
    queues.set(name, again);
    return again.queue;
  }

  async function ask<T>(name: QueueName, question: (queue: OpenQueue) => Promise<T>): Promise<T> {
    connection.assertReachable();
    return answerWithin(ANSWER_TIMEOUT_MS, question(queueOf(name)));
  }

  return {
    async add(job, options = {}) {
      const name = job.name satisfies JobName;
      const added = { ...JOB_OPTIONS, jobId: jobId(job), delay: options.delayMs ?? 0 };
      await ask(QUEUE_OF_JOB[name], (queue) => queue.add(name, { id: job.id }, added));
    },
    addCanary(name, workerId) {
      const id = canaryId(name, workerId);
      return ask(name, async (queue) => {
        const wasWaiting = (await queue.getJobState(id)) === 'waiting';
        if (!wasWaiting) await queue.add(CANARY, { id: workerId }, { ...JOB_OPTIONS, jobId: id });
        return { wasWaiting };
      });
    },
    async ping() {
      await ask('fiscalization', (queue) => queue.getWaitingCount());
    },
    async depths() {
      const counts = await Promise.all(
        names.map(async (name) => [name, await ask(name, (q) => q.getWaitingCount())] as const),
      );
      return Object.fromEntries(counts) as Record<QueueName, number>;
    },
    async close() {
      const closed = Promise.allSettled([...queues.values()].map(({ queue }) => queue.close()));
      // A store that is away is not waited for.
      await Promise.race([closed, sleep(STORE_GRACE_MS, undefined, { ref: false })]);
      connection.disconnect();
    },
  };
}
