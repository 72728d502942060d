// Wakes calls that wait for a row to change. One connection to PostgreSQL listens for the whole
// process, and one to Redis where there is one; a waiting call costs an entry in a map, and a share
// in the one statement a second that reads all awaited rows, so that a notification that was lost
// with its connection costs a second and not the wait.

import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceStatus } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { readInvoiceChange } from './invoice-change.ts';
import type { InvoiceChange } from './invoice-change.ts';
import { keepListening } from '../connection/listening-connection.ts';

/** The channels on which changes of rows are published. */
const CHANNELS = ['invoice_changed', 'document_added', 'key_operation_recorded'] as const;

/**
 * The channel of a change; `event_added` has none of its own, and the id of the company, a blank
 * and the environment as its id. Outcomes of invoices come with `invoice_changed`; all other events
 * are rare, and found within a second.
 */
export type Change = (typeof CHANNELS)[number] | 'event_added';

/** As a trigger writes events of them. */
const OUTCOMES: ReadonlySet<InvoiceStatus> = new Set(['Fiscalized', 'Offline', 'Failed']);

/** What happens to a row from now on; awaited once. */
export interface Subscription {
  /**
   * Resolves once the row has changed since the subscription, or after `timeoutMs`, or when
   * `signal` aborts. @param seen the state in which it was read since: the status of an invoice or
   * a key operation or withdrawal; `missing` of the print that an invoice has to have now, or of a
   * report; of events, FeedPage.
   */
  next(seen: string, wait: { timeoutMs: number; signal: AbortSignal }): Promise<void>;
  end(): void;
}

/** One a process. */
export interface ChangeListener {
  /** A caller first subscribes, then reads the state, then awaits: no change can slip between. */
  subscribe(change: Change, id: string): Subscription;
  /**
   * Passes on every change of the company's invoices until `signal` aborts, and null where changes
   * may have been lost, so that the whole has to be read again.
   */
  watchInvoices(
    companyId: string,
    onChange: (change: InvoiceChange | null) => void,
    signal: AbortSignal,
  ): void;
  /** For readiness: rejects while changes get lost. */
  assertListening(): Promise<void>;
  /** Over what changes are received now; null where nothing else than PostgreSQL is used. */
  listening(): { postgresql: boolean; others: boolean | null };
  close(): Promise<void>;
}

interface ChangeListenerOptions {
  databaseUrl: string;
  db: Database;
  /** Gets lost connections; the listener comes back by itself. */
  onError: (error: Error) => void;
  /** Subscribes to changes that are announced otherwise than over PostgreSQL. */
  subscribeOthers?: (handlers: ChangeHandlers) => {
    isListening: () => boolean;
    close: () => void;
  };
}

interface ChangeHandlers {
  onNews: (change: string, payload: string) => void;
  /** Changes are received from now on; those before may have been lost. */
  onListening: () => void;
}

/** Listens until it is closed; connections that are lost come back by themselves. */
export function listenForChanges({
  databaseUrl,
  db,
  onError,
  subscribeOthers,
}: ChangeListenerOptions): ChangeListener {
  const subscribed = createListeners<null>();
  const watching = createListeners<InvoiceChange | null>();
  const awaited = rereadAwaitedRows(db, onError);
  const handlers: ChangeHandlers = {
    onNews(channel, payload) {
      const [id = ''] = payload.split(' ');
      subscribed.notify(`${channel}:${id}`, null);
      if (channel !== 'invoice_changed') return;
      const change = readInvoiceChange(payload);
      if (change === null) {
        watching.notifyAll(null);
        return;
      }
      const { companyId, environment, status } = change;
      watching.notify(companyId, change);
      if (OUTCOMES.has(status)) subscribed.notify(`event_added:${companyId} ${environment}`, null);
    },
    onListening() {
      awaited.reread();
      watching.notifyAll(null);
    },
  };
  const connection = keepListening(databaseUrl, { channels: CHANNELS, onError, ...handlers });
  const others = subscribeOthers?.(handlers);

  return {
    subscribe: (change, id) => openSubscription({ subscribed, awaited, change, id }),
    watchInvoices(companyId, onChange, signal) {
      if (signal.aborted) return;
      signal.addEventListener('abort', watching.add(companyId, onChange), { once: true });
    },
    assertListening() {
      const problem = connection.problem();
      return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
    },
    listening: () => ({
      postgresql: connection.problem() === null,
      others: others?.isListening() ?? null,
    }),
    async close() {
      awaited.close();
      others?.close();
      await connection.close();
    },
  };
}

interface SubscriptionOptions {
  subscribed: Listeners<null>;
  awaited: ReturnType<typeof rereadAwaitedRows>;
  change: Change;
  id: string;
}

function openSubscription({ subscribed, awaited, change, id }: SubscriptionOptions): Subscription {
  let hasChanged = false;
  let wake = () => {
    hasChanged = true;
  };
  const end = subscribed.add(`${change}:${id}`, () => wake());
  return {
    async next(seen, { timeoutMs, signal }) {
      if (hasChanged || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          stopReading();
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        signal.addEventListener('abort', done);
        const stopReading = awaited.add({ change, id, seen, wake: done });
        wake = done;
      });
    },
    end,
  };
}

type Listeners<News> = ReturnType<typeof createListeners<News>>;

/** Listeners by key. A key without listeners takes no room. */
function createListeners<News>() {
  const listeners = new Map<string, Set<(news: News) => void>>();
  return {
    /** @returns how to end it. */
    add(key: string, listener: (news: News) => void): () => void {
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(key) === set) listeners.delete(key);
      };
    },
    notify(key: string, news: News): void {
      for (const listener of listeners.get(key) ?? []) listener(news);
    },
    notifyAll(news: News): void {
      for (const set of [...listeners.values()]) for (const listener of set) listener(news);
    },
  };
}

interface AwaitedRow {
  change: Change;
  id: string;
  /** The state that it was in; see `Subscription`. */
  seen: string;
  wake: () => void;
}

const REREAD_MS = 1_000;
/** A connection without a reply is given up; the next reading takes another. */
const REPLY_MS = 3_000;

const readRows = statement.all<
  { invoices: string[]; prints: string[]; operations: string[]; feeds: string[] },
  { change: string; id: string; state: string }
>(
  'read_awaited_rows',
  `with here as materialized (select hashtext(current_place()) as place)
   select 'invoice_changed' as change, id::text, status::text as state
   from invoice where id = any(:invoices::uuid[])
   union all
   select 'document_added', i.id::text, case when exists (
       select from printed_document d where d.invoice_id = i.id and d.fic is not distinct from i.fic
     ) then 'stored' else 'missing' end
   from invoice i where i.id = any(:prints::uuid[])
   union all
   select 'document_added', id::text, case when pdf is null then 'missing' else 'stored' end
   from report_print where id = any(:prints::uuid[])
   union all
   select 'key_operation_recorded', id::text, status::text
   from key_operation where id = any(:operations::uuid[])
   union all
   select 'key_operation_recorded', id::text, status::text
   from withdrawal where id = any(:operations::uuid[])
   union all
   select 'event_added', feed.id, newest.xid::text
   from here cross join unnest(:feeds::text[]) as feed (id)
   cross join newest_event(split_part(feed.id, ' ', 1)::uuid,
     split_part(feed.id, ' ', 2)::environment, here.place) newest`,
  { timeoutMs: REPLY_MS },
);

/** @param onError gets readings that failed; the next one comes a second later. */
function rereadAwaitedRows(db: Database, onError: (error: Error) => void) {
  const rows = new Set<AwaitedRow>();
  const closing = new AbortController();
  let isRunning = false;

  async function reread(): Promise<void> {
    const states = await readStates(db, [...rows]);
    for (const row of [...rows]) {
      const state = states.get(`${row.change} ${row.id}`);
      if (state !== undefined && state !== row.seen) row.wake();
    }
  }
  const read = () =>
    reread().catch((error: unknown) =>
      onError(error instanceof Error ? error : new Error(String(error))),
    );

  /** Until no call waits any more. */
  async function keepReading(): Promise<void> {
    isRunning = true;
    const { signal } = closing;
    for (;;) {
      await sleep(REREAD_MS, undefined, { signal }).catch(() => undefined);
      if (rows.size === 0 || signal.aborted) break;
      await read();
    }
    isRunning = false;
  }

  return {
    /** @returns how to end it. */
    add(row: AwaitedRow): () => void {
      rows.add(row);
      if (!isRunning) void keepReading();
      return () => {
        rows.delete(row);
      };
    },
    reread() {
      if (rows.size > 0) void read();
    },
    close() {
      closing.abort();
    },
  };
}

async function readStates(
  db: Database,
  rows: readonly AwaitedRow[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (change: Change) => [
    ...new Set(rows.filter((row) => row.change === change).map(({ id }) => id)),
  ];
  const found = await readRows(db, {
    invoices: idsOf('invoice_changed'),
    prints: idsOf('document_added'),
    operations: idsOf('key_operation_recorded'),
    feeds: idsOf('event_added'),
  });
  return new Map(found.map(({ change, id, state }) => [`${change} ${id}`, state]));
}
