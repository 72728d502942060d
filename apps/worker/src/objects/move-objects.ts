// Old prints and messages leave PostgreSQL for the object store, a few at a time, beside everything
// else. One worker at a time moves (`withMovingLock`); a second one finds nothing to do, and loses
// nothing if both did.

import { setTimeout as sleep } from 'node:timers/promises';
import { findMovable, withMovingLock, MOVED_KINDS, WALK_START } from '@fiscal/db/object';
import type { MovedKind, RowPosition } from '@fiscal/db/object';
import { ObjectStoreUnavailableError } from '@fiscal/objects';
import type { ObjectStore } from '@fiscal/objects';
import { repeat } from '../repeat.ts';
import type { WorkContext } from '../work/work.ts';
import { moveRow } from './move-row.ts';

export interface MovingOptions extends Pick<WorkContext, 'db' | 'clock' | 'events' | 'logger'> {
  store: ObjectStore;
  /** OBJECT_STORE_AFTER_DAYS. */
  afterDays: number;
}

const EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** What became final or was printed later is behind the walk: it begins anew. */
const WALK_ANEW_MS = 7 * DAY_MS;
/** Objects of one turn on their way at once. */
const AT_ONCE = 4;

/** Moves until it is closed; what is in progress is finished. */
export function moveOldObjects(options: MovingOptions) {
  const closing = new AbortController();
  const walks = MOVED_KINDS.map((kind) => openWalk(options, kind));
  const moving = repeat(
    EVERY_MS,
    async () => {
      for (const walk of walks) await walk.goOn(closing.signal);
    },
    (err) => options.logger.warn({ err }, 'old prints and messages were not moved; they will be'),
  );
  return {
    close() {
      closing.abort();
      return moving.close();
    },
  };
}

/** The way over one table, of this process. */
export function openWalk(options: MovingOptions, kind: MovedKind) {
  const { db, clock, events } = options;
  let at = WALK_START;
  let begunAt = clock().getTime();
  return {
    /** To the end, or as far as the turn of this process goes. @throws where the store is away */
    async goOn(signal: AbortSignal): Promise<void> {
      if (clock().getTime() - begunAt >= WALK_ANEW_MS) {
        at = WALK_START;
        begunAt = clock().getTime();
      }
      while (!signal.aborted) {
        const beganAt = performance.now();
        const next = await withMovingLock(db, () => moveSome(options, kind, at)).catch(
          (error: unknown) => {
            if (error instanceof ObjectStoreUnavailableError) events.emit('moved', kind, 'away');
            throw error;
          },
        );
        if (next === null || next === 'end') return;
        at = next;
        // Half of the time is left to everything else.
        await sleep(performance.now() - beganAt, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

async function moveSome(
  options: MovingOptions,
  kind: MovedKind,
  after: RowPosition,
): Promise<RowPosition | 'end'> {
  const { db, store, afterDays, clock, events, logger } = options;
  const olderThan = new Date(clock().getTime() - afterDays * DAY_MS);
  const { rows, next } = await findMovable(db, kind, after, olderThan);
  while (rows.length > 0) {
    const moves = rows.splice(0, AT_ONCE).map(async (row) => {
      try {
        await moveRow(db, store, kind, row);
        events.emit('moved', kind, 'moved');
      } catch (err) {
        if (err instanceof ObjectStoreUnavailableError) throw err;
        events.emit('moved', kind, 'failed');
        logger.error({ err, kind, id: row.id }, 'an old print or message could not be moved');
      }
    });
    // All of them have ended before the turn does.
    const ends = await Promise.allSettled(moves);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }
  return next ?? 'end';
}
