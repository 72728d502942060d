// Wakes whoever waits for a row to change. One connection listens for the whole process; a waiting call
// costs an entry in a map and no query. After a lost connection everybody is woken once, because a
// change may have gone unheard.

import pg from 'pg';

const CHANNELS = ['invoice_changed', 'document_added', 'registry_call_settled'] as const;

/** What can change while somebody waits. */
export type Change = (typeof CHANNELS)[number];

export interface ChangeListener {
  /**
   * Resolves at the next change of the row, or after `timeoutMs`, or when `signal` aborts.
   * A caller first subscribes, then reads the state, then awaits: no change can slip between.
   */
  next(change: Change, id: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

/** @param onError told of lost connections; the listener comes back by itself. */
export function listenForChanges(
  databaseUrl: string,
  onError: (error: Error) => void,
): ChangeListener {
  const waiting = new Map<string, Set<() => void>>();
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let closed = false;

  function wake(key: string): void {
    for (const resolve of waiting.get(key) ?? []) resolve();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    next.on('error', lost);
    next.on('end', () => {
      lost(new Error('the connection that listens for changes ended'));
    });
    next.on('notification', ({ channel, payload }) => {
      wake(`${channel}:${payload ?? ''}`);
    });
    client = next;
    await next.connect();
    for (const channel of CHANNELS) await next.query(`listen ${channel}`);
    for (const key of [...waiting.keys()]) wake(key);
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
    next(change, id, timeoutMs, signal) {
      const key = `${change}:${id}`;
      const set = waiting.get(key) ?? new Set();
      waiting.set(key, set);
      return new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          set.delete(done);
          if (set.size === 0 && waiting.get(key) === set) waiting.delete(key);
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        signal?.addEventListener('abort', done);
        set.add(done);
        if (signal?.aborted) done();
      });
    },
    async close() {
      closed = true;
      clearTimeout(reconnect);
      await client?.end();
    },
  };
}
