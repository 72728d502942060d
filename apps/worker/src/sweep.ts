// Points at work that was left behind: jobs whose queue was away when they were written, invoices
// whose worker died, prints that are missing. The queue may lose everything; this loop finds it again
// in the rows.

import { findDuePrints, findLeftBehind, forgetOutbox, takeDueOutbox } from '@fiscal/db';
import type { Database, DueJob } from '@fiscal/db';
import type { Job } from '@fiscal/queue/jobs';
import type { Producer } from '@fiscal/queue/producer';
import type { Logger } from '@fiscal/runtime';

/** A job that is pointed at every few seconds is cheap; a sale that waits longer is not. */
const QUIET_MS = 10_000;
const BATCH = 500;

/** One round; resolves with the number of jobs pointed at. */
async function sweep(db: Database, producer: Producer): Promise<number> {
  // Asked first: with the store away nothing is taken from the rows that could not be given to it.
  const waiting = await producer.depths();
  const due = await takeDueOutbox(db, BATCH);
  for (const job of due) await producer.add(pointerTo(job));
  for (const name of ['fiscalize-invoice', 'call-registry'] as const) {
    const added = due.filter(({ job }) => job === name);
    await forgetOutbox(
      db,
      name,
      added.map(({ entityId }) => entityId),
    );
  }
  const invoices = await pointAtLeftBehind(db, producer, waiting.fiscalization);
  const prints = await pointAtPrints(db, producer, waiting.printing);
  return due.length + invoices + prints;
}

/** A job is a token, so what is missing is their number: jobs that still wait are enough for as many. */
async function pointAtLeftBehind(db: Database, producer: Producer, waiting: number) {
  const leftBehind = await findLeftBehind(db, QUIET_MS, BATCH);
  const missing = leftBehind.slice(0, Math.max(leftBehind.length - waiting, 0));
  for (const job of missing) await producer.add(pointerTo(job));
  return missing.length;
}

/** Prints that wait although too few jobs do; those of the moment have theirs on the way. */
async function pointAtPrints(db: Database, producer: Producer, waiting: number) {
  const missing = (await findDuePrints(db, QUIET_MS, BATCH)).slice(waiting);
  for (const { invoiceId, attempts } of missing) {
    await producer.add({ name: 'render-pdf', id: invoiceId, attempt: attempts });
  }
  return missing.length;
}

function pointerTo({ job, entityId, attempt }: DueJob): Job {
  return { name: job, id: entityId, attempt };
}

/** Sweeps until it is closed, one round at a time; a failed round is logged and repeated. */
export function startSweeping(options: {
  db: Database;
  producer: Producer;
  everyMs: number;
  logger: Logger;
}): { close: () => Promise<void> } {
  const { db, producer, everyMs, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let round: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    try {
      const found = await sweep(db, producer);
      if (found > 0) logger.info({ found }, 'pointed at work that was left behind');
    } catch (error) {
      logger.warn({ err: error }, 'the sweep did not finish; it will be repeated');
    }
    if (!closed) timer = setTimeout(begin, everyMs);
  }
  function begin(): void {
    round = once();
  }
  begin();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await round;
    },
  };
}
