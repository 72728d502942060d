import type { Response } from 'express';
import { refuse } from '../kernel/route.ts';
import type { Answer } from '../kernel/route.ts';
import type { Refused } from './sign-in-limits.ts';

/** 429 with the time to wait. */
export function refuseForAWhile(response: Response, { waitS }: Refused): Answer<never> {
  response.set('Retry-After', String(waitS));
  const minutes = Math.ceil(waitS / 60);
  const message = `Too many wrong attempts. Try again in ${minutes} min.`;
  return refuse('TOO_MANY_ATTEMPTS', message);
}
