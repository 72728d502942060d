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
  readWatchedRows,
  renewCircuits,
} from '@fiscal/db/operations';
import type { OpenCircuit } from '@fiscal/db/operations';
import type { Environment } from '@fiscal/domain';
import type { Logger } from '@fiscal/runtime';
import type { Circuit } from './circuit.ts';
import { repeat } from '../repeat.ts';
import { createSilenceExchange } from './share-silences.ts';
import type { Exchange } from './share-silences.ts';

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
  const { db, environment, logger, everyMs = EVERY_MS } = options;
  const circuits = createExchange(options);
  const silences = createSilenceExchange({
    ...options,
    settledMs: 2 * everyMs,
    now: () => performance.now(),
  });
  let isAway = false;
  /** Whether there was no row at the last exchange. */
  let wasEmpty = false;

  async function share(): Promise<void> {
    try {
      const isQuiet = wasEmpty && silences.hasNone() && circuits.hasNone();
      if (!isQuiet || (await readWatchedRows(db)).unwell.includes(environment)) {
        wasEmpty = false;
        const [silent, open] = [await silences.exchange(), await circuits.exchange()];
        wasEmpty = silent + open === 0;
      }
      isAway = false;
    } catch (error) {
      // Logged once: a database that is away is reported by the work that needs it.
      if (!isAway) logger.warn({ err: error }, 'the circuit is not shared now');
      isAway = true;
    }
  }
  await share();
  // `soon` where something changed here. What is open at the end stays written for the others until
  // it is too old.
  return repeat(everyMs, share, () => undefined);
}

function createExchange({
  db,
  environment,
  circuit,
}: {
  db: Database;
  environment: Environment;
  circuit: Circuit;
}): Exchange {
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

  async function exchange(): Promise<number> {
    const open = openHere(circuit);
    const closed = [...known].filter(([scope]) => !open.has(scope));
    if (closed.length > 0) {
      await deleteCircuits(db, { ids: closed.map(([, id]) => id) });
      for (const [scope] of closed) known.delete(scope);
    }
    const fresh = circuit.openings().filter(({ scope }) => !known.has(scope));
    if (fresh.length > 0) await announceOpenCircuits(db, environment, fresh);
    if (known.size > 0) await renewCircuits(db, { ids: [...known.values()] });
    const rows = await readOpenCircuits(db, { environment });
    const refuted = adopt(rows);
    // Else nothing would say that the authority is back (docs/adr/0029).
    const left = await readLeftCircuits(db, { environment });
    for (const each of left) if (circuit.hasRepliedSince(each)) refuted.push(each.id);
    if (refuted.length > 0) await deleteCircuits(db, { ids: refuted });
    return rows.length + left.length;
  }

  return { exchange, hasNone: () => known.size + openHere(circuit).size === 0 };
}

function openHere(circuit: Circuit): Set<string> {
  return new Set(circuit.openings().map(({ scope }) => scope));
}
