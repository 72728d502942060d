import type { Request, Response } from 'express';

/** The longest a call waits. Decisions §2. */
const LONGEST_WAIT_S = 30;

/** What a client prefers (RFC 7240), and how to say that it was applied. */
export interface PreferredWait {
  /** How long the client would like to wait for an outcome; 0 where it says nothing. */
  waitMs: number;
  /** Sets `Preference-Applied`, so that the client sees what it got. Not for errors: no call waits. */
  tell: (response: Response) => void;
}

/** Reads `Prefer: wait=N`, in seconds. */
export function preferredWait(request: Request): PreferredWait {
  const preferences = (request.get('Prefer') ?? '').split(/[,;]/);
  for (const preference of preferences) {
    const wait = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*$/i.exec(preference)?.[1];
    if (wait === undefined) continue;
    const seconds = Math.min(Number(wait), LONGEST_WAIT_S);
    return {
      waitMs: seconds * 1000,
      tell: (response) => response.set('Preference-Applied', `wait=${seconds}`),
    };
  }
  return { waitMs: 0, tell: () => undefined };
}
