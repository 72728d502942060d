// How a queue store fails. The difference between "away" and "silent" is what a worker's self-watch
// lives on: a store that is away is waited for, a store that says nothing is not.

/** A queue store that must not be used, or is not named. `message` says what to do. */
export class QueueStoreError extends Error {
  readonly code = 'QUEUE_STORE_UNUSABLE';
  override readonly name = 'QueueStoreError';
}

/** No connection to the store can be made now. `cause` says why. */
export class QueueStoreAwayError extends Error {
  readonly code = 'QUEUE_STORE_AWAY';
  override readonly name = 'QueueStoreAwayError';
}

/** The store, or what was the way to it, took the command and did not reply. */
export class QueueStoreSilentError extends Error {
  readonly code = 'QUEUE_STORE_SILENT';
  override readonly name = 'QueueStoreSilentError';
}

/**
 * The reply, if it comes within the time. What comes later changes nothing: adding is repeatable.
 * @throws QueueStoreSilentError
 */
export async function replyWithin<T>(timeoutMs: number, reply: Promise<T>): Promise<T> {
  // A reply that fails after the time has been given up already.
  reply.catch(() => undefined);
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new QueueStoreSilentError(`The queue store did not reply within ${timeoutMs} ms.`));
  }, timeoutMs);
  try {
    return await Promise.race([reply, silence]);
  } finally {
    clearTimeout(timer);
  }
}
