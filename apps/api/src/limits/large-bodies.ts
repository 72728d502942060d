// Reading a large body holds up everybody else's calls for as long as it takes, which is 0.1
// to 0.2 s for 1 MiB. So one company has few of them open at a time, however many it may send.

import type { ApiCaller } from '@fiscal/db/company';
import type { Response } from 'express';
import { refuse } from '../http/refusal/refusal.ts';
import type { Refusal } from '../http/refusal/refusal.ts';
import { onceOver } from '../http/response/response-end.ts';
import type { Actor } from '../panel/actor.ts';

/** An invoice of 1 000 lines with short names is just above it; most have a hundredth. */
const LARGE_BYTES = 128 * 1024;
/** Large bodies of one company at a time; the next one is answered 429. */
export const MOST_LARGE_BODIES = 2;

const inProgress = new Map<string, number>();

/**
 * Counts a body that was received and is about to be read, until its call is answered.
 * @returns 429 where its sender has too many.
 */
export function countLargeBody(response: Response, bytes: number): Refusal | null {
  if (bytes < LARGE_BYTES) return null;
  const sender = senderOf(response);
  const count = inProgress.get(sender) ?? 0;
  if (count >= MOST_LARGE_BODIES) {
    const message = 'Rate limit: too many large bodies at a time; wait and try again.';
    response.set('Retry-After', '1');
    return refuse('RATE_LIMITED', message);
  }
  inProgress.set(sender, count + 1);
  onceOver(response, () => {
    const left = (inProgress.get(sender) ?? 1) - 1;
    if (left === 0) inProgress.delete(sender);
    else inProgress.set(sender, left);
  });
  return null;
}

/** The company of a client, the person of a panel; a sign-in is known by its address alone. */
function senderOf({ locals, req }: Response): string {
  const { caller, actor } = locals as { caller?: ApiCaller; actor?: Actor | null };
  return caller?.company.id ?? actor?.userId ?? req.ip ?? '';
}
