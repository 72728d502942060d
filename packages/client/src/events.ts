// Follows the events of a company: page after page, from a cursor that is kept where a restart
// finds it.

import { readFile, rename, writeFile } from 'node:fs/promises';
import { FiscalApiError } from './errors.ts';
import type { Event, EventsPage } from './generated/api.ts';
import type { CallOptions, Caller } from './http.ts';
import { repeatUntil, sleep } from './repeat.ts';

/** Where the cursor is kept between two runs. */
export interface CursorStore {
  /** Null before the first run. */
  read(): Promise<string | null>;
  write(cursor: string): Promise<void>;
}

/** Which events, and from where on. */
export interface EventOptions extends CallOptions {
  cursor: CursorStore;
  /** An instant in ISO 8601, or `now`, which is the default: where no cursor is kept yet. */
  from?: string;
  /** All of them where absent. */
  types?: readonly Event['type'][];
  /**
   * Called where the place of the cursor is gone, by a restore or after 30 days, with the instant
   * from which the events go on: they come again from there, and older ones may be missing.
   */
  onOutdated?: (from: string) => void;
  /** Puts the record into each event of an invoice, as it is when the page is read. */
  include?: 'record';
}

/** How long a read waits for an event; less than the longest time of a call. */
const WAIT_MS = 25_000;
/** From one read without events to the next, where something on the way lets no read wait. */
const SHORTEST_MS = 1_000;

/**
 * Every event once it can be read, without end. The cursor is kept after the last event of a page
 * has been handled: what was handled shortly before a crash, or a restore of the service, comes
 * again. @throws FiscalApiError where repeating cannot help, or the reason of the signal
 */
export async function* followEvents(
  call: Caller,
  { cursor: store, from = 'now', types, onOutdated, include, signal }: EventOptions,
): AsyncGenerator<Event, never> {
  const kept = await store.read();
  let position: Record<string, string> = kept === null ? { from } : { after: kept };
  for (;;) {
    const search = new URLSearchParams(position);
    if (types !== undefined) search.set('types', types.join(','));
    if (include !== undefined) search.set('include', include);
    const path = `/api/events?${search.toString()}`;
    // The first read does not wait, so that there is a cursor before the first event.
    const waitMs = position.after === undefined ? 0 : WAIT_MS;
    const read = () => call({ method: 'GET', path, waitMs, signal });
    const begunAt = Date.now();
    try {
      const page = await repeatUntil<EventsPage>(read, () => true, { timeoutMs: Infinity, signal });
      yield* page.events;
      if (page.cursor !== position.after) await store.write(page.cursor);
      position = { after: page.cursor };
      const isIdle = waitMs > 0 && page.events.length === 0 && !page.more;
      if (isIdle && Date.now() - begunAt < SHORTEST_MS) await sleep(SHORTEST_MS, signal);
    } catch (error) {
      if (!(error instanceof FiscalApiError) || error.body === null) throw error;
      if (!('from' in error.body)) throw error;
      const { from: next } = error.body;
      onOutdated?.(next);
      position = { from: next };
    }
  }
}

/** Keeps the cursor in a file, which has the earlier one or the new one whenever a process dies. */
export function cursorFile(file: string): CursorStore {
  return {
    read: async () => {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    write: async (cursor) => {
      await writeFile(`${file}.new`, cursor, { flush: true });
      await rename(`${file}.new`, file);
    },
  };
}
