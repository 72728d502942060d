import type { Request, Response } from 'express';

/** The longest a call waits. Decisions §2. */
const LONGEST_WAIT_S = 30;

/**
 * How long the client would like to wait for an outcome, in milliseconds (RFC 7240, `wait=N` in
 * seconds); 0 where it says nothing. Answers with `Preference-Applied`, so that the client sees what
 * it got.
 */
export function preferredWaitMs(request: Request, response: Response): number {
  const preferences = (request.get('Prefer') ?? '').split(/[,;]/);
  for (const preference of preferences) {
    const wait = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*$/i.exec(preference)?.[1];
    if (wait === undefined) continue;
    const seconds = Math.min(Number(wait), LONGEST_WAIT_S);
    response.set('Preference-Applied', `wait=${seconds}`);
    return seconds * 1000;
  }
  return 0;
}
