// Keeps the last number that was given outside the database: a database whose files were put back
// does not know it any more, also where every worker was stopped meanwhile (docs/adr/0019). Redis
// keeps what is later; without it each worker goes by what it saw itself.

import { openRedis } from './redis.ts';
import type { RedisStore } from './redis.ts';

/** A text with its time; the text is not read here. */
export interface Kept {
  /** Milliseconds since 1970. */
  at: number;
  text: string;
}

/** The last number of each database, in Redis. */
export interface LastNumberStore {
  /**
   * Stores it where it is later than what is stored. Rejects without a reply within 2 s.
   * @param database which one: each has its own.
   * @returns what is stored then; null for nothing.
   */
  keep(database: string, kept: Kept | null): Promise<string | null>;
  close(): void;
}

const REPLY_TIMEOUT_MS = 2_000;
const SOCKET_TIMEOUT_MS = 5_000;

const KEEP_LATER = `
  local at, text = unpack(redis.call('hmget', KEYS[1], 'at', 'text'))
  if ARGV[1] ~= '' and (not at or tonumber(ARGV[1]) > tonumber(at)) then
    redis.call('hset', KEYS[1], 'at', ARGV[1], 'text', ARGV[2])
    return ARGV[2]
  end
  return text`;

/** Opens a connection, which comes back by itself. */
export function openLastNumberStore(store: RedisStore): LastNumberStore {
  const redis = openRedis(store, {
    maxRetriesPerRequest: 1,
    commandTimeout: REPLY_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    async keep(database, kept) {
      const key = `${store.prefix}:last-number:${database}`;
      const values = kept === null ? ['', ''] : [String(kept.at), kept.text];
      const text = await redis.eval(KEEP_LATER, 1, key, ...values);
      return typeof text === 'string' ? text : null;
    },
    close() {
      redis.disconnect();
    },
  };
}
