import type { Response } from 'express';
import { refuse } from '../../../http/endpoint.ts';
import type { Answer } from '../../../http/endpoint.ts';
import type { Refused } from './sign-in-limits.ts';

/** 429 with the time to wait. */
export function refuseForAWhile(
  response: Response,
  { waitS }: Pick<Refused, 'waitS'>,
): Answer<never> {
  response.set('Retry-After', String(waitS));
  const time = waitS < 60 ? `${waitS} s` : `${Math.ceil(waitS / 60)} min`;
  return refuse('TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${time}.`);
}
