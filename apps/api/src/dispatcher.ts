// Points the queue at work that is already written down. It must never make a call fail: what the
// queue does not take now, the sweep points at again from the outbox.

import { forgetOutbox } from '@fiscal/db';
import type { Database } from '@fiscal/db';
import type { Producer } from '@fiscal/queue/producer';
import type { Logger } from '@fiscal/runtime';

/** A queue that hangs must not hold up an answer. */
const ADD_TIMEOUT_MS = 500;
const FORGET_EVERY_MS = 250;

const OUTBOX_JOBS = ['fiscalize-invoice', 'call-registry'] as const;

/** The jobs that a call of the API leads to. A print stands in its own table, not in the outbox. */
export type DispatchedJob = (typeof OUTBOX_JOBS)[number] | 'render-pdf';

export interface Dispatcher {
  /** Adds the job after commit. Resolves within half a second whatever the queue does. */
  dispatch(job: DispatchedJob, id: string): Promise<void>;
  close(): Promise<void>;
}

/** Outbox rows of added jobs are deleted in batches: a call pays for one insert, not for a delete. */
export function createDispatcher(options: {
  db: Database;
  producer: Producer;
  logger: Logger;
}): Dispatcher {
  const { db, producer, logger } = options;
  let added: { job: DispatchedJob; id: string }[] = [];

  async function forget(): Promise<void> {
    const jobs = added;
    added = [];
    const idsOf = (name: DispatchedJob) =>
      jobs.flatMap(({ job, id }) => (job === name ? [id] : []));
    try {
      for (const name of OUTBOX_JOBS) await forgetOutbox(db, name, idsOf(name));
    } catch (error) {
      logger.warn({ err: error }, 'outbox rows could not be deleted; the sweep will');
    }
  }
  const timer = setInterval(() => void forget(), FORGET_EVERY_MS);

  return {
    async dispatch(job, id) {
      try {
        await within(ADD_TIMEOUT_MS, producer.add({ name: job, id }));
        added.push({ job, id });
      } catch (error) {
        logger.warn(
          { err: error, job, id },
          'the queue did not take the job; the sweep will add it',
        );
      }
    },
    async close() {
      clearInterval(timer);
      await forget();
    },
  };
}

async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer from the queue within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
