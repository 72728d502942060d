// Keeps the last number that was given outside the database, in Redis, with the other workers: a
// database whose files were put back is recognized by it, also where every worker was stopped
// meanwhile.

import { databaseOf, laterSeen } from '@fiscal/db/number';
import type { LastSeen } from '@fiscal/db/number';
import { readWatchedRows } from '@fiscal/db/operations';
import type { LastNumberStore } from '@fiscal/queue/listener';
import type { Logger } from '@fiscal/runtime';
import { z } from 'zod';
import { repeat } from '../repeat.ts';
import type { WorkContext } from '../work/work.ts';

const EVERY_MS = 1_000;

type Sharing = Pick<WorkContext, 'db' | 'lastSeen' | 'clock' | 'clockToleranceMs'> & {
  logger: Pick<Logger, 'warn'>;
};

const lastSeenSchema = z.object({
  lastPlace: z.string(),
  lastEntry: z.number(),
  lastAt: z.number(),
});

/**
 * Shares the last number with the other workers, and with those that are started later. Resolves
 * when it was read for the first time, or could not be.
 */
export async function shareLastNumber(context: Sharing, store: LastNumberStore) {
  let isAway = false;
  const share = async () => {
    try {
      await exchange(context, store);
      isAway = false;
    } catch (err) {
      // Logged once: a store that is away is reported by the work that needs it.
      if (!isAway)
        context.logger.warn({ err }, 'the last number is not kept outside the database now');
      isAway = true;
    }
  };
  await share();
  const sharing = repeat(EVERY_MS, share, () => undefined);
  return {
    /** What was given last is shared before it ends. */
    async close(): Promise<void> {
      await sharing.close();
      await share();
      store.close();
    },
  };
}

async function exchange(context: Sharing, store: LastNumberStore): Promise<void> {
  const { db, lastSeen } = context;
  const { lastPlace, lastAt } = lastSeen;
  const place = lastPlace === '' ? (await readWatchedRows(db)).place : lastPlace;
  const mine = lastAt === 0 ? null : { at: lastAt, text: JSON.stringify(lastSeen) };
  const latest = await store.keep(databaseOf(place), mine);
  if (latest !== null) Object.assign(lastSeen, laterSeen(lastSeen, parse(latest, context)));
}

/** No number is given in time to come: such a one would hold every cash register until then. */
function parse(text: string, { clock, clockToleranceMs }: Sharing): LastSeen {
  const kept = lastSeenSchema.parse(JSON.parse(text));
  if (kept.lastAt > clock().getTime() + clockToleranceMs) {
    throw new Error(`the last number in Redis is of ${new Date(kept.lastAt).toISOString()}`);
  }
  return kept;
}
