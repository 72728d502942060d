// The API on its port. A client that stops taking its answer is dropped, and no client keeps the process
// from ending.

import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Longer than any call waits, and than a live view is silent: then a connection is stalled. */
const STALLED_AFTER_MS = 120_000;
/**
 * How long a connection may rest between two calls: longer than proxies and clients keep theirs, a
 * minute at most by default. The side that closes first may meet the other's next call on its way.
 */
const RESTS_FOR_MS = 75_000;
/** How long connections are still taken when the server is to close. */
const TAKES_FOR_MS = 100;
/** Of the event loop, each of which takes one connection: more come meanwhile, and it has to end. */
const MOST_TURNS = 10_000;
/** How often connections that have come to rest are looked for while the server closes. */
const LOOK_EVERY_MS = 100;
/** No call waits longer. Decisions §2. */
export const LONGEST_WAIT_MS = 30_000;
/** With the time to answer: what is left then is not read by anybody. */
const CLOSE_WITHIN_MS = LONGEST_WAIT_MS + 2_000;

export interface HttpServerOptions {
  host: string;
  /** 0 for any that is free. */
  port: number;
  stalledAfterMs?: number;
  closeWithinMs?: number;
}

/** A server that listens. */
export interface HttpServer {
  address: AddressInfo;
  /** Soon takes no new connection, and lets calls in progress be answered. */
  close(): Promise<void>;
}

/** Resolves when it listens. */
export async function openHttpServer(
  handle: RequestListener,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const { stalledAfterMs = STALLED_AFTER_MS, closeWithinMs = CLOSE_WITHIN_MS } = options;
  const server = createServer(handle);
  // Of a connection on which nothing moves; Node destroys it.
  server.timeout = stalledAfterMs;
  server.keepAliveTimeout = RESTS_FOR_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    address: server.address() as AddressInfo,
    async close() {
      await takeThoseThatWait(server);
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      const looking = setInterval(() => {
        server.closeIdleConnections();
      }, LOOK_EVERY_MS);
      const timer = setTimeout(() => {
        server.closeAllConnections();
      }, closeWithinMs);
      await closed;
      clearInterval(looking);
      clearTimeout(timer);
    },
  };
}

/**
 * The system makes connections before Node takes them, one in each turn of its loop, and resets those that it has
 * made when the server closes. Resolves when none waits any more.
 */
async function takeThoseThatWait(server: Server): Promise<void> {
  await sleep(TAKES_FOR_MS);
  let isTaking = true;
  const note = () => {
    isTaking = true;
  };
  server.on('connection', note);
  for (let turns = 0; isTaking && turns < MOST_TURNS; turns += 2) {
    isTaking = false;
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', note);
}
