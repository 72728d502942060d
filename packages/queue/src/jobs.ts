// What jobs there are. A job carries an id and nothing else: the queue is a pointer into
// PostgreSQL, and losing it loses nothing.

/** Each job and the queue it runs in; a queue is a lane that no other lane can delay. */
export const QUEUE_OF_JOB = {
  /**
   * A sale that a customer waits for: claim, prepare, send, settle. Entity: invoice; but it is a mere
   * token: whoever takes it does the most urgent sale there is.
   */
  'fiscalize-invoice': 'fiscalization',
  /** A call that the API waits for: a TCR registered, a deposit by hand. Entity: registry call. */
  'call-registry': 'registry',
  /** The PDF of a settled invoice. Entity: invoice. */
  'render-pdf': 'printing',
} as const;

export type JobName = keyof typeof QUEUE_OF_JOB;
export type QueueName = (typeof QUEUE_OF_JOB)[JobName];

/** The payload: an id of a row, nothing that could be out of date. */
export interface JobPayload {
  id: string;
}

/** One pointer to work. */
export interface Job {
  name: JobName;
  id: string;
  /**
   * How often the row was taken in hand before. The queue may hold a dead worker's job for a while and
   * would swallow another of its id; a new attempt is another job.
   */
  attempt?: number;
}

/** One job per row and attempt: adding a job whose id is still in the queue changes nothing. */
export function jobId({ name, id, attempt = 0 }: Job): string {
  return attempt === 0 ? `${name}-${id}` : `${name}-${id}-${attempt}`;
}

/** The job that proves that a lane consumes. The consumer itself takes it; no processor sees it. */
export const CANARY = 'canary';

/** One canary a worker and lane: as long as it has not been taken, another add changes nothing. */
export function canaryId(queue: QueueName, workerId: string): string {
  return `${CANARY}-${queue}-${workerId}`;
}
