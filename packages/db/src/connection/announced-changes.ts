// Changes of rows that a call may wait for, announced by the process that made them: PostgreSQL's
// own NOTIFY lets commits pass one by one (a lock of the whole cluster, held over the write to the
// disk).

import type pg from 'pg';
import { statement } from './statement.ts';

/** `change` is the channel, `payload` what PostgreSQL would have notified there. */
export interface AnnouncedChange {
  change: string;
  payload: string;
}

/** `on` in a session that gets its changes as messages instead of a NOTIFY. */
export const ANNOUNCES_CHANGES = 'fiscal.announces_changes';
/** As the triggers raise it. */
const CHANGED = 'FI001';

/**
 * Publishes what the connections of the pool have changed, after the commit; after a rollback, too,
 * where nothing has changed: every listener reads the row.
 * @param onError gets changes that could not be announced; awaited rows are read every second
 * anyway.
 */
export function announceChanges(
  pool: pg.Pool,
  publish: (changes: readonly AnnouncedChange[]) => Promise<void>,
  onError: (error: Error) => void,
): void {
  const announce = (changes: readonly AnnouncedChange[]) =>
    publish(changes)
      .catch(() =>
        notify(
          { pool },
          {
            changes: changes.map(({ change }) => change),
            payloads: changes.map(({ payload }) => payload),
          },
        ),
      )
      .catch((error: unknown) =>
        onError(new Error('a change could not be announced', { cause: error })),
      );
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

const notify = statement.run<{ changes: string[]; payloads: string[] }>(
  'notify_changes',
  `select pg_notify(change, payload)
   from unnest(:changes::text[], :payloads::text[]) as c (change, payload)`,
);
