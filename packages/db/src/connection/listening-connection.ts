// One connection that listens for notifications and comes back by itself. A line that is dropped
// without a word (a NAT or a firewall that drops it) looks like one on which nothing happens: it is
// asked every few seconds, and replaced where no reply comes.

import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const LISTENING_NAME = 'fiscal-changes';

const RECONNECT_MS = 500;
const CONNECT_MS = 5_000;
const HEARTBEAT_MS = 2_000;
/** How long the shortest statement may take. */
const REPLY_MS = 3_000;
const KEEP_ALIVE_MS = 10_000;
/** How long the server has to take note of the end. */
const END_MS = 1_000;

interface ListenOptions {
  channels: readonly string[];
  onNews: (channel: string, payload: string) => void;
  /** It listens from now on; what was notified before may have been lost. */
  onListening: () => void;
  onError: (error: Error) => void;
}

export function keepListening(databaseUrl: string, options: ListenOptions) {
  const closing = new AbortController();
  const { signal } = closing;
  let problem: string | null = 'not connected yet';

  async function listen(): Promise<void> {
    while (!signal.aborted) {
      const socket = new Socket();
      const client = new pg.Client({
        connectionString: databaseUrl,
        application_name: LISTENING_NAME,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        stream: () => socket,
      });
      const listening = () => {
        problem = null;
        options.onListening();
      };
      const isOver = await holdOn(client, options, listening, signal).catch((error: unknown) => {
        if (signal.aborted) return true;
        const reason = error instanceof Error ? error : new Error(String(error));
        problem = reason.message;
        options.onError(reason);
        return false;
      });
      if (isOver) await Promise.race([client.end(), sleep(END_MS, undefined, { ref: false })]);
      // A line without a reply cannot be ended in order.
      socket.destroy();
      await pause(RECONNECT_MS, signal);
    }
  }

  const ended = listen();
  return {
    /** Why nothing is received now; null while it listens. */
    problem: () => problem,
    async close(): Promise<void> {
      closing.abort();
      await ended;
    },
  };
}

/**
 * Connects and listens.
 * @throws Error when the line is lost, or `signal` aborts: it never resolves.
 */
async function holdOn(
  client: pg.Client,
  { channels, onNews }: ListenOptions,
  onListening: () => void,
  signal: AbortSignal,
): Promise<never> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  client.on('error', reject);
  client.on('end', () => reject(new Error('the connection that listens for changes ended')));
  const close = () => reject(new Error('closed'));
  signal.addEventListener('abort', close);
  client.on('notification', ({ channel, payload }) => onNews(channel, payload ?? ''));
  const listen = async (): Promise<never> => {
    await client.connect();
    for (const channel of channels) await ask(client, `listen ${channel}`);
    onListening();
    for (;;) {
      await sleep(HEARTBEAT_MS, undefined, { signal });
      await ask(client, 'select 1');
    }
  };
  try {
    return await Promise.race([lost, listen()]);
  } finally {
    signal.removeEventListener('abort', close);
  }
}

/** @throws Error where no reply comes in time. */
function ask(client: pg.Client, statement: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // What came while this process was busy is read first.
      setImmediate(() =>
        reject(new Error('the connection that listens for changes does not answer')),
      );
    }, REPLY_MS);
    const replied = client.query(statement).finally(() => clearTimeout(timer));
    replied.then(() => resolve(), reject);
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
