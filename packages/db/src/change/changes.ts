// Wakes whoever waits for a row to change. One connection to PostgreSQL listens for the whole process, and one to
// Redis where there is one; a waiting call costs an entry in a map, and a share in the one statement a second
// that looks at all that is waited for, because a notification can be lost with its connection.

import type { Environment, InvoiceStatus } from '@fiscal/domain';
import { CHANNELS, rereadAwaitedRows } from './awaited-rows.ts';
import type { Change } from './awaited-rows.ts';
import type { Database } from '../connection/client.ts';
import { keepListening } from './listening-connection.ts';

/** An invoice has come into another state. */
export interface InvoiceChange {
  invoiceId: string;
  companyId: string;
  environment: Environment;
  status: InvoiceStatus;
}

/** What happens to a row from now on; awaited once. */
export interface Subscription {
  /**
   * Resolves once the row has changed since the subscription, or after `timeoutMs`, or when `signal`
   * aborts. @param seen the state in which it was read since: the status of an invoice or a registry
   * call; `missing` of the print that an invoice has to have now.
   */
  next(seen: string, wait: { timeoutMs: number; signal: AbortSignal }): Promise<void>;
  end(): void;
}

export interface ChangeListener {
  /** A caller first subscribes, then reads the state, then awaits: no change can slip between. */
  subscribe(change: Change, id: string): Subscription;
  /**
   * Tells of every change of the company's invoices until `signal` aborts; of null where changes may
   * have gone unheard, so that the whole has to be read again.
   */
  watchInvoices(
    companyId: string,
    onChange: (change: InvoiceChange | null) => void,
    signal: AbortSignal,
  ): void;
  /** For readiness: rejects while changes go unheard. */
  assertListening(): Promise<void>;
  close(): Promise<void>;
}

export interface ChangeListenerOptions {
  /** Of the connection that listens. */
  databaseUrl: string;
  /** For the look at what is waited for. */
  db: Database;
  /** Told of lost connections; the listener comes back by itself. */
  onError: (error: Error) => void;
  /** Hears what processes announce otherwise than over PostgreSQL. */
  hearOthers?: (hear: HearChanges) => { close: () => void };
}

export interface HearChanges {
  onNews: (change: string, payload: string) => void;
  /** It is heard from now on; what came before may have gone unheard. */
  onListening: () => void;
}

export function listenForChanges({
  databaseUrl,
  db,
  onError,
  hearOthers,
}: ChangeListenerOptions): ChangeListener {
  const subscribed = createListeners<null>();
  const watching = createListeners<InvoiceChange | null>();
  const awaited = rereadAwaitedRows(db, onError);
  const hear: HearChanges = {
    onNews(channel, payload) {
      const [id = '', companyId = '', environment, status] = payload.split(' ');
      subscribed.tell(`${channel}:${id}`, null);
      if (channel !== 'invoice_changed') return;
      // What the trigger writes are values of PostgreSQL's enums.
      watching.tell(companyId, { invoiceId: id, companyId, environment, status } as InvoiceChange);
    },
    onListening() {
      awaited.reread();
      watching.tellAll(null);
    },
  };
  const connection = keepListening(databaseUrl, { channels: CHANNELS, onError, ...hear });
  const others = hearOthers?.(hear);

  return {
    subscribe(change, id) {
      let hasChanged = false;
      let wake = () => {
        hasChanged = true;
      };
      const forget = subscribed.add(`${change}:${id}`, () => {
        wake();
      });
      return {
        async next(seen, { timeoutMs, signal }) {
          if (hasChanged || signal.aborted) return;
          await new Promise<void>((resolve) => {
            const done = () => {
              clearTimeout(timer);
              signal.removeEventListener('abort', done);
              forgetRow();
              resolve();
            };
            const timer = setTimeout(done, timeoutMs);
            signal.addEventListener('abort', done);
            const forgetRow = awaited.add({ change, id, seen, wake: done });
            wake = done;
          });
        },
        end: forget,
      };
    },
    watchInvoices(companyId, onChange, signal) {
      if (signal.aborted) return;
      const forget = watching.add(companyId, onChange);
      signal.addEventListener('abort', forget, { once: true });
    },
    assertListening() {
      const trouble = connection.trouble();
      return trouble === null ? Promise.resolve() : Promise.reject(new Error(trouble));
    },
    async close() {
      awaited.close();
      others?.close();
      await connection.close();
    },
  };
}

/** Who is to be told of what. A key that nobody listens to any more takes no room. */
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
    tell(key: string, news: News): void {
      for (const listener of listeners.get(key) ?? []) listener(news);
    },
    tellAll(news: News): void {
      for (const set of [...listeners.values()]) for (const listener of set) listener(news);
    },
  };
}
