// The only file with sockets: one HTTP POST over a connection that is kept for the next one.
// It never sends anything twice and never follows a redirection. What a reply means is not its
// business; it says what came back, or why nothing did, and whether a byte may have arrived there.
import http from 'node:http';
import https from 'node:https';
import { getCACertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { sentence } from '@fiscal/domain';
import type { PostResult } from '../outcome.ts';

/** How to reach one endpoint. */
export interface TransportOptions {
  /** `https:`, or `http:` for a service on this machine. */
  url: string;
  /** Time for everything: connection, request and complete reply. */
  timeoutMs: number;
  /** Time for the connection alone, part of `timeoutMs`. */
  connectTimeoutMs: number;
  /** Largest body that is read, in bytes. */
  replyBytesMax: number;
  /** Certificates in PEM that are trusted besides the system's; for TLS only. */
  tlsCa?: string | undefined;
  /** A reply of the simulator's fails the exchange. */
  isSimulatorRefused?: boolean;
  /** Default: POST. */
  method?: 'GET' | 'POST';
}

export interface Post {
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Ends the exchange early. */
  signal?: AbortSignal | undefined;
  /**
   * Asked once the connection stands, right before the first byte; nothing is sent where it says
   * no. A process that stood still in between finds its connection made and its timers late.
   */
  mayBeSent?: (() => boolean) | undefined;
}

/** Opened by `createTransport`; to be closed. */
export interface Transport {
  post: (post: Post) => Promise<PostResult>;
  /** Ends all connections; an exchange that is under way ends without a reply. */
  close: () => void;
}

/** The simulator says with it, in its own words, what it is. */
const SIMULATOR_HEADER = 'x-efi-simulator';

// Servers usually close an idle connection after 5 s; one that we close earlier can never be closed
// under a request of ours, which would leave it unanswered for nothing.
const IDLE_CONNECTION_MS = 4000;

/** A transport to one endpoint. Throws `TypeError` if the URL is none, or not of HTTP. */
export function createTransport(options: TransportOptions): Transport {
  const url = new URL(options.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError(`${options.url} is neither an https: nor an http: address.`);
  }
  const agentOptions = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
  const agent =
    url.protocol === 'https:'
      ? new https.Agent({ ...agentOptions, ...tlsOptions(options.tlsCa) })
      : new http.Agent(agentOptions);
  const request = url.protocol === 'https:' ? https.request : http.request;
  // Read from the URL once, not for each exchange.
  const target = { ...urlToHttpOptions(url), method: options.method ?? 'POST', agent };
  return {
    post: (post) => exchange(post, options, (headers) => request({ ...target, headers })),
    close: () => agent.destroy(),
  };
}

/** Node takes `ca` instead of its own list, so that list is named as well. */
function tlsOptions(extraCa: string | undefined): https.AgentOptions {
  return extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] };
}

/** What has come back so far. */
interface Received {
  httpStatus: number | null;
  chunks: Buffer[];
  bytes: number;
}

/** Null if nothing came. */
function bodyOf({ chunks }: Received): Buffer | null {
  return chunks.length === 0 ? null : Buffer.concat(chunks);
}

function exchange(
  post: Post,
  limits: TransportOptions,
  open: (headers: http.OutgoingHttpHeaders) => http.ClientRequest,
): Promise<PostResult> {
  return new Promise((resolve) => {
    const received: Received = { httpStatus: null, chunks: [], bytes: 0 };
    let wasSent = false;
    let isSettled = false;

    const failure = (reason: FailureReason, detail: string): PostResult => ({
      kind: 'failed',
      reason,
      detail,
      wasSent,
      httpStatus: received.httpStatus,
      body: bodyOf(received),
    });
    if (post.signal?.aborted === true) {
      resolve(failure(abortReason(post.signal), sentence('givenUpBefore')));
      return;
    }
    const request = open({ ...post.headers, 'Content-Length': Buffer.byteLength(post.body) });
    function finish(result: PostResult): void {
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
      post.signal?.removeEventListener('abort', onAbort);
      isSettled = true;
      resolve(result); // Only the first call counts.
    }
    function fail(reason: FailureReason, detail: string): void {
      finish(failure(reason, detail));
      request.destroy();
    }
    /** A reply that has arrived while this process was busy is read first. */
    const failUnlessReplied = (reason: FailureReason, detail: string) =>
      setImmediate(() => {
        // The connection of a reply may serve another exchange already.
        if (!isSettled) fail(reason, detail);
      });
    const onAbort = () => failUnlessReplied(abortReason(post.signal), sentence('givenUp'));
    function onConnected(): void {
      if (isSettled) return;
      if (post.mayBeSent?.() === false) {
        fail('timeout', sentence('noTimeOnceConnected'));
        return;
      }
      wasSent = true;
      clearTimeout(connectTimer);
      request.end(post.body);
    }
    const connectTimer = setTimeout(
      () => fail('timeout', sentence('connectTimeout', { ms: limits.connectTimeoutMs })),
      limits.connectTimeoutMs,
    );
    const totalTimer = setTimeout(() => {
      failUnlessReplied('timeout', sentence('replyTimeout', { ms: limits.timeoutMs }));
    }, limits.timeoutMs);
    post.signal?.addEventListener('abort', onAbort);

    whenConnected(request, onConnected);
    request.on('error', (error) => fail('connection', sentenceOf(error)));
    // A connection can also end without an error, as when it is to speak another protocol (101).
    request.on('close', () => {
      if (received.httpStatus === null) fail('connection', sentence('connectionEnded'));
    });
    request.on('response', (response) => receive(response, received, limits, { finish, fail }));
  });
}

/** Over TLS nothing of a message can be sent before the handshake is done. */
function whenConnected(request: http.ClientRequest, onConnected: () => void): void {
  request.on('socket', (socket) => {
    if (request.reusedSocket) {
      onConnected();
    } else {
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', onConnected);
    }
  });
}

function receive(
  response: http.IncomingMessage,
  received: Received,
  { replyBytesMax: bytesMax, isSimulatorRefused }: TransportOptions,
  on: {
    finish: (result: PostResult) => void;
    fail: (reason: FailureReason, detail: string) => void;
  },
): void {
  const words = response.headers[SIMULATOR_HEADER];
  if (isSimulatorRefused === true && words !== undefined) {
    on.fail('simulator', sentence('simulatorReplied', { words: String(words) }));
    return;
  }
  const httpStatus = response.statusCode ?? 0;
  received.httpStatus = httpStatus;
  response.on('error', (error) => on.fail('connection', sentenceOf(error)));
  response.on('data', (chunk: Buffer) => {
    received.chunks.push(chunk);
    received.bytes += chunk.length;
    if (received.bytes > bytesMax) {
      on.fail('too-large', sentence('replyTooLarge', { bytes: bytesMax }));
    }
  });
  response.on('end', () =>
    on.finish({ kind: 'replied', httpStatus, body: Buffer.concat(received.chunks) }),
  );
}

type FailureReason = Extract<PostResult, { kind: 'failed' }>['reason'];

/** `AbortSignal.timeout` is the caller's way to say that the time is up. */
function abortReason(signal: AbortSignal | undefined): FailureReason {
  const reason: unknown = signal?.reason;
  return reason instanceof DOMException && reason.name === 'TimeoutError'
    ? 'timeout'
    : 'connection';
}

/** A failed attempt on several addresses has a code and no message of its own. */
function sentenceOf(error: Error & { code?: unknown }): string {
  const code = typeof error.code === 'string' ? error.code : '';
  return sentence('connectionFailed', { words: error.message || `${code}.` });
}
