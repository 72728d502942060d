// BullMQ's worker with two amendments. It tells when the store answered that nothing waits, which
// is the only sign of life of a lane without work. And it is patient with a store that refuses
// (out of memory, read-only, loading): BullMQ would ask again at once, thousands of times a second.

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { createPostgresBackend, Job, Processor, WorkerOptions } from 'bullmq';
import type { JobPayload } from './jobs.ts';

/** How long a refused question waits. */
const REFUSED_PAUSE_MS = 500;

/** The store was asked for a job and answered that there is none. */
export type FoundNothing = () => void;

/** Otherwise BullMQ's worker, on either store. */
export class AttentiveWorker extends Worker<JobPayload, void> {
  readonly #onFoundNothing: FoundNothing;

  constructor(
    name: string,
    processor: Processor<JobPayload, void>,
    options: WorkerOptions,
    onFoundNothing: FoundNothing,
    backend?: typeof createPostgresBackend,
  ) {
    // The backend is a type parameter of BullMQ's worker, and nothing here depends on it.
    super(name, processor, options, backend as undefined);
    this.#onFoundNothing = onFoundNothing;
  }

  protected override async moveToActive(
    token: string,
    name?: string,
  ): Promise<Job<JobPayload, void>> {
    try {
      // BullMQ declares a job and resolves with nothing where none waits.
      const job = await super.moveToActive(token, name);
      if ((job as unknown) === undefined) this.#onFoundNothing();
      return job;
    } catch (error) {
      await sleep(REFUSED_PAUSE_MS);
      throw error;
    }
  }
}
