// The API on its port. A client that stops taking its answer is dropped, and no client keeps the process
// from ending.

import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any call waits, and than a live view is silent: then a connection is stalled. */
const STALLED_AFTER_MS = 120_000;
/**
 * How long a connection may rest between two calls: longer than proxies and clients keep theirs, a
 * minute at most by default. The side that closes first may meet the other's next call on its way.
 */
const RESTS_FOR_MS = 75_000;
/**
 * How long connections are still taken when the server is to close: the system resets those that it has
 * made and that Node, which takes one at a time, has not taken yet.
 */
const TAKES_FOR_MS = 100;
/** How often connections that have come to rest are looked for while the server closes. */
const LOOK_EVERY_MS = 100;
/** The longest wait of a call is 30 s: what is left after it is not read by anybody. */
const CLOSE_WITHIN_MS = 32_000;

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
      await sleep(TAKES_FOR_MS);
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
