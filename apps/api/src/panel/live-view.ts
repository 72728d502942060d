// The live views of the panel: streams of events that go on until the browser closes them, the
// session ends, or the process does. Every one looks now and then whether its session may still see
// it.

import type { Logger } from '@fiscal/runtime';
import type { Request, Response } from 'express';
import { startEventStream } from '../http/response/event-stream.ts';
import type { EventStream } from '../http/response/event-stream.ts';
import type { Actor, Sessions } from '../access/actor.ts';

/** A page takes twice as long a silence for a loss. */
const HEARTBEAT_MS = 4_000;
/** Live views that one session may have open. */
export const STREAMS_PER_SESSION = 6;

/** What a live view needs. */
export interface StreamDependencies {
  sessions: Sessions;
  logger: Logger;
}

/** The call that opens a live view. */
interface StreamCall {
  deps: StreamDependencies;
  actor: Actor;
  request: Request;
  response: Response;
}

const openBySession = new Map<string, number>();
const open = new Set<EventStream>();

/** How many live views this process has open. */
export function countEventStreams(): number {
  return open.size;
}

/** Ends every live view of this process: a browser goes elsewhere when it asks again. */
export function endEventStreams(): void {
  for (const stream of open) stream.end();
}

/**
 * Begins a live view; null if the session has as many as it may have.
 * @param maySee whether the actor, asked again and again, may still see what is sent here.
 */
export function openEventStream(
  { deps, actor, request, response }: StreamCall,
  maySee: (actor: Actor) => boolean,
  heartbeatMs = HEARTBEAT_MS,
): EventStream | null {
  const { sessionId } = actor;
  const count = openBySession.get(sessionId) ?? 0;
  if (count >= STREAMS_PER_SESSION) return null;

  const stream = startEventStream(response, heartbeatMs, (view) => {
    isStillAllowed(deps, request, maySee).then(
      (isAllowed) => {
        if (!isAllowed) view.end();
      },
      (error: unknown) => {
        deps.logger.warn({ err: error }, 'a live view could not be checked; it is ended');
        view.end();
      },
    );
  });
  // The connection may have closed while the session was looked up.
  if (stream.signal.aborted) return stream;
  openBySession.set(sessionId, count + 1);
  open.add(stream);
  stream.signal.addEventListener('abort', () => {
    open.delete(stream);
    const left = (openBySession.get(sessionId) ?? 1) - 1;
    if (left === 0) openBySession.delete(sessionId);
    else openBySession.set(sessionId, left);
  });
  return stream;
}

async function isStillAllowed(
  { sessions }: StreamDependencies,
  request: Request,
  maySee: (actor: Actor) => boolean,
): Promise<boolean> {
  // Who sent a request is asked once a request; this asks anew, as if it were sent again.
  const again = Object.create(request) as Request;
  const actor = await sessions.actorOf(again, false);
  return actor !== null && !actor.mustAddFactor && maySee(actor);
}
