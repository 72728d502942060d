// Shares messages without a reply with the other workers, so that a circuit opens on what all of
// them have seen: each alone would let its own customers wait for as many messages.

import type { Database } from '@fiscal/db/connection';
import {
  announceSilences,
  deleteSilences,
  keepToCompany,
  readSilences,
} from '@fiscal/db/operations';
import type { SharedSilence } from '@fiscal/db/operations';
import type { Environment } from '@fiscal/domain';
import type { Circuit } from './circuit.ts';
import type { Silence } from './silence-record.ts';

/** What of this worker is exchanged with the rows, for what the others have written there. */
export interface Exchange {
  /** @returns how many rows there were. */
  exchange: () => Promise<number>;
  /** Whether this worker has nothing of its own there, and nothing to write. */
  hasNone: () => boolean;
}

/**
 * @param settledMs for how long a row of another worker has to stand before it counts: whoever got
 * a reply has seen it by then, and has taken it back.
 */
export function createSilenceExchange(options: {
  db: Database;
  environment: Environment;
  circuit: Circuit;
  settledMs: number;
  now: () => number;
}): Exchange {
  const { db, environment, circuit, settledMs, now } = options;
  /** Of this worker, as they are known to the others, by the id of their row. */
  const own = new Map<string, Silence>();
  let unwritten: Silence[] = [];

  const take = () => unwritten.push(...circuit.takeSilences());

  async function announce(): Promise<void> {
    if (take() === 0) return;
    const silences = unwritten.map(({ sentAt, ...rest }) => {
      return { ...rest, sentForMs: now() - sentAt };
    });
    const ids = await announceSilences(db, environment, silences);
    for (const [index, silence] of unwritten.entries()) own.set(ids[index] ?? '', silence);
    unwritten = [];
  }

  /** What became of this worker's own, by replies to others. */
  function takeBack(rows: readonly SharedSilence[]): void {
    for (const [id, silence] of own) {
      const row = rows.find((each) => each.id === id);
      if (row === undefined) {
        circuit.takeBack(silence, 'all');
        own.delete(id);
      } else if (silence.isAcross && !row.isAcross) {
        circuit.takeBack(silence, 'across');
        own.set(id, { ...silence, isAcross: false });
      }
    }
  }

  async function exchange(): Promise<number> {
    await announce();
    const rows = await readSilences(db, { environment });
    takeBack(rows);
    const judged = rows.map(({ id, sentForMs, storedForMs, ...rest }) => {
      const silence = { ...rest, sentAt: now() - sentForMs };
      return {
        id,
        storedForMs,
        silence,
        verdict: circuit.judgeSilence(silence, now() - storedForMs),
      };
    });
    const idsOf = (wanted: string) =>
      judged.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
    const [replied, ofCompany] = [idsOf('replied'), idsOf('of-company')];
    if (replied.length > 0) await deleteSilences(db, { ids: replied });
    for (const id of replied) own.delete(id);
    if (ofCompany.length > 0) await keepToCompany(db, { ids: ofCompany });
    circuit.countElsewhere(
      judged
        .filter(({ id, verdict }) => verdict !== 'replied' && !own.has(id))
        .filter(({ storedForMs }) => storedForMs >= settledMs)
        .map(({ silence, verdict }) => {
          return { ...silence, isAcross: silence.isAcross && verdict === 'open' };
        }),
    );
    return rows.length;
  }

  return { exchange, hasNone: () => take() + own.size === 0 };
}
