// Server-sent events: one answer that goes on until the browser closes it, the session ends, or the
// process does. Every stream tells now and then that it is alive, so that proxies let it live, and that
// a browser that has vanished is noticed.

import type { Request, Response } from 'express';
import type { Actor } from '../kernel/actor.ts';
import type { AdminDependencies } from '../kernel/dependencies.ts';

const HEARTBEAT_MS = 15_000;
/** A browser asks again so long after a stream broke. */
const RETRY_MS = 3_000;
/** Live views that one session may have open. */
export const STREAMS_PER_SESSION = 6;

/** One browser that listens. */
export interface EventStream {
  /** Aborts when nobody listens any more. */
  signal: AbortSignal;
  /** False while the browser takes nothing: what is sent then would only pile up here. */
  isListening(): boolean;
  send(event: string, data: unknown): void;
}

/** The call that a stream answers. */
interface StreamCall {
  deps: Pick<AdminDependencies, 'sessions' | 'logger'>;
  actor: Actor;
  request: Request;
  response: Response;
}

const openBySession = new Map<string, number>();
const ends = new Set<() => void>();

/** Ends every stream of this process: a browser goes elsewhere when it asks again. */
export function endEventStreams(): void {
  for (const end of ends) end();
}

/**
 * Begins a stream; null if the session has as many as it may have.
 * @param maySee whether the actor, asked again and again, may still see what is told here.
 */
export function openEventStream(
  { deps, actor, request, response }: StreamCall,
  maySee: (actor: Actor) => boolean,
  heartbeatMs = HEARTBEAT_MS,
): EventStream | null {
  const { sessionId } = actor;
  const open = openBySession.get(sessionId) ?? 0;
  if (open >= STREAMS_PER_SESSION) return null;
  openBySession.set(sessionId, open + 1);

  const closed = new AbortController();
  const end = () => response.end();
  ends.add(end);
  const heartbeat = setInterval(() => {
    response.write(': still here\n\n');
    isStillAllowed(deps, request, maySee).then(
      (isAllowed) => {
        if (!isAllowed) end();
      },
      (error: unknown) => {
        deps.logger.warn({ err: error }, 'a live view could not be checked; it is ended');
        end();
      },
    );
  }, heartbeatMs);
  response.once('close', () => {
    clearInterval(heartbeat);
    ends.delete(end);
    const left = (openBySession.get(sessionId) ?? 1) - 1;
    if (left === 0) openBySession.delete(sessionId);
    else openBySession.set(sessionId, left);
    closed.abort();
  });
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // nginx would keep events until it has a buffer full.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  return {
    signal: closed.signal,
    isListening: () => !response.writableEnded && !response.writableNeedDrain,
    send(event, data) {
      if (!response.writableEnded) {
        response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      }
    },
  };
}

async function isStillAllowed(
  { sessions }: StreamCall['deps'],
  request: Request,
  maySee: (actor: Actor) => boolean,
): Promise<boolean> {
  // Who sent a request is asked once a request; this asks anew, as if it were sent again.
  const again = Object.create(request) as Request;
  const actor = await sessions.actorOf(again);
  return actor !== null && maySee(actor);
}
