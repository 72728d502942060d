// Wakes workers after work has been written down. It must never make a call fail, or wait: a lane
// that is not woken looks by itself within a second.

import type { Database } from '@fiscal/db/connection';
import { announceWork } from '@fiscal/db/work';
import { createWaker } from '@fiscal/queue/waker';
import type { LaneName, RedisStore } from '@fiscal/queue/waker';
import type { Logger } from '@fiscal/runtime';

/** Wakes the lanes of workers, over Redis or PostgreSQL. */
export interface WakeUps {
  /** To be called after commit. */
  wake(lane: LaneName): void;
  /** Throws if what carries wake-ups does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** @param store null where there is no Redis: PostgreSQL carries them. */
export function openWakeUps(options: {
  store: RedisStore | null;
  db: Database;
  logger: Logger;
}): WakeUps {
  const { store, db, logger } = options;
  const carrier =
    store === null
      ? overPostgres(db)
      : createWaker(store, (err) => logger.warn({ err }, 'the store of wake-ups failed'));
  const sendings = new Map<LaneName, () => Promise<void>>();

  function sendingOf(lane: LaneName): () => Promise<void> {
    const known = sendings.get(lane);
    if (known) return known;
    const sending = coalesce(() =>
      carrier
        .wake(lane)
        .catch((err: unknown) =>
          logger.warn({ err, lane }, 'no worker was woken; they look for themselves'),
        ),
    );
    sendings.set(lane, sending);
    return sending;
  }

  return {
    wake: (lane) => void sendingOf(lane)(),
    ping: () => carrier.ping(),
    close: () => carrier.close(),
  };
}

function overPostgres(db: Database) {
  return {
    async wake(lane: LaneName): Promise<void> {
      await announceWork(db, { lane });
    },
    ping: () => db.ping(),
    close: () => Promise.resolve(),
  };
}

/** One at a time: requests while one is under way are served by one more after it. */
function coalesce(send: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () => {
    next = null;
    current = send().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    if (current === null) return begin();
    next ??= current.then(begin);
    return next;
  };
}
