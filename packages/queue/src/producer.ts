// Adds jobs. It must not decide what is to be done: whoever adds has written the truth before.

import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from './connection.ts';
import type { QueueStore } from './connection.ts';
import { jobId, QUEUE_OF_JOB } from './jobs.ts';
import type { Job, JobName, QueueName } from './jobs.ts';

export { assertUsable, queueStoreOf, QueueStoreError } from './connection.ts';
export type { QueueStore } from './connection.ts';

/** How a job is added. */
export interface AddOptions {
  /** Not before so many milliseconds. */
  delayMs?: number;
}

/** The open ends of the queues. */
export interface Producer {
  /** Adds the job; a job that is in the queue already is left as it is. Throws if the store is away. */
  add(job: Job, options?: AddOptions): Promise<void>;
  /** Throws if the store does not answer. */
  ping(): Promise<void>;
  /** Jobs that wait, by queue. */
  depths(): Promise<Record<QueueName, number>>;
  close(): Promise<void>;
}

/** How long the store may take to hear of the end. */
const STORE_GRACE_MS = 2_000;

/** A kept finished or failed job would swallow the next add of the same id. */
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;

/** @param onError told of every connection error; the store may be away for a while. */
export function createProducer(store: QueueStore, onError: (error: Error) => void): Producer {
  const names = [...new Set(Object.values(QUEUE_OF_JOB))];
  const queues = new Map(names.map((name) => [name, openQueue(store, name)]));
  for (const { queue } of queues.values()) queue.on('error', onError);

  const queueOf = (name: QueueName) => {
    const opened = queues.get(name);
    if (!opened) throw new Error(`there is no queue ${name}`);
    return opened.queue;
  };

  return {
    async add(job, options = {}) {
      await queueOf(QUEUE_OF_JOB[job.name]).add(
        job.name satisfies JobName,
        { id: job.id },
        { ...JOB_OPTIONS, jobId: jobId(job), delay: options.delayMs ?? 0 },
      );
    },
    async ping() {
      await queueOf('fiscalization').getWaitingCount();
    },
    async depths() {
      const counts = await Promise.all(
        names.map(async (name) => [name, await queueOf(name).getWaitingCount()] as const),
      );
      return Object.fromEntries(counts) as Record<QueueName, number>;
    },
    async close() {
      const opened = [...queues.values()];
      const closed = Promise.allSettled(opened.map(({ queue }) => queue.close()));
      // A store that is away is not waited for.
      await Promise.race([closed, sleep(STORE_GRACE_MS, undefined, { ref: false })]);
      for (const { closeConnection } of opened) closeConnection();
    },
  };
}
