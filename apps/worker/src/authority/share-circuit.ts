// Shares the circuits that are open here with the other workers, and takes over theirs, and so what
// may open one (share-silences.ts), through rows of PostgreSQL: once a second, and at once when
// something changed here. No message waits for it. A worker that cannot read the rows goes by what
// it sees itself.

import type { Database } from '@fiscal/db/connection';
import {
  announceOpenCircuits,
  deleteCircuits,
  readLeftCircuits,
  readOpenCircuits,
  renewCircuits,
} from '@fiscal/db/operations';
import type { OpenCircuit } from '@fiscal/db/operations';
import type { Environment } from '@fiscal/domain';
import type { Logger } from '@fiscal/runtime';
import type { Circuit } from './circuit.ts';
import { createSilenceExchange } from './share-silences.ts';

const EVERY_MS = 1_000;

export type SharedCircuit = Awaited<ReturnType<typeof shareCircuit>>;

/** Resolves when the rows were read for the first time, or could not be. */
export async function shareCircuit(options: {
  db: Database;
  environment: Environment;
  circuit: Circuit;
  logger: Logger;
  everyMs?: number;
}) {
  const { logger, everyMs = EVERY_MS } = options;
  const exchangeCircuits = createExchange(options);
  const exchangeSilences = createSilenceExchange({
    ...options,
    settledMs: 2 * everyMs,
    now: () => performance.now(),
  });
  let isClosed = false;
  let isAway = false;
  /** Something changed since the last exchange began. */
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;
  let running = once();

  async function once(): Promise<void> {
    isAsked = false;
    try {
      await exchangeSilences();
      await exchangeCircuits();
      isAway = false;
    } catch (error) {
      // Logged once: a database that is away is reported by the work that needs it.
      if (!isAway) logger.warn({ err: error }, 'the circuit is not shared now');
      isAway = true;
    }
    plan();
  }
  function plan(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(
      () => {
        running = running.then(once);
      },
      isAsked ? 0 : everyMs,
    );
  }
  await running;
  return {
    /** Something changed here: the rows are to be brought up to it now. */
    soon(): void {
      isAsked = true;
      plan();
    },
    /** Ends the exchange; what is open stays written for the others until it is too old. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** One exchange with the rows: this worker's openings and closings, then what the others say. */
function createExchange({
  db,
  environment,
  circuit,
}: {
  db: Database;
  environment: Environment;
  circuit: Circuit;
}): () => Promise<void> {
  /** The rows of the circuits that are open here, by scope. */
  const known = new Map<string, string>();

  /** Takes over what the others say. @returns the rows that this worker knows to be wrong. */
  function adopt(rows: readonly OpenCircuit[]): string[] {
    const open = openHere(circuit);
    const refuted: string[] = [];
    for (const { id, scope, openForMs } of rows) {
      if (open.has(scope) || circuit.adopt({ scope, openForMs })) known.set(scope, id);
      else refuted.push(id);
    }
    const stored = new Set(rows.map(({ scope }) => scope));
    for (const scope of known.keys()) {
      if (stored.has(scope)) continue;
      known.delete(scope);
      circuit.close(scope);
    }
    return refuted;
  }

  return async () => {
    const open = openHere(circuit);
    const closed = [...known].filter(([scope]) => !open.has(scope));
    if (closed.length > 0) {
      await deleteCircuits(db, { ids: closed.map(([, id]) => id) });
      for (const [scope] of closed) known.delete(scope);
    }
    const fresh = circuit.openings().filter(({ scope }) => !known.has(scope));
    if (fresh.length > 0) await announceOpenCircuits(db, environment, fresh);
    if (known.size > 0) await renewCircuits(db, { ids: [...known.values()] });
    const refuted = adopt(await readOpenCircuits(db, { environment }));
    // Else nothing would say that the authority is back (docs/adr/0029).
    for (const left of await readLeftCircuits(db, { environment })) {
      if (circuit.hasRepliedSince(left)) refuted.push(left.id);
    }
    if (refuted.length > 0) await deleteCircuits(db, { ids: refuted });
  };
}

function openHere(circuit: Circuit): Set<string> {
  return new Set(circuit.openings().map(({ scope }) => scope));
}
