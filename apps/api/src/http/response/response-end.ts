import type { Response } from 'express';

/** What is to be called when a response is over: one pair of listeners for all of it. */
const waiting = new WeakMap<Response, (() => void)[]>();

/**
 * Calls back once when a response is over: it was sent, or its connection has closed. One that
 * waits behind another one of its connection (pipelining) gets neither event from Node.
 */
export function onceOver(response: Response, callback: () => void): void {
  const others = waiting.get(response);
  if (others !== undefined) {
    others.push(callback);
    return;
  }
  const callbacks = [callback];
  waiting.set(response, callbacks);
  const connection = response.req.socket;
  // As many responses of one connection may wait as there are calls in it.
  connection.setMaxListeners(0);
  const over = () => {
    // The connection's event makes Node emit the response's: a listener that is taken off then is
    // still called.
    if (!waiting.delete(response)) return;
    response.off('close', over);
    connection.off('close', over);
    for (const call of callbacks) call();
  };
  response.once('close', over);
  connection.once('close', over);
  if (connection.destroyed) over();
}

/** Never aborts: of a call that does not wait. */
export const NEVER_CLOSED: AbortSignal = new AbortController().signal;

/** One for all: Node would make an error with a stack at the end of every call. */
const OVER = new DOMException('The response is over.', 'AbortError');

/** Aborts when the client goes away: a call that is not read any more does not wait. */
export function closedSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  onceOver(response, () => controller.abort(OVER));
  return controller.signal;
}
