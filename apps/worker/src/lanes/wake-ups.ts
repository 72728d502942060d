// Wake-ups for work that other processes add: over Redis, or over PostgreSQL where there is no
// Redis.

import { listenForWork } from '@fiscal/db/work';
import { LANES, listenForWakeUps } from '@fiscal/queue/listener';
import type { RedisStore } from '@fiscal/queue/listener';
import type { Lane } from './lane.ts';

export interface WakeUps {
  attach(lane: Lane): void;
  close(): Promise<void>;
}

/** @param store null where there is no Redis. */
export function receiveWakeUps(
  store: RedisStore | null,
  databaseUrl: string,
  onError: (error: Error) => void,
): WakeUps {
  return store === null ? overPostgres(databaseUrl, onError) : overRedis(store, onError);
}

function overRedis(store: RedisStore, onError: (error: Error) => void): WakeUps {
  const listeners: { close: () => Promise<void> }[] = [];
  return {
    attach(lane) {
      const wake = () => {
        lane.wake();
        return lane.untilIdle();
      };
      listeners.push(listenForWakeUps(store, lane.name, wake, onError));
    },
    async close() {
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

/**
 * Every process gets every wake-up; the idle ones look. All lanes do where none is named that is
 * known here, as another release may do (CONTRIBUTING.md).
 */
function overPostgres(databaseUrl: string, onError: (error: Error) => void): WakeUps {
  const lanes: Lane[] = [];
  const wake = (name: string | null) => {
    const isKnown = LANES.some((known) => known === name);
    for (const lane of lanes) if (!isKnown || lane.name === name) lane.wake();
  };
  const listener = listenForWork(databaseUrl, wake, onError);
  return {
    attach: (lane) => void lanes.push(lane),
    close: () => listener.close(),
  };
}
