import type { Response } from 'express';

/** Aborts when the client goes away: nobody waits for a call that nobody reads. */
export function closedSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    controller.abort();
  });
  return controller.signal;
}
