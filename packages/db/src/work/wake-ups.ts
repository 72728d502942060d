// Wake-ups of idle lanes by PostgreSQL, where there is no Redis.

import { execute } from '../connection/statement.ts';
import { keepListening } from '../change/listening-connection.ts';

const CHANNEL = 'work_added';

/** Wakes a lane of every worker that listens. */
export const announceWork = execute<[lane: string]>(
  'announce_work',
  `select pg_notify('${CHANNEL}', $1)`,
);

/** @param onWork gets the lane, and null where a wake-up may have been lost. */
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
