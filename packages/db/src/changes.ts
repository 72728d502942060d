// Wakes whoever waits for a row to change. One connection listens for the whole process; a waiting call
// costs an entry in a map and no query. After a lost connection everybody is woken once, because a
// change may have gone unheard.

import type { Environment, InvoiceStatus } from '@fiscal/domain';
import pg from 'pg';

const CHANNELS = ['invoice_changed', 'document_added', 'registry_call_settled'] as const;

/** What can change while somebody waits. */
export type Change = (typeof CHANNELS)[number];

/** An invoice has come into another state. */
export interface InvoiceChange {
  invoiceId: string;
  companyId: string;
  environment: Environment;
  status: InvoiceStatus;
}

export interface ChangeListener {
  /**
   * Resolves at the next change of the row, or after `timeoutMs`, or when `signal` aborts.
   * A caller first subscribes, then reads the state, then awaits: no change can slip between.
   */
  next(change: Change, id: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * Tells of every change of the company's invoices until `signal` aborts; of null where changes may
   * have gone unheard, so that the whole has to be read again.
   */
  watchInvoices(
    companyId: string,
    onChange: (change: InvoiceChange | null) => void,
    signal: AbortSignal,
  ): void;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/** @param onError told of lost connections; the listener comes back by itself. */
export function listenForChanges(
  databaseUrl: string,
  onError: (error: Error) => void,
): ChangeListener {
  const waiting = createListeners<null>();
  const watching = createListeners<InvoiceChange | null>();
  const hear = (channel: string, payload: string) => {
    const [id = '', companyId = '', environment, status] = payload.split(' ');
    waiting.tell(`${channel}:${id}`, null);
    if (channel !== 'invoice_changed') return;
    // What the trigger writes are values of PostgreSQL's enums.
    watching.tell(companyId, { invoiceId: id, companyId, environment, status } as InvoiceChange);
  };
  const connection = keepListening(databaseUrl, CHANNELS, onError, hear, () => {
    waiting.tellAll(null);
    watching.tellAll(null);
  });

  return {
    next(change, id, timeoutMs, signal) {
      return new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          forget();
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        signal?.addEventListener('abort', done);
        const forget = waiting.add(`${change}:${id}`, done);
        if (signal?.aborted) done();
      });
    },
    watchInvoices(companyId, onChange, signal) {
      if (signal.aborted) return;
      const forget = watching.add(companyId, onChange);
      signal.addEventListener('abort', forget, { once: true });
    },
    close: connection.close,
  };
}

/**
 * Holds one connection that listens to the channels.
 * @param onNews told of every notification.
 * @param onGap told whenever notifications may have been missed.
 */
export function keepListening(
  databaseUrl: string,
  channels: readonly string[],
  onError: (error: Error) => void,
  onNews: (channel: string, payload: string) => void,
  onGap: () => void,
): { close: () => Promise<void> } {
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    next.on('error', lost);
    next.on('end', () => {
      lost(new Error('the connection that listens for changes ended'));
    });
    next.on('notification', ({ channel, payload }) => {
      onNews(channel, payload ?? '');
    });
    client = next;
    await next.connect();
    for (const channel of channels) await next.query(`listen ${channel}`);
    onGap();
  }

  function lost(error: Error): void {
    if (closed || reconnect) return;
    onError(error);
    const broken = client;
    client = undefined;
    broken?.removeAllListeners('end');
    broken?.end().catch(() => undefined);
    reconnect = setTimeout(() => {
      reconnect = undefined;
      connect().catch(lost);
    }, RECONNECT_MS);
  }

  connect().catch(lost);
  return {
    async close() {
      closed = true;
      clearTimeout(reconnect);
      await client?.end();
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
