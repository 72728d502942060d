// Carries changes of rows between processes over Redis. What is lost on the way is found by the
// call that waits: it reads its row every second. Any text is passed on: what of it is not
// understood, as that of another release may be, its readers know (CONTRIBUTING.md).

import { openRedis } from './redis.ts';
import type { RedisStore } from './redis.ts';
import { QueueStoreSilentError } from './store-errors.ts';

/** A change of a row, in words without a line break. */
interface ChangeNews {
  change: string;
  payload: string;
}

const channelOf = ({ prefix }: RedisStore) => `${prefix}:changes`;

const REPLY_TIMEOUT_MS = 2_000;
const SOCKET_TIMEOUT_MS = 5_000;
/** A line that is dropped without a word looks like one on which nothing happens. */
const HEARTBEAT_MS = 2_000;

/** Announces changes to every process that listens. */
export interface ChangePublisher {
  /** Rejects where Redis did not take it. */
  publish(news: readonly ChangeNews[]): Promise<void>;
  close(): void;
}

/** Opens a connection; a change that Redis did not take is rejected, not kept. */
export function publishChanges(store: RedisStore): ChangePublisher {
  const redis = openRedis(store, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: REPLY_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async publish(news) {
      const lines = news.map(({ change, payload }) => `${change} ${payload}`);
      await redis.publish(channelOf(store), lines.join('\n'));
    },
    close() {
      redis.disconnect();
    },
  };
}

interface ChangeSubscriber {
  onNews: (change: string, payload: string) => void;
  /** It is subscribed from now on; what was published before may have been lost. */
  onListening: () => void;
}

/** Reconnects by itself until it is closed. @param onError called with each lost connection. */
export function subscribeToChanges(
  store: RedisStore,
  { onNews, onListening }: ChangeSubscriber,
  onError: (error: Error) => void,
): { isListening: () => boolean; close: () => void } {
  const redis = openRedis(store, { maxRetriesPerRequest: null });
  let isListening = false;
  /**
   * While a ping has no reply; one at a time, and of this connection alone.
   */
  let silence: NodeJS.Timeout | undefined;
  const endSilence = () => {
    clearTimeout(silence);
    silence = undefined;
  };
  redis.on('close', () => {
    isListening = false;
    endSilence();
  });
  redis.on('error', onError);
  redis.on('message', (_channel: string, text: string) => {
    for (const line of text.split('\n')) {
      const [change = '', ...words] = line.split(' ');
      onNews(change, words.join(' '));
    }
  });
  redis.on('ready', () => {
    redis.subscribe(channelOf(store)).then(() => {
      isListening = true;
      onListening();
    }, onError);
  });
  const heartbeat = setInterval(() => {
    // ioredis gives up for ever where its way to the sentinels is closed while it looks for the
    // primary.
    if (redis.status === 'end') redis.connect().catch(onError);
    if (redis.status !== 'ready' || silence !== undefined) return;
    silence = setTimeout(() => {
      onError(new QueueStoreSilentError('The line that changes come over does not reply.'));
      redis.disconnect(true);
    }, REPLY_TIMEOUT_MS);
    redis.ping().catch(onError).finally(endSilence);
  }, HEARTBEAT_MS);
  return {
    isListening: () => isListening,
    close() {
      clearInterval(heartbeat);
      endSilence();
      redis.disconnect();
    },
  };
}
