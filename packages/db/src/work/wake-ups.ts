// Wake-ups of idle lanes by PostgreSQL, where there is no Redis.

import { statement } from '../connection/statement.ts';
import { keepListening } from '../connection/listening-connection.ts';
import { isOfKnownVersion } from '../change/message-version.ts';

const CHANNEL = 'work_added';

/** Wakes a lane of every worker that listens. */
export const announceWork = statement.run<{ lane: string }>(
  'announce_work',
  `select pg_notify('${CHANNEL}', :lane || ' v1')`,
);

/**
 * What stands between the lane and the version is ignored (CONTRIBUTING.md).
 * @param onWork gets the lane, and null where a wake-up may have been lost or is not understood.
 */
export function listenForWork(
  databaseUrl: string,
  onWork: (lane: string | null) => void,
  onError: (error: Error) => void,
): { close: () => Promise<void> } {
  return keepListening(databaseUrl, {
    channels: [CHANNEL],
    onError,
    onNews: (_channel, text) => {
      const [lane = ''] = text.split(' ');
      onWork(isOfKnownVersion(text) ? lane : null);
    },
    onListening: () => onWork(null),
  });
}
