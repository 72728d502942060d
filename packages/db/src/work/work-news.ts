// Tells workers that there is work, where there is no Redis that could.

import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { keepListening } from '../change/listening-connection.ts';

const CHANNEL = 'work_added';

const ANNOUNCE = { name: 'announce_work', text: `select pg_notify('${CHANNEL}', $1)` };

/** Wakes a lane of every worker that listens. */
export async function announceWork(db: Database, lane: string): Promise<void> {
  await run(db.pool, ANNOUNCE, [lane]);
}

/** @param onWork told of the lane, and of null where news may have gone unheard. */
export function listenForWork(
  databaseUrl: string,
  onWork: (lane: string | null) => void,
  onError: (error: Error) => void,
): { close: () => Promise<void> } {
  return keepListening(databaseUrl, {
    channels: [CHANNEL],
    onError,
    onNews: (_channel, lane) => {
      onWork(lane);
    },
    onListening: () => {
      onWork(null);
    },
  });
}
