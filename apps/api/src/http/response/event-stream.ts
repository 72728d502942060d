// One response that lasts until it is ended: server-sent events. Whatever becomes of the
// connection, a stream is over exactly once: from then on no timer runs and nothing is written.

import type { Response } from 'express';
import { onceOver } from './response-end.ts';

/** A browser asks again so long after a stream broke. */
const RETRY_MS = 3_000;
/** Heartbeats in a row that a reader may leave untaken. */
const MISSED_HEARTBEATS = 4;

/** An event: a comment would never reach the page, which takes silence for a loss. */
const HEARTBEAT = 'event: heartbeat\ndata: still here\n\n';

/** One browser that listens. */
export interface EventStream {
  /** Aborts when the stream is over. */
  signal: AbortSignal;
  /** False while the browser takes nothing: what is sent then would only pile up here. */
  isListening(): boolean;
  /** Nothing once the stream is over. */
  send(event: string, data: unknown): void;
  /** Ends the response. Further calls change nothing. */
  end(): void;
}

/**
 * Begins a stream as the response of a call. A reader that takes nothing for so many heartbeats is
 * dropped with its connection, also where an earlier response of the connection stands before the
 * stream (pipelining), because nothing of it can ever be read then.
 * @param onHeartbeat called after each heartbeat; it must not throw.
 */
export function startEventStream(
  response: Response,
  heartbeatMs: number,
  onHeartbeat: (stream: EventStream) => void,
): EventStream {
  const connection = response.req.socket;
  const closed = new AbortController();
  let missed = 0;

  function over(): void {
    clearInterval(heartbeat);
    closed.abort();
  }
  function drop(): void {
    over();
    connection.destroy();
  }
  const stream: EventStream = {
    signal: closed.signal,
    isListening: () =>
      !closed.signal.aborted && response.socket !== null && !response.writableNeedDrain,
    send(event, data) {
      if (closed.signal.aborted) return;
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end() {
      if (closed.signal.aborted) return;
      over();
      // The end would never reach a reader who does not even take what came before.
      if (response.writableNeedDrain) connection.destroy();
      else response.end();
    },
  };
  const heartbeat = setInterval(() => {
    if (stream.isListening()) {
      missed = 0;
      response.write(HEARTBEAT);
    } else {
      missed += 1;
      if (missed > MISSED_HEARTBEATS) drop();
    }
    if (!closed.signal.aborted) onHeartbeat(stream);
  }, heartbeatMs);

  response.on('drain', () => (missed = 0));
  response.on('error', drop);
  onceOver(response, over);
  if (closed.signal.aborted) return stream;
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // nginx would keep events until it has a buffer full.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n${HEARTBEAT}`);
  return stream;
}
