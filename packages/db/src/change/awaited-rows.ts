// Rows that somebody waits for are read again every second, all of them in one statement, so that a
// notification that was lost costs a second and not the whole wait.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../connection/client.ts';

/** The channels of PostgreSQL that tell of rows that somebody may wait for. */
export const CHANNELS = ['invoice_changed', 'document_added', 'registry_call_settled'] as const;

/** What can change while somebody waits. */
export type Change = (typeof CHANNELS)[number];

/** A row that somebody waits for. */
export interface AwaitedRow {
  change: Change;
  id: string;
  /** The state that it was in; see `Subscription`. */
  seen: string;
  /** Told once it is in another. */
  wake: () => void;
}

export interface AwaitedRows {
  /** @returns how to end it. */
  add(row: AwaitedRow): () => void;
  /** Looks at once. */
  reread(): void;
  close(): void;
}

const REREAD_MS = 1_000;
/** A connection that does not answer is given up; the next look takes another. */
const ANSWER_MS = 3_000;

const STATES = {
  name: 'read_awaited_rows',
  text: `
    select 'invoice_changed' as change, id, status::text as state
    from invoice where id = any($1::uuid[])
    union all
    select 'document_added', i.id, case when exists (
        select from document d where d.invoice_id = i.id and d.fic is not distinct from i.fic
      ) then 'stored' else 'missing' end
    from invoice i where i.id = any($2::uuid[])
    union all
    select 'registry_call_settled', id, status::text
    from registry_call where id = any($3::uuid[])`,
};

/** @param onError told of looks that failed; the next one comes a second later. */
export function rereadAwaitedRows(db: Database, onError: (error: Error) => void): AwaitedRows {
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
  const look = () =>
    reread().catch((error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)));
    });

  /** Until nobody waits any more. */
  async function keepLooking(): Promise<void> {
    isRunning = true;
    const { signal } = closing;
    for (;;) {
      await sleep(REREAD_MS, undefined, { signal }).catch(() => undefined);
      if (rows.size === 0 || signal.aborted) break;
      await look();
    }
    isRunning = false;
  }

  return {
    add(row) {
      rows.add(row);
      if (!isRunning) void keepLooking();
      return () => {
        rows.delete(row);
      };
    },
    reread() {
      if (rows.size > 0) void look();
    },
    close() {
      closing.abort();
    },
  };
}

/** States by change and id. */
async function readStates(
  db: Database,
  rows: readonly AwaitedRow[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (change: Change) => [
    ...new Set(rows.filter((row) => row.change === change).map(({ id }) => id)),
  ];
  const values = [
    idsOf('invoice_changed'),
    idsOf('document_added'),
    idsOf('registry_call_settled'),
  ];
  const query = { ...STATES, values, query_timeout: ANSWER_MS };
  const found = await db.pool.query<{ change: string; id: string; state: string }>(query);
  return new Map(found.rows.map(({ change, id, state }) => [`${change} ${id}`, state]));
}
