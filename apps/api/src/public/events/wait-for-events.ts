// Waits for events that a client has not read yet.

import { readEvents } from '@fiscal/db/event';
import type { EventsQuery, FeedPage, OutdatedPosition } from '@fiscal/db/event';
import type { InvoiceScope } from '@fiscal/db/invoice';
import { inSpan } from '@fiscal/runtime';
import type { Wait } from '../../work/read-until.ts';
import type { InvoiceDependencies } from '../invoices/invoice-dependencies.ts';

/**
 * How soon it is looked again whether a transaction has ended that holds events back: most take
 * milliseconds, and nothing says that one is over. Doubled each time.
 */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * Reads a page of events as soon as there is one, or the last one when the time is over or the
 * client has gone.
 */
export async function waitForEvents(
  { db, changes }: Pick<InvoiceDependencies, 'db' | 'changes'>,
  scope: InvoiceScope,
  query: EventsQuery,
  { waitMs, signal }: Wait,
): Promise<FeedPage | OutdatedPosition> {
  const deadline = Date.now() + waitMs;
  let { start } = query;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    // Subscribed before the read, so that no event can slip in between.
    const subscription = changes.subscribe(
      'event_added',
      `${scope.companyId} ${scope.environment}`,
    );
    try {
      const read = await readEvents(db, scope, { ...query, start });
      const leftMs = deadline - Date.now();
      if (read.kind === 'outdated' || read.events.length > 0) return read;
      if (leftMs <= 0 || signal.aborted) return read;
      start = { after: read.end };
      if (read.hasMore) continue;
      pauseMs = read.isHeld ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      const timeoutMs = read.isHeld ? Math.min(leftMs, pauseMs) : leftMs;
      const attributes = { 'fiscal.change': 'event_added' };
      await inSpan('wait', { attributes }, () =>
        subscription.next(read.state, { timeoutMs, signal }),
      );
    } finally {
      subscription.end();
    }
  }
}
