// How every call waits: it reads, and reads again when the row has changed.

import type { Change, ChangeListener } from '@fiscal/db/change';
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
      const timeoutMs = deadline - Date.now();
      const seen = stateOf(found);
      if (seen === null || timeoutMs <= 0 || signal.aborted) return found;
      const attributes = { 'fiscal.change': change };
      await inSpan('wait', { attributes }, () => subscription.next(seen, { timeoutMs, signal }));
    } finally {
      subscription.end();
    }
  }
}
