// How every call waits: it reads, and reads again when the row has changed.

import type { Change, ChangeListener, Subscription } from '@fiscal/db/change';
import { inSpan } from '@fiscal/runtime';

/** How long, and for whom. */
export interface Wait {
  waitMs: number;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/**
 * Reads until there is nothing to wait for, or as it is when the time is over or the client has
 * gone. While it waits it costs a map entry and no query of its own.
 * @param stateOf the state in which there is something to wait for, as `Subscription` names it;
 * null where what was read is the result.
 */
export async function readUntil<Read>(
  changes: ChangeListener,
  { change, id }: { change: Change; id: string },
  { waitMs, signal }: Wait,
  read: () => Promise<Read>,
  stateOf: (read: Read) => string | null,
): Promise<Read> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    // Subscribed before the read, so that no change can slip in between.
    const subscription = changes.subscribe(change, id);
    try {
      const found = await read();
      const leftMs = deadline - Date.now();
      const seen = stateOf(found);
      if (seen === null || leftMs <= 0 || signal.aborted) return found;
      await nextChange(subscription, change, seen, { waitMs: leftMs, signal });
    } finally {
      subscription.end();
    }
  }
}

/**
 * Waits for the row to change from the state that was seen, or until the time is over or the client
 * has gone.
 */
export function nextChange(
  subscription: Subscription,
  change: Change,
  seen: string,
  { waitMs: timeoutMs, signal }: Wait,
): Promise<void> {
  const attributes = { 'fiscal.change': change };
  return inSpan('wait', { attributes }, () => subscription.next(seen, { timeoutMs, signal }));
}
