// Changes of rows that somebody may wait for, announced by the process that made them: PostgreSQL's own NOTIFY
// lets commits pass one by one (a lock of the whole cluster, held over the write to the disk).

import type pg from 'pg';

/** `change` is the channel, `payload` what PostgreSQL would have notified there. */
export interface AnnouncedChange {
  change: string;
  payload: string;
}

/** Of a connection whose changes are told to it and not notified. */
export const ANNOUNCES_CHANGES = '-c fiscal.announces_changes=on';
/** As the triggers raise it. */
const CHANGED = 'FI001';

/**
 * Publishes what the connections of the pool have changed, after the commit; after a rollback, too, where
 * nothing has changed: whoever hears of it looks.
 * @param onError told of changes that went unheard; whoever waits for one looks every second.
 */
export function announceChanges(
  pool: pg.Pool,
  publish: (changes: readonly AnnouncedChange[]) => Promise<void>,
  onError: (error: Error) => void,
): void {
  const announce = (changes: readonly AnnouncedChange[]) =>
    publish(changes)
      .catch(() => notify(pool, changes))
      .catch((error: unknown) => {
        onError(new Error('a change could not be announced', { cause: error }));
      });
  pool.on('connect', (client) => {
    let changes: AnnouncedChange[] = [];
    client.on('notice', ({ code, message: change, detail: payload }) => {
      if (code !== CHANGED || change === undefined || payload === undefined) return;
      changes.push({ change, payload });
    });
    client.on('drain', () => {
      if (changes.length === 0 || client.getTransactionStatus() !== 'I') return;
      void announce(changes);
      changes = [];
    });
  });
}

const NOTIFY = {
  name: 'notify_changes',
  text: 'select pg_notify(change, payload) from unnest($1::text[], $2::text[]) as c (change, payload)',
};

async function notify(pool: pg.Pool, changes: readonly AnnouncedChange[]): Promise<void> {
  const values = [changes.map(({ change }) => change), changes.map(({ payload }) => payload)];
  await pool.query(NOTIFY, values);
}
