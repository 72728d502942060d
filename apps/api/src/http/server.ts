// The API on its port. A client that stops sending its call, or taking its response, is dropped;
// connections are bounded, and no client keeps the process from ending.

import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { dropBody } from './body/body-pieces.ts';

/** Longer than any call waits, and than a live view is silent: then a connection is stalled. */
const STALLED_AFTER_MS = 120_000;
/**
 * From the connection, or the first byte of a later call, to the end of its headers; else 408.
 */
const HEADERS_WITHIN_MS = 20_000;
/** To the end of its body, however it comes: 1 MiB at 35 kB a second. */
const BODY_WITHIN_MS = 30_000;
/** How often both are looked at. */
const LOOK_AT_CALLS_EVERY_MS = 1_000;
/**
 * How long the rest of a body is read and dropped after the response, which a client reads that
 * closes at once.
 */
const DRAINED_FOR_MS = 5_000;
/**
 * An API process holds some 25 kB for each, and one for each call that waits and each live view.
 */
const MOST_CONNECTIONS = 4_096;
/**
 * How long a connection may rest between two calls: longer than proxies and clients keep theirs, a
 * minute at most by default. The side that closes first may meet the other's next call on its way.
 */
const RESTS_FOR_MS = 75_000;
/** How long connections are still taken when the server is to close. */
const TAKES_FOR_MS = 100;
/**
 * Of the event loop, each of which takes one connection: more come meanwhile, and it has to end.
 */
const MOST_TURNS = 10_000;
/** How often connections that have come to rest are looked for while the server closes. */
const LOOK_EVERY_MS = 100;
/** No call waits longer. Decisions §2. */
export const LONGEST_WAIT_MS = 30_000;
/** With the time to respond: what is left then is read by no client. */
const CLOSE_WITHIN_MS = LONGEST_WAIT_MS + 2_000;

export interface HttpServerOptions {
  host: string;
  /** 0 for any that is free. */
  port: number;
  stalledAfterMs?: number;
  bodyWithinMs?: number;
  drainedForMs?: number;
  mostConnections?: number;
  closeWithinMs?: number;
}

export interface HttpServer {
  address: AddressInfo;
  /** How many connections there are. */
  connections: () => number;
  /** Soon takes no new connection, and lets calls in progress end. */
  close(): Promise<void>;
}

/** Resolves when it listens. */
export async function openHttpServer(
  handle: RequestListener,
  options: HttpServerOptions,
): Promise<HttpServer> {
  const {
    stalledAfterMs = STALLED_AFTER_MS,
    bodyWithinMs = BODY_WITHIN_MS,
    drainedForMs = DRAINED_FOR_MS,
    mostConnections = MOST_CONNECTIONS,
    closeWithinMs = CLOSE_WITHIN_MS,
  } = options;
  const limits = {
    headersTimeout: Math.min(HEADERS_WITHIN_MS, bodyWithinMs),
    requestTimeout: bodyWithinMs,
    connectionsCheckingInterval: Math.min(LOOK_AT_CALLS_EVERY_MS, bodyWithinMs),
  };
  const server = createServer(limits, handle);
  const connections = boundConnections(server, mostConnections);
  endUnread(server, drainedForMs);
  // Of a connection on which nothing moves; Node destroys it.
  server.timeout = stalledAfterMs;
  server.keepAliveTimeout = RESTS_FOR_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    address: server.address() as AddressInfo,
    connections,
    async close() {
      await takeThoseThatWait(server);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const looking = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
      const timer = setTimeout(() => server.closeAllConnections(), closeWithinMs);
      await closed;
      clearInterval(looking);
      clearTimeout(timer);
    },
  };
}

/**
 * A connection beyond the most replaces the one that has had no call in progress for the
 * longest, which may be itself: idle ones keep no client out.
 * @returns how many there are.
 */
function boundConnections(server: Server, most: number): () => number {
  /** The one that has rested longest first. */
  const resting = new Set<Socket>();
  const calls = new WeakMap<Socket, number>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    resting.add(socket);
    socket.once('close', () => {
      open -= 1;
      resting.delete(socket);
    });
    if (open <= most) return;
    const [longest = socket] = resting;
    resting.delete(longest);
    longest.destroy();
  });
  server.on('request', ({ socket }, response) => {
    resting.delete(socket);
    calls.set(socket, (calls.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (calls.get(socket) ?? 1) - 1;
      calls.set(socket, left);
      if (left === 0 && !socket.destroyed) resting.add(socket);
    });
  });
  return () => open;
}

/**
 * The rest of the body of a call that has its response is read and dropped, for a while; then the
 * connection is closed. Closed at once it would be reset, and who still sends could not read the
 * response.
 */
function endUnread(server: Server, drainedForMs: number): void {
  server.on('request', (request, response) => {
    const { socket, headers } = request;
    const isChunked = headers['transfer-encoding'] !== undefined;
    if (!isChunked && headers['content-length'] === undefined) return;
    // Node drops by itself what is not read, however many pieces it is.
    if (isChunked) request.read(0);
    const close = () => {
      socket.destroy();
    };
    // So Node closes a connection after its last response.
    socket.destroySoon = () => {
      if (request.complete) {
        Socket.prototype.destroySoon.call(socket);
        return;
      }
      socket.end();
      request.once('end', close);
    };
    response.once('finish', () => {
      if (request.complete) return;
      if (isChunked) dropBody(request);
      const timer = setTimeout(close, drainedForMs);
      request.once('close', () => clearTimeout(timer));
    });
  });
}

/**
 * The system makes connections before Node takes them, one in each iteration of its loop, and
 * resets those that it has made when the server closes. Resolves when none waits any more.
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
