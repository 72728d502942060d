// Takes jobs from one queue and hands their ids to a processor. A processor that throws has broken
// on something (the database is gone, say): its job is dropped with an error event, and the sweep,
// which reads the rows, points at the work again. So there is no retry in the queue itself.

import { setTimeout as sleep } from 'node:timers/promises';
import { openWorker } from './connection.ts';
import type { QueueStore } from './connection.ts';
import type { JobName, QueueName } from './jobs.ts';
import { QUEUE_OF_JOB } from './jobs.ts';

export { assertUsable, queueStoreOf, QueueStoreError } from './connection.ts';
export type { QueueStore } from './connection.ts';

/** How long the store may take to hear of the end. */
const STORE_GRACE_MS = 2_000;

/** Does the work of one job. */
export type Processor = (job: { name: JobName; id: string }) => Promise<void>;

/** One queue being consumed. */
export interface Consumer {
  /** When the last job was finished, for the health of the process; null before the first. */
  lastFinishedAt(): Date | null;
  /** Takes no new job and waits for those in hand. */
  close(): Promise<void>;
}

export interface ConsumerOptions {
  store: QueueStore;
  queue: QueueName;
  /** Jobs in hand at the same time. */
  concurrency: number;
  process: Processor;
  /** The connection to the store has trouble. */
  onError: (error: Error) => void;
  /** A processor threw. */
  onJobFailed: (job: { name: string; id: string }, error: Error) => void;
}

/** Starts consuming at once; with the store away it begins when the store is back. */
export function createConsumer(options: ConsumerOptions): Consumer {
  let lastFinishedAt: Date | null = null;
  const inHand = new Set<Promise<void>>();
  const { worker, closeConnection } = openWorker(
    options.store,
    options.queue,
    async (job) => {
      const name = job.name;
      if (!isJobName(name)) throw new Error(`there is no job ${name}`);
      const work = options.process({ name, id: job.data.id });
      inHand.add(work);
      try {
        await work;
      } finally {
        inHand.delete(work);
      }
      lastFinishedAt = new Date();
    },
    {
      concurrency: options.concurrency,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      // Short, so that a worker whose blocking read was lost in an outage asks again soon.
      drainDelay: 5,
      // A dead worker's job is found soon; that a job may run twice is what claims are for.
      lockDuration: 15_000,
      stalledInterval: 5_000,
    },
  );
  worker.on('error', options.onError);
  worker.on('failed', (job, error) => {
    options.onJobFailed({ name: job?.name ?? 'unknown', id: job?.data.id ?? 'unknown' }, error);
  });
  return {
    lastFinishedAt: () => lastFinishedAt,
    async close() {
      const closed = worker.close();
      await Promise.allSettled(inHand);
      // A store that is away can not be told; the work itself is done and written down.
      await Promise.race([closed, sleep(STORE_GRACE_MS, undefined, { ref: false })]);
      closeConnection();
    },
  };
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(QUEUE_OF_JOB, name);
}
