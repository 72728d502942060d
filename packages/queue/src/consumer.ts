// Takes jobs from one queue and hands their ids to a processor. A processor that throws has broken
// on something (the database is gone, say): its job is dropped with an error event, and the sweep,
// which reads the rows, points at the work again. So there is no retry in the queue itself.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as StoredJob } from 'bullmq';
import { openWorker } from './connection.ts';
import type { QueueStore } from './connection.ts';
import type { JobName, JobPayload, QueueName } from './jobs.ts';
import { CANARY, QUEUE_OF_JOB } from './jobs.ts';

export { queueStoreOf } from './connection.ts';
export type { QueueStore } from './connection.ts';
export { assertUsable } from './usable.ts';
export { QueueStoreAwayError, QueueStoreError, QueueStoreSilentError } from './store-errors.ts';

/** How long the store may take to hear of the end. */
const STORE_GRACE_MS = 2_000;
/** How soon a consumer is opened again whose first connection failed. */
const REOPEN_MS = 1_000;

const WORKER_OPTIONS = {
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  // Short, so that a worker whose blocking read was lost in an outage asks again soon.
  drainDelay: 5,
  // A dead worker's job is found soon; that a job may run twice is what claims are for.
  lockDuration: 15_000,
  stalledInterval: 5_000,
  // BullMQ's own 15 s would be a lost quarter of a minute after every outage.
  runRetryDelay: 500,
};

/** Does the work of one job. */
export type Processor = (job: { name: JobName; id: string }) => Promise<void>;

/** What a consumer is doing. */
export interface ConsumerState {
  concurrency: number;
  /** Jobs being worked at, canaries not counted. */
  inHand: number;
  /** When it last took a job, be it a canary; null before the first. */
  lastConsumedAt: Date | null;
  /** Jobs whose processor resolved, and threw, since the start. */
  done: number;
  failed: number;
  /**
   * Signs of life, in milliseconds of performance.now(), which no change of the clock moves: when a
   * job was last taken or finished, and when the store last answered that nothing waits.
   */
  progressAt: number;
  foundNothingAt: number;
}

/** One queue being consumed. */
export interface Consumer {
  queue: QueueName;
  state: () => ConsumerState;
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
  /** A processor threw, or a job lost its worker more than once. */
  onJobFailed: (job: { name: string; id: string }, error: Error) => void;
}

/** Starts consuming at once; with the store away it begins when the store is back. */
export function createConsumer(options: ConsumerOptions): Consumer {
  const { queue, concurrency } = options;
  const now = performance.now();
  const counts = { done: 0, failed: 0, progressAt: now, foundNothingAt: now };
  let lastConsumedAt: Date | null = null;
  const inHand = new Set<Promise<void>>();

  async function take(job: StoredJob<JobPayload, void>): Promise<void> {
    lastConsumedAt = new Date();
    counts.progressAt = performance.now();
    const { name } = job;
    if (name === CANARY) return;
    const work = processJob(name, job.data.id);
    inHand.add(work);
    await work;
    inHand.delete(work);
    counts.progressAt = performance.now();
  }

  /** Never throws: whatever happened, the queue is done with this job. */
  async function processJob(name: string, id: string): Promise<void> {
    try {
      if (!isJobName(name)) throw new Error(`there is no job ${name}`);
      await options.process({ name, id });
      counts.done += 1;
    } catch (error) {
      counts.failed += 1;
      options.onJobFailed({ name, id }, error instanceof Error ? error : new Error(String(error)));
    }
  }

  const taking = keepTaking(options, take, () => {
    counts.foundNothingAt = performance.now();
  });
  return {
    queue,
    state: () => ({ ...counts, concurrency, inHand: inHand.size, lastConsumedAt }),
    async close() {
      const closed = taking.close();
      // A store that is away can not be told; the work itself is done and written down.
      await Promise.race([closed, finished(inHand)]);
      taking.disconnect();
    },
  };
}

/**
 * Opens the worker, and opens it again where its first connection failed: BullMQ remembers that
 * failure for ever.
 */
function keepTaking(
  options: ConsumerOptions,
  take: (job: StoredJob<JobPayload, void>) => Promise<void>,
  onFoundNothing: () => void,
) {
  const { store, queue, concurrency, onError, onJobFailed } = options;
  let isClosing = false;
  let reopening: NodeJS.Timeout | undefined;
  let opened = open();

  function open() {
    const own = { ...WORKER_OPTIONS, concurrency, onFoundNothing };
    const { worker, disconnect } = openWorker(store, queue, take, own);
    worker.on('error', (error) => {
      if (!isClosing) onError(error);
    });
    // Only jobs that were given up because their workers died: `take` itself never throws.
    worker.on('failed', (job, error) => {
      onJobFailed({ name: job?.name ?? 'unknown', id: job?.data.id ?? 'unknown' }, error);
    });
    worker.waitUntilReady().catch(() => {
      if (!isClosing) reopening = setTimeout(reopen, REOPEN_MS);
    });
    return { worker, disconnect };
  }
  function reopen(): void {
    const broken = opened;
    broken.worker.close(true).catch(onError).finally(broken.disconnect);
    opened = open();
  }
  return {
    close() {
      isClosing = true;
      clearTimeout(reopening);
      return opened.worker.close();
    },
    disconnect() {
      opened.disconnect();
    },
  };
}

/** Resolves when nothing has been in hand for the time that the store may take to hear of it. */
async function finished(inHand: ReadonlySet<Promise<void>>): Promise<void> {
  do {
    await Promise.all(inHand);
    await sleep(STORE_GRACE_MS, undefined, { ref: false });
  } while (inHand.size > 0);
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(QUEUE_OF_JOB, name);
}
